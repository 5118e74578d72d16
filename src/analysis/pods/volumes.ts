import { addTo } from '../../base/index-by.ts';
import { onceForEach } from '../../base/once-for-each.ts';
import type { Field } from '../../rule/field.ts';
import { isOfKind, type Resource } from '../../rule/resource.ts';
import { hasGate, type Server } from '../../server/kubernetes/server.ts';
import type {
  DownwardAPIVolumeFile,
  LabelSelector,
  Volume,
} from '../../server/kubernetes/types.generated.ts';
import {
  forbid,
  reportInvalid,
  requireFormat,
  requireText,
  requireValue,
  shownValue,
} from '../fields/value-checks.ts';
import { labelProblem, subdomainProblem } from '../metadata/names.ts';
import { objectName } from '../metadata/object-name.ts';
import { hasSelectorError } from '../metadata/selector-errors.ts';
import { checkTemplateMetadata } from '../metadata/template-metadata.ts';
import { checkClaimSpec } from '../storage/claim-spec.ts';
import { hasUnreadableSelector } from '../workloads/selectors.ts';
import { fieldReferenceProblem, resourceReferenceProblems } from './field-references.ts';
import { type PodKind, podOf, validatedPodOf } from './pod-specs.ts';
import { checkProjectedVolume } from './volumes/projections.ts';
import type { NameFinding, NameReport, SourceFinding, VolumeReport } from './volumes/report.ts';
import { VOLUME_SOURCES, type VolumeSource } from './volumes/sources.ts';

/** The sources of volumes that are rules of their own. */
type SourceKind = 'plain' | 'projected' | 'ephemeral';

/** A volume of a pod, with the facts that the server checks. */
interface ValidatedVolume {
  readonly name: string;
  /** Undefined for the claim of a StatefulSet, which has no volume in the template. */
  readonly volume: Field<Volume> | undefined;
  readonly nameFindings: readonly NameFinding[];
  readonly kind: SourceKind;
  readonly sourceFindings: readonly SourceFinding[];
  /** True if the server refuses the volume, so that containers cannot mount it. */
  readonly isRefused: boolean;
}

/** A finding on a volume, and the fields of the mounts that the server does not find because of it. */
type FindingOnVolume<F> = F & { readonly explainsFields: readonly string[] };

/** The findings on the names of all volumes of the pods of a resource, and on the names of their claims. */
export function volumeNameFindings(
  resource: Resource<PodKind>,
): readonly FindingOnVolume<NameFinding>[] {
  return validatedVolumes(resource).flatMap(({ name, nameFindings }) =>
    nameFindings.map((finding) => ({ ...finding, explainsFields: mountsOf(resource, name) })),
  );
}

/** The findings on the sources of a kind of all volumes of the pods of a resource. */
export function volumeSourceFindings(
  resource: Resource<PodKind>,
  kind: SourceKind,
): readonly FindingOnVolume<SourceFinding>[] {
  return validatedVolumes(resource)
    .filter((volume) => volume.kind === kind)
    .flatMap(({ name, sourceFindings }) =>
      sourceFindings.map((finding) => ({ ...finding, explainsFields: mountsOf(resource, name) })),
    );
}

/** The fields with the name of a volume in the mounts of a pod, if the pod has no valid volume of this name. */
function mountsOf(resource: Resource<PodKind>, volume: string): readonly string[] {
  return mountableVolumes(resource).has(volume) ? [] : (mountPaths(resource).get(volume) ?? []);
}

/** The paths of the names in all mounts, by the volumes that they name. */
const mountPaths = onceForEach((resource: Resource<PodKind>) => {
  const paths = new Map<string, string[]>();
  for (const { field } of validatedPodOf(resource)?.containers ?? []) {
    for (const mount of field.itemsOf('volumeMounts')) {
      const { value = '', path } = mount.get('name');
      addTo(paths, value, path);
    }
  }
  return paths;
});

/**
 * The volumes of a pod that its containers can mount, by name. The server does not find a volume that it refuses, so it
 * reports each mount of such a volume as well. The claims of a StatefulSet are volumes too, which have no field in the
 * template.
 */
export const mountableVolumes = onceForEach(
  (resource: Resource<PodKind>): ReadonlyMap<string, Field<Volume> | undefined> =>
    new Map(
      validatedVolumes(resource).flatMap(({ name, volume, isRefused }) =>
        isRefused ? [] : [[name, volume] as const],
      ),
    ),
);

/** The volumes of a pod by name, also those that the server refuses. The claims of a StatefulSet have no field. */
export const volumesByName = onceForEach(
  (resource: Resource<PodKind>): ReadonlyMap<string, Field<Volume> | undefined> =>
    new Map(validatedVolumes(resource).map(({ name, volume }) => [name, volume])),
);

/**
 * The volumes that a pod still has when the server makes warnings, with their paths at that time. The server has
 * removed other volumes before.
 */
export function volumesOfWarnings(
  resource: Resource<PodKind>,
): readonly { readonly volume: Field<Volume>; readonly path: string }[] {
  const volumes = podOf(resource).spec.get('volumes');
  return volumes
    .items()
    .filter((volume) => !isDropped(volume, resource.server))
    .map((volume, index) => ({ volume, path: `${volumes.path}[${index}]` }));
}

/** The names of the volumes that the server removes from the pod, and with them the mounts of these volumes. */
export const droppedVolumes = onceForEach(
  (resource: Resource<PodKind>): ReadonlySet<string> =>
    new Set(
      podOf(resource)
        .spec.itemsOf('volumes')
        .filter((volume) => isDropped(volume, resource.server))
        .map(({ value }) => value?.name ?? ''),
    ),
);

function isDropped({ value }: Field<Volume>, server: Server): boolean {
  return value?.image !== undefined && hasGate(server, 'ImageVolume', false);
}

/**
 * The label selectors in volumes that the server validates: of ClusterTrustBundles that have a signer, and of the
 * claims of ephemeral volumes.
 */
export function selectorsInVolumes(
  resource: Resource<PodKind>,
): readonly Field<LabelSelector | undefined>[] {
  return podOf(resource)
    .spec.itemsOf('volumes')
    .flatMap((volume) => selectorsIn(volume, resource.server));
}

/** The files of all volumes that have a field of the pod, or a resource of a container. */
export function downwardFilesIn(
  resource: Resource<PodKind>,
): readonly Field<DownwardAPIVolumeFile>[] {
  return validatedVolumes(resource).flatMap(({ volume }) =>
    volume === undefined ? [] : downwardFiles(volume),
  );
}

/**
 * The path that the server reports for a field in a volume. It names some sources differently, leaves out the index of
 * a file in a downward API volume, and counts the claims of a StatefulSet as volumes.
 */
export function volumePath(resource: Resource<PodKind>, path: string): string {
  return path
    .replace(/(?<=\.volumes\[)\d+(?=\])/, (index) => `${serverIndexes(resource)[Number(index)]}`)
    .replace(/(?<=\.volumes\[\d+\]\.)gcePersistentDisk(?=\.)/, 'persistentDisk')
    .replace(/(?<=\.downwardAPI)\.items\[\d+\]/, '')
    .replace(/\.sources\[\d+\]\.serviceAccountToken(?=\.path$)/, '');
}

/** For each volume its index on the server, which adds volumes for claims and drops others. */
const serverIndexes = onceForEach((resource: Resource<PodKind>): readonly number[] => {
  const claimed = claimVolumes(resource);
  let next = claimed.length;
  const given = podOf(resource).spec.itemsOf('volumes');
  return given.map((volume) => {
    const isReplaced = claimed.some(({ name }) => name === (volume.value?.name ?? ''));
    return isReplaced || isDropped(volume, resource.server) ? next : next++;
  });
});

const validatedVolumes = onceForEach((resource: Resource<PodKind>): readonly ValidatedVolume[] => {
  const { spec, isTemplate } = podOf(resource);
  const claimed = claimVolumes(resource);
  const given = spec
    .itemsOf('volumes')
    .filter((volume) => !isDropped(volume, resource.server))
    .filter((volume) => !claimed.some(({ name }) => name === (volume.value?.name ?? '')));
  // The claims of ephemeral volumes are named after the pod, whose name is only known to a Pod.
  const podName = isTemplate ? '' : objectName(resource);
  const created = given
    .filter(({ value }) => podName !== '' && value?.ephemeral !== undefined)
    .map(({ value }) => `${podName}-${value?.name ?? ''}`);
  const names = new Set(claimed.map(({ name }) => name));
  const volumes = given.map((volume): ValidatedVolume => {
    const nameFindings: NameFinding[] = [];
    const sourceFindings: SourceFinding[] = [];
    const { value: name = '' } = volume.get('name');
    const pathOf = ({ path, at }: NameFinding | SourceFinding): string =>
      volumePath(resource, path ?? at.path);
    const reportName: NameReport = (finding) =>
      nameFindings.push({ ...finding, path: pathOf(finding) });
    const kind = checkSource(
      (finding) => sourceFindings.push({ ...finding, path: pathOf(finding) }),
      volume,
      podName,
      resource.server,
    );
    checkName(reportName, volume.get('name'), names);
    const isRefused =
      nameFindings.length > 0 ||
      sourceFindings.length > 0 ||
      hasHiddenError(volume, resource.server);
    if (!isRefused) names.add(name);
    const claim = volume.get('persistentVolumeClaim').get('claimName');
    if (created.includes(claim.value ?? '')) {
      const problem = 'an ephemeral volume of the pod makes a claim of this name';
      reportInvalid(reportName, claim, problem);
    }
    return { name, volume, nameFindings, kind, sourceFindings, isRefused };
  });
  return [...claimed, ...volumes];
});

/** The volumes of the claims of a StatefulSet, which replace those of the same names in the template. */
const claimVolumes = onceForEach((resource: Resource<PodKind>): readonly ValidatedVolume[] => {
  if (!isOfKind(resource, 'StatefulSet') || hasUnreadableSelector(resource)) return [];
  const claims = new Map<string, Field<string | undefined>>();
  for (const claim of resource.root.get('spec').itemsOf('volumeClaimTemplates')) {
    const name = claim.get('metadata').get('name');
    if (!name.pruned) claims.set(name.value ?? '', name);
  }
  return [...claims].map(([name, field], index) => {
    const nameFindings: NameFinding[] = [];
    const path = `${podOf(resource).spec.path}.volumes[${index}].name`;
    checkName((finding) => nameFindings.push({ ...finding, path }), field, NO_NAMES);
    if (name === '') {
      // The server makes a volume of the claim, and refuses both of its names.
      const claimPath = path.replace(/name$/, 'persistentVolumeClaim.claimName');
      const reportClaim: NameReport = (finding) =>
        nameFindings.push({ ...finding, path: claimPath });
      requireText(reportClaim, field, 'the name of the claim');
    }
    const isRefused = nameFindings.length > 0;
    return { name, volume: undefined, nameFindings, kind: 'plain', sourceFindings: [], isRefused };
  });
});

const NO_NAMES: ReadonlySet<string> = new Set();

function checkName(
  report: NameReport,
  name: Field<string | undefined>,
  names: ReadonlySet<string>,
): void {
  if (requireText(report, name, 'such as data')) requireFormat(report, name, labelProblem);
  const { value = '' } = name;
  if (!names.has(value)) return;
  const problem = 'each volume needs a name of its own';
  report({
    message: 'duplicate',
    at: name,
    values: { field: 'name', value: shownValue(value), problem },
  });
}

function checkSource(
  report: VolumeReport,
  volume: Field<Volume>,
  podName: string,
  server: Server,
): SourceKind {
  const [first, ...others] = sourcesOf(volume);
  for (const name of others) {
    const source = volume.get(name);
    const path = `${volume.path}.${REFUSED_NAMES.get(name) ?? name}`;
    forbid(report, source, `a volume has one source, and this one has ${first} too`, { path });
  }
  switch (first) {
    case undefined:
      return 'plain';
    case 'projected':
      checkProjectedVolume(report, volume.get('projected'), server);
      return 'projected';
    case 'ephemeral':
      checkEphemeralVolume(report, volume, podName, server);
      return 'ephemeral';
    default:
      checkPlainSource(report, volume, first, server);
      return 'plain';
  }
}

function checkPlainSource<S extends VolumeSource>(
  report: VolumeReport,
  volume: Field<Volume>,
  name: S,
  server: Server,
): void {
  VOLUME_SOURCES[name](report, volume.get(name), volume, server);
}

/** The names of sources that the server reports for the second source of a volume. */
const REFUSED_NAMES: ReadonlyMap<VolumeSource, string> = new Map<VolumeSource, string>([
  ['cephfs', 'cephFS'],
  ['downwardAPI', 'downwarAPI'],
]);

/** The names of the sources of a volume. The server gives a volume without one an `emptyDir`. */
export function sourcesOf({ value }: Field<Volume>): readonly VolumeSource[] {
  return SOURCE_NAMES.filter((name) => value?.[name] !== undefined);
}

const SOURCE_NAMES = Object.keys(VOLUME_SOURCES) as readonly VolumeSource[];

function checkEphemeralVolume(
  report: VolumeReport,
  volume: Field<Volume>,
  podName: string,
  server: Server,
): void {
  const template = volume.get('ephemeral').get('volumeClaimTemplate');
  if (requireValue(report, template, 'a template of the claim')) {
    checkTemplateMetadata(report, template.get('metadata'));
    checkClaimSpec(report, template.get('spec'), server);
  }
  const name = volume.get('name');
  if (podName === '' || !name.value) return;
  const problem = subdomainProblem(`${podName}-${name.value}`);
  if (problem !== undefined) {
    reportInvalid(report, name, `the claim is called ${podName}-${name.value}, and ${problem}`);
  }
}

/** Reports whether another rule has a finding on a volume: on a selector, or on a reference to a field. */
function hasHiddenError(volume: Field<Volume>, server: Server): boolean {
  return (
    selectorsIn(volume, server).some(hasSelectorError) ||
    downwardFiles(volume).some((file) => hasReferenceError(file))
  );
}

/** The selectors in the source of a volume that the server validates, which is the first one. */
function selectorsIn(
  volume: Field<Volume>,
  server: Server,
): readonly Field<LabelSelector | undefined>[] {
  switch (sourcesOf(volume)[0]) {
    case 'ephemeral':
      return [volume.get('ephemeral').get('volumeClaimTemplate').get('spec').get('selector')];
    case 'projected': {
      if (!hasGate(server, 'ClusterTrustBundleProjection', true)) return [];
      const sources = volume.get('projected').itemsOf('sources');
      return sources
        .map((source) => source.get('clusterTrustBundle'))
        .filter(({ value }) => value?.signerName !== undefined && value.name === undefined)
        .map((bundle) => bundle.get('labelSelector'));
    }
    default:
      return [];
  }
}

/**
 * The files of a volume that have a field of the pod, or a resource of a container. The server only validates the first
 * source.
 */
function downwardFiles(volume: Field<Volume>): readonly Field<DownwardAPIVolumeFile>[] {
  switch (sourcesOf(volume)[0]) {
    case 'downwardAPI':
      return volume.get('downwardAPI').itemsOf('items');
    case 'projected': {
      const sources = volume.get('projected').itemsOf('sources');
      return sources.flatMap((source) => source.get('downwardAPI').itemsOf('items'));
    }
    default:
      return [];
  }
}

function hasReferenceError(file: Field<DownwardAPIVolumeFile>): boolean {
  const field = file.get('fieldRef');
  if (field.value !== undefined) return fieldReferenceProblem(field, 'file') !== undefined;
  return resourceReferenceProblems(file.get('resourceFieldRef'), 'file').length > 0;
}
