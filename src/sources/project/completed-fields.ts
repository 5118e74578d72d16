import { onceForEach } from '../../base/once-for-each.ts';
import type { Cause } from '../../result/finding.ts';
import { findKind } from '../../server/kubernetes/kinds.ts';
import {
  isMapping,
  type Mapping,
  mappingFrom,
  mappingIn,
  mappingsIn,
  stringAt,
  valueAt,
} from '../../yaml/index.ts';
import {
  type FileInProject,
  isEmbedded,
  isForRemoval,
  isInBase,
  isInDocumentation,
  isInFixtures,
  isInGoPackages,
  isInputOfGo,
  isInTemplates,
  isInTests,
  isInUnitTests,
  isOfJkube,
  isOutput,
  isPolicyInput,
  isRefusalExpected,
} from './file-location.ts';
import { isNamedLikePatch, type Kustomization } from './kustomize/kustomization.ts';
import { hasOnlyHead, isPatchOfWorkload } from './object-parts.ts';
import {
  hasEmptyField,
  isEmptyListAt,
  isEncrypted,
  isNamedAsTemplate,
  isWrittenEmpty,
} from './placeholders.ts';
import { isListedResource, type ProjectFolder, type Surrounding } from './project-folder.ts';

/** The parts of an error of the server that decide whether a program corrects it. */
interface ObjectError {
  /** The path of the field, as the API server writes it; empty if the error is about no field. */
  readonly field: string;
  readonly cause: Cause;
  /** True if the object does not have the field that the rule reports. */
  readonly isAbsent: boolean;
  /** True if the server has the version of the object, but does not serve it by default. */
  readonly isDisabled: boolean;
}

/**
 * Reports whether an error is about an absent field. Servers before 1.37 report those of owner references as invalid,
 * and that of the kind of a role is not supported.
 */
const isAboutAbsent = ({ field, cause, isAbsent }: ObjectError) =>
  cause === 'FieldValueRequired' ||
  (cause === 'FieldValueNotSupported' && isAbsent) ||
  (cause === 'FieldValueInvalid' && (isAbsent || field.startsWith('metadata.ownerReferences')));

/** The address of the webhook that a package of Crossplane brings with it. */
const COMPLETED_BY_CROSSPLANE = /^spec\.conversion\.webhook\.clientConfig(?:\.|$)/;

/**
 * The namespace of a ServiceAccount in a ClusterRoleBinding, and of the Service of a webhook or of an extension server.
 * `namespace` of a kustomization sets them. Source: `api/internal/konfig/builtinpluginconsts` and `api/filters/nameref`
 * of kustomize
 */
const COMPLETED_BY_KUSTOMIZE =
  /^(?:subjects\[\d+\]|webhooks\[\d+\]\.clientConfig\.service|spec\.service)\.namespace$/;

/** A label or an annotation of an object, and its key. */
const LABEL_OR_ANNOTATION = /^metadata\.(labels|annotations)\[(.+)\]$/;

/** Reports whether a kustomization that lists the file adds the label or annotation that an error is about. */
function isAddedByKustomize(field: string, surroundings: readonly Surrounding[]): boolean {
  const [, map, key] = LABEL_OR_ANNOTATION.exec(field) ?? [];
  if (key === undefined) return false;
  return surroundings.some(({ folder: { kustomization }, path }) => {
    const added = map === 'labels' ? kustomization?.labels : kustomization?.annotations;
    return added?.has(key) === true && kustomization?.resources.has(path) === true;
  });
}

/**
 * Reports whether the Cluster Version Operator of OpenShift deletes an object, of which it needs only the kind and the
 * name. Source: `docs/dev/object-deletion.md` of github.com/openshift/cluster-version-operator
 */
const isToBeDeleted = (object: Mapping) =>
  annotationsOf(object)['release.openshift.io/delete'] === 'true';

/**
 * The annotations with which kapp does not apply an object, so that it needs only what identifies it.
 * Source: https://carvel.dev/kapp/docs/latest/apply/
 */
const NOT_APPLIED_BY_KAPP = ['kapp.k14s.io/exists', 'kapp.k14s.io/noop'];

const isOnlyNamed = (object: Mapping) => {
  const annotations = annotationsOf(object);
  return NOT_APPLIED_BY_KAPP.some((key) => Object.hasOwn(annotations, key));
};

const hasName = ({ metadata }: Mapping) =>
  isMapping(metadata) && Boolean(metadata.name ?? metadata.generateName);

/** Reports whether a program in Go has encoded an object of a custom kind, and reads it itself: it has no name. */
const isOfProgram = (object: Mapping, surroundings: readonly Surrounding[]) =>
  typeof object.kind === 'string' &&
  isCustom(object.kind) &&
  !hasName(object) &&
  isMapping(object.metadata) &&
  object.metadata.creationTimestamp === null &&
  surroundings.some(({ folder }) => folder.goModule !== undefined);

const fileName = (location: string) => location.slice(location.lastIndexOf('/') + 1);

/** The names of files with templates of pods that a program completes, such as Spark. */
const POD_TEMPLATE = /template|driver|executor/;

/** Reports whether a pod is a template in such a file: it has neither a name nor containers. */
const isPodTemplate = (object: Mapping, location: string) => {
  const { kind, spec } = object;
  const isComplete = hasName(object) || (isMapping(spec) && spec.containers);
  return kind === 'Pod' && !isComplete && POD_TEMPLATE.test(fileName(location));
};

/**
 * Reports whether an encrypted file only has the form of an object, such as a Secret with values for a chart. It lacks
 * what no program that decrypts it adds.
 */
const isEncryptedData = (object: Mapping) =>
  isEncrypted(object) && (object.apiVersion === undefined || !hasName(object));

/**
 * Reports whether istioctl reads an object from its file, where it needs no name.
 * Source: https://istio.io/latest/docs/setup/additional-setup/customize-installation/
 */
const isForIstioctl = ({ apiVersion }: Mapping) =>
  typeof apiVersion === 'string' && apiVersion.startsWith('install.istio.io/');

/** Reports whether a policy compares an object with those of a cluster: it has a status, and no name. */
const isPattern = (object: Mapping) => !hasName(object) && isMapping(object.status);

/** Reports whether a program reads no more of an object than its state: it has a status, and no spec. */
const isOnlyState = ({ spec, status }: Mapping) => spec === undefined && isMapping(status);

/** The fields of the errors about the storage version. */
const STORED_VERSIONS: ReadonlySet<string> = new Set(['spec.versions', 'status.storedVersions']);

/** Reports whether no version of a CRD is the storage version. */
const hasNoStoredVersion = ({ spec }: Mapping) =>
  isMapping(spec) &&
  Array.isArray(spec.versions) &&
  spec.versions.every((one) => isMapping(one) && one.storage !== true);

/**
 * Reports whether Flux joins an object with that of the cluster, which others own. It is only a part then.
 * Source: https://fluxcd.io/flux/components/kustomize/kustomizations/#controlling-the-apply-behavior-of-resources
 */
const isJoinedByFlux = (object: Mapping) =>
  ['Merge', 'Override'].includes(String(annotationsOf(object)['kustomize.toolkit.fluxcd.io/ssa']));

/**
 * Reports whether Argo CD does the same. It needs both options for an object that is only a part.
 * Source: https://argo-cd.readthedocs.io/en/stable/user-guide/sync-options/#server-side-apply
 */
const isJoinedByArgo = (object: Mapping) => {
  const options = String(annotationsOf(object)['argocd.argoproj.io/sync-options'])
    .split(',')
    .map((option) => option.trim());
  return ['ServerSideApply=true', 'Validate=false'].every((one) => options.includes(one));
};

/** Reports whether a pod is shown without its containers, for another field. */
const isExcerpt = ({ kind, spec }: Mapping) =>
  kind === 'Pod' && isMapping(spec) && spec.containers === undefined;

/**
 * The name of a Namespace, and the label with it that the server adds. `namespace` of a kustomization sets the name.
 */
const NAMES_OF_NAMESPACE: ReadonlySet<string> = new Set(['metadata.name', 'metadata.labels']);

/**
 * Reports whether a kind is not built in. An object of it without an apiVersion is rather read by a program than sent
 * to a server.
 */
export const isCustom = (kind: string) => findKind(kind) === undefined;

/** Reports whether an error is one of the validation of values, after the object has been decoded. */
const isOfValidation = (cause: Cause) => cause.startsWith('FieldValue');

/**
 * Reports whether a field is at the top of an object without metadata. A program makes other objects of such a
 * description.
 */
const isDescription = (object: Mapping | undefined, field: string) =>
  object?.metadata === undefined && !field.includes('.');

/** A field of an object that only the program of a test reads: `WRITE-OBJECT: once`. */
const DIRECTIVE = /^[A-Z]+(?:-[A-Z]+)*$/;

/** A field of an object that is an expression of chainsaw, which it evaluates on an object of the cluster. */
const CHAINSAW_EXPRESSION = /(?:^|[.[])\(/;

/** Reports whether a program has still to name an object, and to write its other values. */
const isUnnamed = (object: Mapping | undefined) => stringAt(object, 'metadata', 'name') === '';

/** Reports whether an error is about a field without a value, which a script writes: `date:`. */
const isAboutEmptyField = (object: Mapping, { field, cause }: ObjectError) =>
  (cause === 'UnknownField' || isOfValidation(cause)) &&
  field !== '' &&
  hasEmptyField(object, field);

/** Reports whether a file is next to a folder of solutions, so that the reader of an exercise completes it. */
const isExercise = ({ folder: { solutions }, path }: Surrounding) =>
  solutions.length > 0 && !solutions.some((one) => path.startsWith(`${one}/`));

/** Reports whether an error is about a list without items, to which a test adds some: `clusters: []`. */
const isAboutEmptyList = (object: Mapping, { field, cause }: ObjectError) =>
  isOfValidation(cause) && isEmptyListAt(object, field);

/** Reports whether an object was read from a cluster. No author writes the time when it is created. */
export const isCopy = ({ metadata }: Mapping) =>
  isMapping(metadata) && typeof metadata.creationTimestamp === 'string';

/**
 * Reports whether a controller has made an object, and a cluster its name. No author names an object after the name to
 * generate, or its owner as a controller does.
 */
const isOfController = ({ metadata }: Mapping) => {
  const { name, generateName, ownerReferences = null } = mappingFrom(metadata);
  return (
    typeof name === 'string' &&
    typeof generateName === 'string' &&
    name.startsWith(generateName) &&
    mappingsIn(ownerReferences).some(({ controller }) => controller === true)
  );
};

/** Reports whether only a cluster makes such objects: nodes, and pods that run on one. */
const isOfCluster = ({ kind, spec }: Mapping) =>
  kind === 'Node' || (kind === 'Pod' && isMapping(spec) && spec.nodeName !== undefined);

/**
 * Reports whether a file records the state of an object: `kubectl get -o json > web.json`. No author keeps objects in
 * JSON with their status, nodes and running pods, or objects of controllers.
 */
const isRecord = (source: FileInProject, object: Mapping | undefined) =>
  object !== undefined &&
  (isOfController(object) ||
    (isCopy(object) && isMapping(object.status) && (isJson(source) || isOfCluster(object))));

const isJson = ({ location }: FileInProject) => location.endsWith('.json');

/**
 * Reports whether an error is about a label or an annotation that is sent in another form. A program in Go removes one
 * if its key ends with `-`. Kustomize writes the numbers and booleans of annotations as strings. Source:
 * `pkg/operator/resource/resourcemerge` of github.com/openshift/library-go, `kyaml/yaml/rnode.go` of kustomize
 */
function isRewritten(
  object: Mapping,
  { field, cause }: ObjectError,
  source: FileInProject,
): boolean {
  const [, map] = MAP_OF_METADATA.exec(field) ?? [];
  if (map === undefined) return false;
  if (cause !== 'Undecodable') {
    const keys = Object.keys(mappingIn(object.metadata, map));
    return isEmbedded(source) && keys.some((key) => key.endsWith('-'));
  }
  if (map === 'labels') return false;
  const isOfKustomize = ({ folder: { kustomization }, path }: Surrounding) =>
    kustomization?.resources.has(path) === true || kustomization?.parts.has(path) === true;
  return (
    (isOfKluctl(object) || source.surroundings.some(isOfKustomize)) && hasScalarAnnotations(object)
  );
}

/**
 * Reports whether Kluctl applies an object, after kustomize has built it. Source:
 * https://kluctl.io/docs/kluctl/deployments/
 */
const isOfKluctl = (object: Mapping) =>
  Object.keys(annotationsOf(object)).some((key) => key.startsWith('kluctl.io/'));

const MAP_OF_METADATA = /^metadata\.(annotations|labels)/;

function annotationsOf({ metadata }: Mapping): Mapping {
  return mappingIn(metadata, 'annotations');
}

/** Reports whether all annotations of an object are scalars, which kustomize writes as strings. */
export const hasScalarAnnotations = onceForEach((object: Mapping) => {
  const annotations = valueAt(object, ['metadata', 'annotations']);
  return (
    isMapping(annotations) &&
    Object.values(annotations).every((one) => !one || typeof one !== 'object')
  );
});

/**
 * A folder with pods that Podman starts without a server, where it sets what the server requires, such as the port of a
 * container, or with those that ko reads to build the images of tests. Source: `test/upload-test-images.sh` of
 * github.com/knative/eventing
 */
const WITHOUT_SERVER = /(?:^|\/)(?:podman|test_images)\//;

/** Reports whether an error is about a volume that a container mounts and the pod does not have. */
const isVolumeOfMount = ({ field, cause }: ObjectError) =>
  cause === 'FieldValueNotFound' && /\.volumeMounts\[\d+\]\.name$/.test(field);

/**
 * The image of the container that Spark completes in a template of pods. Source:
 * https://spark.apache.org/docs/latest/running-on-kubernetes.html#pod-template
 */
function isImageOfSpark({ spec }: Mapping, { field }: ObjectError): boolean {
  const index = /^spec\.containers\[(\d+)\]\.image$/.exec(field)?.[1];
  if (index === undefined) return false;
  const name = stringAt(spec, 'containers', Number(index), 'name') ?? '';
  return /^spark-kubernetes-(?:driver|executor)$/.test(name);
}

/**
 * Reports whether an error is about the selector of a workload without labels, in a base of kustomizations. Only
 * `commonLabels` of those makes an object of it. The selector is absent, or has no labels yet: `matchLabels:`.
 */
function isSelectorOfBase(
  { spec }: Mapping,
  { field }: ObjectError,
  source: FileInProject,
): boolean {
  if (field !== 'spec.selector' || !isInBase(source) || !isMapping(spec)) return false;
  const { selector } = spec;
  const isEmpty =
    selector === undefined || (isMapping(selector) && hasOnlyNull(selector, 'matchLabels'));
  const labels = valueAt(spec, ['template', 'metadata', 'labels']) ?? null;
  return isEmpty && labels === null && source.surroundings.some(isListedResource);
}

/** Reports whether a mapping has nothing but a key without a value. */
const hasOnlyNull = (mapping: Mapping, key: string) =>
  Object.keys(mapping).length === 1 && mapping[key] === null;

/**
 * Reports whether an error is about a field that a program sets before it sends the object, or that is not needed
 * because no server ever reads the object, or that a test expects.
 *
 * A required field that is absent in the data of a test is set by the test, or is absent on purpose. Otherwise the test
 * would have failed.
 *
 * @param source the file with the object
 * @param object undefined if it is not known
 */
export function isCompleted(
  source: FileInProject,
  object: Mapping | undefined,
  error: ObjectError,
): boolean {
  const { field, cause } = error;
  const isNamespace =
    object?.kind === 'Namespace'
      ? NAMES_OF_NAMESPACE.has(field)
      : field === 'metadata.namespace' && cause === 'FieldValueInvalid';
  if (isNamespace && (source.surroundings.some(isRenaming) || isListedInBase(source))) return true;
  if (CHAINSAW_EXPRESSION.test(field) && isInTests(source)) return true;
  if (isTestInput(source)) return true;
  if (cause !== 'UnknownField' && isInTemplates(source) && isUnnamed(object)) return true;
  switch (cause) {
    case 'Unserved':
      // A program asks the server which version to send.
      return (
        (error.isDisabled && isEmbedded(source)) ||
        isOfOlderRelease(source, object) ||
        isRecord(source, object)
      );
    case 'Status':
      // It is about the resourceVersion of a copy.
      return hasCopies(source) || isRecord(source, object);
    case 'Undecodable':
      if (object === undefined) return false;
      if (object.apiVersion === undefined || object.kind === undefined) {
        return isHeadCompleted(source, object);
      }
      break;
    case 'UnknownField':
      if (DIRECTIVE.test(field)) return isInUnitTests(source);
      if (isEmbedded(source) && isDescription(object, field)) return true;
      break;
    default:
      if (isOfValidation(cause) && isNeverValidated(source, object)) return true;
  }
  return (
    (object !== undefined && isSetInObject(source, object, error)) ||
    (isVolumeOfMount(error) &&
      (isEmbedded(source) ||
        isInUnitTests(source) ||
        source.surroundings.some(hasUnknownPatches))) ||
    (isAboutAbsent(error) && isSetLater(source, error))
  );
}

function isRenaming({ folder: { kustomization } }: Surrounding): boolean {
  return (
    kustomization !== undefined &&
    (kustomization.namespace !== undefined ||
      kustomization.isComponent ||
      hasTransformersElsewhere(kustomization))
  );
}

/**
 * Reports whether a kustomization of transformers may set namespaces: an entry is a folder. Patches, replacements and
 * configurations are in files.
 */
const hasTransformersElsewhere = onceForEach(({ parts }: Kustomization) =>
  [...parts].some((path) => !/\.(?:ya?ml|json)$/.test(path)),
);

/** Reports whether a base of kustomizations, which set the names of Namespaces, lists a file. */
function isListedInBase(source: FileInProject): boolean {
  return isInBase(source) && source.surroundings.some(isListedResource);
}

/** Reports whether a version that no server has may be one of an older release, which a test updates. */
function isOfOlderRelease(source: FileInProject, object: Mapping | undefined): boolean {
  const kind = object?.kind;
  const isOfOlder = typeof kind === 'string' && isCustom(kind) && isInTests(source);
  return isOfOlder || isPolicyInput(source) || isInUnitTests(source);
}

/** Reports whether a file may have copies of objects of a server, as tests and programs have. */
function hasCopies(source: FileInProject): boolean {
  return isInTests(source) || isInGoPackages(source) || isEmbedded(source);
}

/** Reports whether a program adds the apiVersion or the kind that an object lacks. */
function isHeadCompleted(source: FileInProject, object: Mapping): boolean {
  const { location } = source;
  const { apiVersion, kind } = object;
  if (kind === undefined && apiVersion !== undefined) {
    // A command that patches an object names its kind.
    return isInUnitTests(source) || isNamedLikePatch(location);
  }
  // Lists of Kubernetes in JSON have complete items.
  if (typeof kind !== 'string') return isJson(source);
  if (isEncryptedData(object) || isNamedAsTemplate(object) || isOfJkube(source)) return true;
  // No program of Kubernetes writes JSON without an apiVersion. What a test has of it is a part of an object.
  return isInUnitTests(source) || (isInTests(source) && isJson(source));
}

/** Reports whether a unit test reads a file. No server sees its objects. */
export function isTestInput(source: FileInProject): boolean {
  const [own] = source.surroundings;
  // Such a file is skipped instead, unless the server accepts it.
  if (isOutput(source)) return false;
  return (
    (own !== undefined && setOf(own.folder.testInputs).has(own.path)) ||
    ((isInUnitTests(source) || isInFixtures(source)) && isInputOfGo(source))
  );
}

const setOf = onceForEach((names: readonly string[]): ReadonlySet<string> => new Set(names));

/** Reports whether no server validates the objects of a file, or is expected to refuse them. */
function isNeverValidated(source: FileInProject, object: Mapping | undefined): boolean {
  const name = valueAt(object ?? null, ['metadata', 'name']);
  return (
    isPolicyInput(source) ||
    isRefusalExpected(source, name) ||
    WITHOUT_SERVER.test(source.location) ||
    source.surroundings.some(({ folder, path }) => folder.ofPodman.includes(path))
  );
}

/** Reports whether the object shows that a program sets a field of it, or that no server needs the field. */
function isSetInObject(source: FileInProject, object: Mapping, error: ObjectError): boolean {
  const { field, cause } = error;
  const isAbsent = isAboutAbsent(error);
  const isPart =
    isPattern(object) ||
    (isInDocumentation(source) &&
      (!hasName(object) || isPatchOfWorkload(object) || isExcerpt(object)));
  return (
    (isOfValidation(cause) && isNotApplied(source, object, field)) ||
    // An older server had the field when it returned the object.
    (cause === 'UnknownField' && isCopy(object) && hasCopies(source)) ||
    (isAbsent &&
      (isEncryptedData(object) ||
        isForIstioctl(object) ||
        isJoinedByFlux(object) ||
        isJoinedByArgo(object) ||
        (isJson(source) && isOnlyState(object)) ||
        isPodTemplate(object, source.location) ||
        (isInTemplates(source) && isWrittenEmpty(object, field)) ||
        isImageOfSpark(object, error))) ||
    (isOfValidation(cause) && isSelectorOfBase(object, error, source)) ||
    (isPart && (isAbsent || cause === 'FieldValueNotFound')) ||
    (isInTests(source) && (isAboutEmptyField(object, error) || isAboutEmptyList(object, error))) ||
    (source.surroundings.some(isExercise) && isAboutEmptyField(object, error)) ||
    (STORED_VERSIONS.has(field) && isInUnitTests(source) && hasNoStoredVersion(object)) ||
    isRewritten(object, error, source)
  );
}

/** Reports whether an object is not applied as it is: it names an object, or a program or a cluster has written it. */
function isNotApplied(source: FileInProject, object: Mapping, field: string): boolean {
  const isReduced =
    isToBeDeleted(object) || isOnlyNamed(object) || (isForRemoval(source) && hasOnlyHead(object));
  return (
    (isReduced && field !== 'metadata.name') ||
    isOfProgram(object, source.surroundings) ||
    isOfController(object) ||
    (isCopy(object) && hasCopies(source))
  );
}

/** Reports whether a role of Ansible has a template for a file, whose output is what is applied. */
function isReplacedInRole({ folder: { roleTemplates }, path }: Surrounding): boolean {
  return path.startsWith('files/') && roleTemplates.includes(`${fileName(path)}.j2`);
}

/**
 * Reports whether a kustomization that lists a file also lists patches that do not exist, such as those that each user
 * writes and does not commit.
 */
function hasUnknownPatches(surrounding: Surrounding): boolean {
  const { kustomization } = surrounding.folder;
  return kustomization !== undefined && isListedResource(surrounding) && lacksParts(kustomization);
}

const lacksParts = onceForEach(({ parts, missing }: Kustomization) =>
  [...parts].some((path) => missing.has(path)),
);

/** The folder of CRDs to which controller-gen adds schemas: `schemapatch:manifests="$(ROOT)/config/crd-base"`. */
const PATCHED_CRDS = /schemapatch:manifests=["']?(?:\$[({]\w+[)}]\/|\.\/)?([\w./-]+)/g;

const patchedFoldersOf = onceForEach(({ makefile = '' }: ProjectFolder) =>
  Array.from(makefile.matchAll(PATCHED_CRDS), ([, folder = '']) => `${folder}/`),
);

/** Reports whether the Makefile of a module of Go adds the schema that a version of a CRD lacks. */
function isSchemaOfMakefile(field: string, surroundings: readonly Surrounding[]): boolean {
  return (
    field.endsWith('.schema.openAPIV3Schema') &&
    surroundings.some(({ folder, path }) =>
      patchedFoldersOf(folder).some((one) => path.startsWith(one)),
    )
  );
}

/** Reports whether a test, a program or a kustomization sets an absent field. */
function isSetLater(source: FileInProject, { field }: ObjectError): boolean {
  const { surroundings } = source;
  return (
    isInTests(source) ||
    isEmbedded(source) ||
    surroundings.some(isReplacedInRole) ||
    surroundings.some(hasUnknownPatches) ||
    isAddedByKustomize(field, surroundings) ||
    isSchemaOfMakefile(field, surroundings) ||
    // A kustomization that builds on this one may set the namespace too.
    (COMPLETED_BY_KUSTOMIZE.test(field) &&
      surroundings.some(({ folder }) => folder.kustomization ?? folder.kustomizationTemplate)) ||
    (COMPLETED_BY_CROSSPLANE.test(field) &&
      surroundings.some(({ folder }) => folder.isCrossplanePackage))
  );
}
