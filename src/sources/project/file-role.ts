import { onceForEach } from '../../base/once-for-each.ts';
import { WordPattern } from '../../base/word-pattern.ts';
import {
  type FileInProject,
  isExpectedOutput,
  isInKubebuilder,
  isInTestFolder,
  isNamedAsExample,
  isOfKubebuilder,
  isOutput,
} from './file-location.ts';
import { isNamedLikePatch, type Kustomization } from './kustomize/kustomization.ts';
import { folderOf } from './normalize-path.ts';
import type { Surrounding } from './project-folder.ts';

/**
 * The required fields that objects may lack. A file may have patches that are used elsewhere, such as by a script, if
 * no project file refers to it, although a kustomization next to it names others. Objects that a policy compares with
 * those of a cluster need no name either.
 */
export type MayLack = 'nothing' | 'all-but-name' | 'all';

/** The purpose of a file, as the project files around it and its name show. */
export type FileRole =
  /** Objects that are sent to a server. */
  | { readonly kind: 'manifests'; readonly mayLack: MayLack }
  /** A patch or a configuration of kustomize. */
  | ({ readonly kind: 'kustomize-patch'; readonly isTurnedOff?: true } & Certainty)
  /** A template of a Helm chart, which has to be rendered first. */
  | { readonly kind: 'chart-template' }
  /** A file that is read as data: values of a Helm chart, the content of a ConfigMap that kustomize generates. */
  | { readonly kind: 'data' }
  /** Objects that a test compares with objects of a cluster. They have only the fields that it asserts. */
  | ({ readonly kind: 'test-assertion' } & Certainty);

interface Certainty {
  /**
   * True if a project file shows the purpose. If only the name of the file shows it, an object that is complete is a
   * manifest.
   */
  readonly isCertain: boolean;
}

/** The purpose of a file whose objects are all sent to a server as they are. */
export const MANIFESTS: FileRole = { kind: 'manifests', mayLack: 'nothing' };
const PART_WITH_NAME: FileRole = { kind: 'manifests', mayLack: 'all-but-name' };

/** Finds the purpose of a file. The nearest project file that refers to it decides. */
export function roleOf(file: FileInProject): FileRole {
  const isExpected = isExpectedOutput(file);
  for (const surrounding of file.surroundings) {
    // A project file in an expected output is a part of it.
    if (isExpected && !isExpectedOutput({ location: surrounding.path })) continue;
    const role = roleIn(surrounding);
    if (role !== undefined) return role;
  }
  return roleByName(file) ?? unusedRole(file) ?? unlistedRole(file);
}

/**
 * The usual names of patches and their folders, outside of the folders of kustomizations too: `patch.yaml`,
 * `web-patches.yaml`, `patch-web.yaml`, `overlays/web.yaml`, `web-patches/a.yaml`, and `kustomize/web.yaml`, which
 * scripts use.
 */
const PATCH_FILE = new WordPattern(
  ['patch', 'kustomize', 'overlay'],
  /(?:^|\/)(?:(?:patch(?:es)?(?:[-_.][^/]*)?|[^/]*[-_.]patch(?:es)?)\.(?:ya?ml|json)$|(?:kustomize|overlays?|(?:[^/]*[-_.])?patches)\/)/,
);

/** A file with a part of an object for documentation: `web-snippet.yaml`, `snippets/web.yaml`. */
const SNIPPET = new WordPattern(['snippet'], /(?:^|[-_./])snippets?(?:\/|\.(?:ya?ml|json)$)/);

/**
 * The purpose of a file to which no project file refers. It may be a patch if it is named like one, is next to a
 * kustomization that names other files or to a patch that one names, or is below one of a project of kubebuilder. A
 * patch needs no name, because the kustomization can name its target.
 */
function unlistedRole(file: FileInProject): FileRole {
  if (PATCH_FILE.test(file.location)) return { kind: 'manifests', mayLack: 'all' };
  if (SNIPPET.test(file.location)) return PART_WITH_NAME;
  const mayBeFar = isOfKubebuilder(file) && !isNamedAsExample(file);
  const mayBePart = file.surroundings.some(({ folder: { kustomization }, path }) => {
    if (kustomization === undefined) return false;
    const isNext = mayBeFar || !path.includes('/');
    const isNextToPatch = foldersOfPatches(kustomization).has(folderOf(path));
    return isNextToPatch || (isNext && kustomization.resources.size > 0);
  });
  return mayBePart ? PART_WITH_NAME : MANIFESTS;
}

/**
 * Reports whether a file is another version of a patch that the nearest kustomization uses, such as
 * `versions/v1.yaml` where it uses `versions/v2.yaml`. Users choose one of them.
 */
function isVersionOfPatch({ surroundings }: FileInProject): boolean {
  const nearest = surroundings.find(({ folder }) => folder.kustomization !== undefined);
  const kustomization = nearest?.folder.kustomization;
  if (kustomization === undefined) return false;
  const own = withoutDigits(nearest?.path ?? '');
  const { patches, resources } = namesWithoutDigits(kustomization);
  return patches.has(own) && !resources.has(own);
}

const withoutDigits = (path: string) => path.replaceAll(/\d+/g, '');

const namesWithoutDigits = onceForEach(({ parts, resources }: Kustomization) => ({
  patches: new Set([...parts].map(withoutDigits)),
  resources: new Set([...resources].map(withoutDigits)),
}));

const foldersOfPatches = onceForEach(
  ({ parts }: Kustomization): ReadonlySet<string> => new Set([...parts].map(folderOf)),
);

/** The purpose of a file in a folder or below it, as the project files of the folder show. */
function roleIn({ folder, path }: Surrounding): FileRole | undefined {
  const { kustomization, kustomizationTemplate, chainsawTest, policyTests, isChart } = folder;
  if (isChart && path === 'Chart.yaml') return { kind: 'data' };
  if (chainsawTest?.isWhole(path)) return MANIFESTS;
  if (chainsawTest?.isPartial(path)) return { kind: 'test-assertion', isCertain: true };
  if (policyTests?.isInput(path)) return MANIFESTS;
  if (policyTests?.isData(path)) return { kind: 'data' };
  if (policyTests?.isOutput(path)) return { kind: 'test-assertion', isCertain: false };
  if (kustomization?.resources.has(path)) {
    // The file is also a patch, or named like one. The object may be a part that is applied to an object of the
    // cluster, which has the other fields.
    return kustomization.parts.has(path) || isNamedLikePatch(path.slice(path.lastIndexOf('/') + 1))
      ? PART_WITH_NAME
      : MANIFESTS;
  }
  if (kustomization?.parts.has(path)) return { kind: 'kustomize-patch', isCertain: true };
  if (kustomization?.data.has(path)) return { kind: 'data' };
  if (kustomization?.policyTemplates.some((one) => `${path}/`.startsWith(`${one}/`))) {
    return { kind: 'manifests', mayLack: 'all' };
  }
  if (kustomization?.commentedParts.has(path)) {
    return { kind: 'kustomize-patch', isCertain: false, isTurnedOff: true };
  }
  if (kustomizationTemplate?.parts.has(path)) return { kind: 'kustomize-patch', isCertain: false };
  if (isChart && CHART_TEMPLATE.test(path)) return { kind: 'chart-template' };
  return isChart && CHART_VALUES.test(path) ? { kind: 'data' } : undefined;
}

/** The path of a template of the chart or of a chart that it contains. Files in crds/ are not rendered. */
const CHART_TEMPLATE = /^(?:charts\/[^/]+\/)*templates\//;

const CHART_VALUES =
  /^(?:charts\/[^/]+\/)*(?:(?:ci|values)\/[^/]+|[^/]*values[^/]*)\.(?:ya?ml|json)$/i;

/** The names by which kuttl finds the files that it compares: `00-assert.yaml`, `02-errors.yaml`. */
const KUTTL_ASSERTION = /^\d+-(?:assert|errors)(?:-[^/]*)?\.ya?ml$/;

/** The usual names of such files and their folders: `assert.yaml`, `chainsaw-assert-2.yaml`, `asserts/web.yaml`. */
const ASSERTION_NAME = /(?:^|[-_./])assert(?:s|ions?)?(?:\/|\d*(?:[-_.][^/]*)?\.(?:ya?ml|json)$)/;

const ERROR_NAME = /(?:^|[-_.])errors?\d*(?:[-_.][^/]*)?\.(?:ya?ml|json)$/;

/** A patch that a script applies, in any project. */
const OVERLAY_NAME = /[-_.]overlay\.ya?ml$/;

/** A folder with parts of CRDs, which the code generator of OpenShift merges. */
const PARTS_OF_CRDS = new WordPattern(
  ['crd-manifests'],
  /(?:^|\/)(?:zz_generated\.featuregated|manual-override)-crd-manifests\//,
);

/**
 * Data for tests that an object of each kind stays the same when it is encoded and decoded:
 * `testdata/HEAD/apps.v1.Deployment.yaml`. Its values are any. Source: `roundtrip/compatibility.go` in
 * `pkg/api/apitesting` of k8s.io/apimachinery
 */
const ROUND_TRIP_DATA = new WordPattern(
  ['testdata'],
  /(?:^|\/)testdata\/[^/]+\/[a-z][a-z\d.-]*\.v\d+(?:(?:alpha|beta)\d+)?\.[A-Z][A-Za-z]*(?:\.[a-z_]+)*\.(?:json|ya?ml)$/,
);

/** The purpose of a file as its name shows, in a project where files with such names are common. */
function roleByName(file: FileInProject): FileRole | undefined {
  const { location, surroundings } = file;
  const fileName = location.slice(location.lastIndexOf('/') + 1);
  const hasTests = surroundings.some(({ folder }) => folder.hasTests);
  if (KUTTL_ASSERTION.test(fileName)) return { kind: 'test-assertion', isCertain: hasTests };
  if (PARTS_OF_CRDS.test(location) || ROUND_TRIP_DATA.test(location)) return { kind: 'data' };
  if (isOutput(file)) return { kind: 'test-assertion', isCertain: false };
  const isInTests = hasTests || isInTestFolder(file);
  if ((isInTests && ASSERTION_NAME.test(location)) || (hasTests && ERROR_NAME.test(fileName))) {
    return { kind: 'test-assertion', isCertain: false };
  }
  const isPatch =
    OVERLAY_NAME.test(fileName) ||
    surroundings.some(
      (one) =>
        (one.folder.kustomization !== undefined || isInKubebuilder(one)) &&
        isNamedLikePatch(one.path),
    ) ||
    isVersionOfPatch(file);
  return isPatch ? { kind: 'kustomize-patch', isCertain: false } : undefined;
}

/** The purpose of a file next to a test that does not use it. It may have been an assertion. */
function unusedRole({ surroundings: [own] }: FileInProject): FileRole | undefined {
  if (own === undefined || !isNextToTest(own.path)) return undefined;
  const { chainsawTest } = own.folder;
  const isUnused = chainsawTest !== undefined && !chainsawTest.mentions(own.path);
  return isUnused ? { kind: 'test-assertion', isCertain: false } : undefined;
}

/** Reports whether a path is one of a file in the folder itself, other than the test. */
const isNextToTest = (path: string) => !/\/|^chainsaw-test\.ya?ml$/.test(path);
