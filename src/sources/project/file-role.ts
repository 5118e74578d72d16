import { onceForEach } from '../../base/once-for-each.ts';
import { isEmbeddedBy } from './go-embeds.ts';
import { isNamedLikePatch, type Kustomization } from './kustomization.ts';
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

export interface Certainty {
  /**
   * True if a project file shows the purpose. If only the name of the file shows it, an object that is complete is a
   * manifest.
   */
  readonly isCertain: boolean;
}

const MANIFESTS: FileRole = { kind: 'manifests', mayLack: 'nothing' };

/**
 * Finds the purpose of a file. The nearest project file that refers to it decides.
 *
 * @param name the path of the file from the root of its project
 * @param surroundings the folder of the file and those above it, the nearest first
 */
export function roleOf(name: string, surroundings: readonly Surrounding[]): FileRole {
  for (const surrounding of surroundings) {
    const role = roleIn(surrounding);
    if (role !== undefined) return role;
  }
  return (
    roleByName(name, surroundings) ??
    unusedRole(surroundings) ??
    (isUnlisted(name, surroundings) ? { kind: 'manifests', mayLack: 'all-but-name' } : MANIFESTS)
  );
}

/**
 * The usual names of patches and their folders, outside of the folders of kustomizations too: `patch.yaml`,
 * `web-patches.yaml`, `patch-web.yaml`, `overlays/web.yaml`, `web-patches/a.yaml`, and `kustomize/web.yaml`, which
 * scripts use.
 */
const PATCH_FILE =
  /(?:^|\/)(?:(?:patch(?:es)?(?:[-_.][^/]*)?|[^/]*[-_.]patch(?:es)?)\.(?:ya?ml|json)$|(?:kustomize|overlays?|(?:[^/]*[-_.])?patches)\/)/;

/**
 * Reports whether a file without a known purpose is named like a patch, is next to a kustomization that names other
 * files or to a patch that one names, or is below one of a project of kubebuilder.
 */
function isUnlisted(name: string, surroundings: readonly Surrounding[]): boolean {
  if (PATCH_FILE.test(name)) return true;
  const mayBeFar = isOfKubebuilder(surroundings) && !EXAMPLE.test(name);
  return surroundings.some(({ folder: { kustomization }, path }) => {
    if (kustomization === undefined) return false;
    const isNext = mayBeFar || !path.includes('/');
    const isNextToPatch = foldersOfPatches(kustomization).has(folderOf(path));
    return isNextToPatch || (isNext && kustomization.resources.size > 0);
  });
}

const foldersOfPatches = onceForEach(
  ({ parts }: Kustomization): ReadonlySet<string> => new Set([...parts].map(folderOf)),
);

/** Reports whether a file is in a folder with manifests of a project of kubebuilder. */
function isOfKubebuilder(surroundings: readonly Surrounding[]): boolean {
  return surroundings.some(
    ({ folder, path }) => folder.isKubebuilderProject && KUBEBUILDER_MANIFESTS.test(path),
  );
}

/** The purpose of a file in a folder or below it, as the project files of the folder show. */
function roleIn({ folder, path }: Surrounding): FileRole | undefined {
  const { kustomization, chainsawTest, policyTests, isChart } = folder;
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
      ? { kind: 'manifests', mayLack: 'all-but-name' }
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
  if (isChart && CHART_TEMPLATE.test(path)) return { kind: 'chart-template' };
  return isChart && CHART_VALUES.test(path) ? { kind: 'data' } : undefined;
}

/** The path of a template of the chart or of a chart that it contains. Files in crds/ are not rendered. */
const CHART_TEMPLATE = /^(?:charts\/[^/]+\/)*templates\//;

const CHART_VALUES =
  /^(?:charts\/[^/]+\/)*(?:(?:ci|values)\/[^/]+|[^/]*values[^/]*)\.(?:ya?ml|json)$/i;

/** The names by which kuttl finds the files that it compares: `00-assert.yaml`, `02-errors.yaml`. */
const KUTTL_ASSERTION = /^\d+-(?:assert|errors)(?:-[^/]*)?\.ya?ml$/;

/** The usual names of such files: `assert.yaml`, `chainsaw-assert-2.yaml`. */
const ASSERTION_NAME = /(?:^|[-_.])assert(?:s|ions?)?\d*(?:[-_.][^/]*)?\.(?:ya?ml|json)$/;

const ERROR_NAME = /(?:^|[-_.])errors?\d*(?:[-_.][^/]*)?\.(?:ya?ml|json)$/;

/** A patch that a script applies, in any project. */
const OVERLAY_NAME = /[-_.]overlay\.ya?ml$/;

/**
 * A file with the expected output of a test: `web.golden.yaml`, `golden/web.yaml`, `web.out.yaml`, `expected.yaml`,
 * `expected-pods/web.yaml`, `__snapshot__/web.yaml`. It may be a part of an object.
 */
const EXPECTED_OUTPUT =
  /(?:^|\/)(?:(?:[^/]*[-_.])?(?:golden(?:s?\/|\.(?:ya?ml|json)$)|expected(?:(?:[-_][^/]*)?\/|\.(?:ya?ml|json)$))|__snapshots?__\/)|\.out\.(?:ya?ml|json)$/;

/** The name of a generated file: `zz_fixture_TestWeb.yaml`. In the data of tests, the test writes it. */
const GENERATED = /(?:^|\/)zz_[^/]+$/;

/** The output of a program in a test: `snapshot/web/output.yaml`, `output/web.yaml`. */
const RECORDED_OUTPUT = /(?:^|\/)outputs?(?:-\w+)?(?:\/|\.ya?ml$)/;

/** A folder with parts of CRDs, which the code generator of OpenShift merges. */
const PARTS_OF_CRDS = /(?:^|\/)(?:zz_generated\.featuregated|manual-override)-crd-manifests\//;

/**
 * Data for tests that an object of each kind stays the same when it is encoded and decoded:
 * `testdata/HEAD/apps.v1.Deployment.yaml`. Its values are any. Source: `roundtrip/compatibility.go` in
 * `pkg/api/apitesting` of k8s.io/apimachinery
 */
const ROUND_TRIP_DATA =
  /(?:^|\/)testdata\/[^/]+\/[a-z][a-z\d.-]*\.v\d+(?:(?:alpha|beta)\d+)?\.[A-Z][A-Za-z]*(?:\.[a-z_]+)*\.(?:json|ya?ml)$/;

/**
 * A folder of tests, by its name: `e2e-tests/`, `test_yaml/`, `cypress/`, `__tests__/`, and `src/it/` for those that
 * Maven runs.
 */
const TEST_FOLDER =
  /(?:^|\/)(?:[^/]*[-_])?(?:(?:int|integration)?tests?(?:assets|cases|crds|files|fixtures|inputs?|manifests|policies|resources)?|e2e|bats|chainsaw|cypress|kuttl|playwright|src\/it|__(?:tests|TESTS)__)(?:[-_][^/]*)?\//;

/**
 * The name of a folder of data for tests: Go ignores `testdata` and folders with an underscore, and the
 * others are named after the programs that run the tests.
 */
const TEST_DATA = /(?:^|\/)(?:_?test_?data|\.chainsaw(?:-test)?|\.kyverno-test)\//;

/** A folder of data for tests, if it belongs to source code. */
const FIXTURES = /(?:^|\/)fixtures\//;
const SOURCE_CODE = /(?:^|\/)(?:pkg|internal|src)\//;

/**
 * A folder of data for tests that run without a server, in projects in Go and in Python, and in those that Maven
 * builds.
 */
const UNIT_TEST_DATA = /(?:^|\/)(?:_?test_?data|tests?\/unit|src\/test\/resources)\//;

/** A folder of packages of Go. */
const GO_PACKAGES = /(?:^|\/)(?:pkg|internal)\//;

/** A folder of manifests that are compiled into a program in Go, which completes them before it sends them. */
const EMBEDDED = /(?:^|\/)(?:assets|bindata|cmd)\//;

/**
 * The same in a program in Java, as Maven and Gradle build it, and a folder of fragments that JKube completes for one.
 */
const EMBEDDED_IN_JAVA = /(?:^|\/)src\/main\/(?:resources|jkube|fabric8)\//;

/**
 * A folder with files that a project does not maintain: old files, releases, such as `istio-v1.16.0/`, and copies of
 * other projects, for which the examples of vendir use `upstream/`. Flux writes its own CRDs and objects into a file of
 * the repositories that it is bootstrapped from.
 */
const UNMAINTAINED =
  /(?:^|\/)(?:[._]?(?:archived?|attic|deprecated|external[-_]crds?|obsolete|third[-_]?party|upstream)\/|(?:[^/]*-)?v?\d+\.\d+\.\d+(?:-[^/]*)?\/|gotk-components\.yaml$)/;

/** The manifests of a release in a file: `v1.16.0.yaml`, `install-0.4.0-alpha.1.yml`, `v2_2_0_full.yaml`. */
const RELEASE_FILE = /(?:^|[/-])v?\d+[._]\d+[._]\d+(?:[-_][a-z]+[.\d]*)?\.ya?ml$/;

/** A folder of tests that run with a server, by its name: `e2e-tests/`, `test/e2e/`. */
const SERVER_TEST_FOLDER = /(?:^|[/-])(?:e2e|bats|chainsaw|kuttl)[/-]/;

/**
 * A file that shows what a policy or a linter accepts and reports: `fail.yaml`, `example_allowed.yaml`,
 * `passed/web.yaml`.
 */
const POLICY_CASE =
  /(?:(?:^|[/_-])(?:(?:dis)?allowed|bad|fail|good|pass|violations?)\d*|(?:^|\/)(?:fail|pass)(?:ed|ing))(?:\/|\.(?:ya?ml|json)$)/;

/** A folder of data for tests or of slides, whose files may show variants of one object. */
const VARIANTS = /(?:^|\/)(?:fixtures|slides)\//;

/** Reports whether the objects in a file are sent to a server by tests, as its folder shows. */
function isTestData(name: string, surroundings: readonly Surrounding[]): boolean {
  return (
    TEST_DATA.test(name) ||
    (FIXTURES.test(name) && SOURCE_CODE.test(name)) ||
    isPolicyInput(surroundings) ||
    surroundings.some(
      ({ folder }) =>
        folder.hasTests || (folder.policyTests !== undefined && TEST_FOLDER.test(name)),
    )
  );
}

/** Reports whether the objects in a file are only there for tests of policies without a server. */
export function isPolicyInput(surroundings: readonly Surrounding[]): boolean {
  return surroundings.some(({ folder, path }) => folder.policyTests?.isInput(path));
}

/**
 * A file that shows how an object looks, or is filled in by a script: in `docs/`, `examples/`, `schemas/`, `hack/`,
 * `templates/`, or `web-template.yaml`.
 */
const EXAMPLE =
  /(?:^|\/)(?:docs?|documentation|examples?|samples?|schemas?|hack|scripts?|(?:[^/]*[-_])?templates?)\/|(?:^|[-_./])template\.(?:ya?ml|json)$/;

/** Reports whether a file is in a folder of documentation, which shows parts of objects too. */
export function isInDocumentation(name: string): boolean {
  return /(?:^|\/)(?:docs?|documentation)\//.test(name);
}

/**
 * Reports whether a file shows how an object looks: it is an example, or in `config/` of a project that defines the
 * kinds itself.
 */
export function isSample(name: string, surroundings: readonly Surrounding[]): boolean {
  return isExample(name, surroundings) || isOfKubebuilder(surroundings);
}

/** Reports whether people or scripts replace names in a file before it is used, as its name or folder shows. */
export function isExample(name: string, surroundings: readonly Surrounding[]): boolean {
  return EXAMPLE.test(name) || isInTests(name, surroundings);
}

/** Reports whether a file is in a folder of templates. */
export function isInTemplates(name: string): boolean {
  return /(?:^|[-_/])templates?\//.test(name);
}

/** Reports whether a test of chainsaw expects that the server refuses the objects in a file. */
export function isRefusalExpected(surroundings: readonly Surrounding[]): boolean {
  return surroundings.some(({ folder, path }) => folder.chainsawTest?.isRefused(path));
}

/**
 * Reports whether nobody corrects a file: it is the expected output of a test, a case for a policy, a release, or in a
 * folder with what a project does not maintain.
 */
export function isUnmaintained(name: string): boolean {
  const isUnchanged = [UNMAINTAINED, RELEASE_FILE, POLICY_CASE].some((one) => one.test(name));
  return isUnchanged || isExpectedOutput(name);
}

/** Reports whether only the developers of a project use a file, as its folder shows. */
export function isForDevelopers(name: string): boolean {
  return /(?:^|\/)hack\//.test(name);
}

function isExpectedOutput(name: string): boolean {
  return (
    EXPECTED_OUTPUT.test(name) ||
    (isInUnitTests(name) && GENERATED.test(name)) ||
    (TEST_FOLDER.test(name) && RECORDED_OUTPUT.test(name))
  );
}

/**
 * Reports whether a file may have variants of an object, which are not all sent to a server: it is for tests or slides.
 */
export function mayHaveVariants(name: string, surroundings: readonly Surrounding[]): boolean {
  if (isInUnitTests(name) || VARIANTS.test(name)) return true;
  const hasServer =
    SERVER_TEST_FOLDER.test(name) || surroundings.some(({ folder }) => folder.hasTests);
  return isInTests(name, surroundings) && !hasServer;
}

/** Reports whether a file is in a folder of data for tests that run without a server. */
export function isInUnitTests(name: string): boolean {
  return UNIT_TEST_DATA.test(name);
}

/** Reports whether a file is among the packages of a program in Go, as its folder shows. */
export function isInGoPackages(name: string): boolean {
  return GO_PACKAGES.test(name);
}

/** A folder with one of the parts of a course: `lessons/046/`, `chapter-3/`, `day12/`. */
const LESSON =
  /^(?:(?:ch|chapter|class|day|episode|exercise|lab|lecture|lesson|module|section|session|unit|week)[-_. ]?)?\d+$/i;

/** Reports whether two files are in different lessons of a course, which are not applied together. */
export function areOfDifferentLessons(one: string, other: string): boolean {
  const [path, others] = [one.split('/'), other.split('/')];
  const index = path.findIndex((name, at) => name !== others[at]);
  return [path[index], others[index]].every((name) => name !== undefined && LESSON.test(name));
}

/** Reports whether people keep the kustomization of a folder for others, which complete its objects. */
export function isInBase(name: string): boolean {
  return /(?:^|[-_/])bases?\//.test(name);
}

/** Reports whether a program contains a file, as its folder or the program shows. */
export function isEmbedded(name: string, surroundings: readonly Surrounding[]): boolean {
  return (
    EMBEDDED_IN_JAVA.test(name) ||
    surroundings.some(
      ({ folder: { goModule, goEmbeds }, path }) =>
        (goModule !== undefined && EMBEDDED.test(path)) ||
        goEmbeds.some((pattern) => isEmbeddedBy(pattern, path)),
    )
  );
}

/**
 * Reports whether a file is in a folder of fragments, of which JKube makes objects.
 * Source: https://eclipse.dev/jkube/docs/kubernetes-maven-plugin/#_resource_fragments
 */
export function isOfJkube(name: string): boolean {
  return /(?:^|\/)src\/main\/(?:jkube|fabric8)\//.test(name);
}

/** Reports whether a file is in a folder of tests, as the name or the files of the folder show. */
export function isInTests(name: string, surroundings: readonly Surrounding[]): boolean {
  return TEST_FOLDER.test(name) || isTestData(name, surroundings);
}

/** The purpose of a file as its name shows, in a project where files with such names are common. */
function roleByName(name: string, surroundings: readonly Surrounding[]): FileRole | undefined {
  const fileName = name.slice(name.lastIndexOf('/') + 1);
  const hasTests = surroundings.some(({ folder }) => folder.hasTests);
  if (KUTTL_ASSERTION.test(fileName)) return { kind: 'test-assertion', isCertain: hasTests };
  if (PARTS_OF_CRDS.test(name) || ROUND_TRIP_DATA.test(name)) return { kind: 'data' };
  if (isExpectedOutput(name)) return { kind: 'test-assertion', isCertain: false };
  const isInTests = hasTests || TEST_FOLDER.test(name);
  if ((isInTests && ASSERTION_NAME.test(fileName)) || (hasTests && ERROR_NAME.test(fileName))) {
    return { kind: 'test-assertion', isCertain: false };
  }
  const isPatch =
    OVERLAY_NAME.test(fileName) ||
    surroundings.some(
      ({ folder: { kustomization, isKubebuilderProject }, path }) =>
        (kustomization !== undefined ||
          (isKubebuilderProject && KUBEBUILDER_MANIFESTS.test(path))) &&
        isNamedLikePatch(path),
    );
  return isPatch ? { kind: 'kustomize-patch', isCertain: false } : undefined;
}

/** The purpose of a file next to a test that does not use it. It may have been an assertion. */
function unusedRole([own]: readonly Surrounding[]): FileRole | undefined {
  if (own === undefined || !isNextToTest(own.path)) return undefined;
  const { chainsawTest } = own.folder;
  const isUnused = chainsawTest !== undefined && !chainsawTest.mentions(own.path);
  return isUnused ? { kind: 'test-assertion', isCertain: false } : undefined;
}

/** Reports whether a path is one of a file in the folder itself, other than the test. */
const isNextToTest = (path: string) => !/\/|^chainsaw-test\.ya?ml$/.test(path);

/** The folder of kustomizations in a project of kubebuilder. */
const KUBEBUILDER_MANIFESTS = /^config\//;
