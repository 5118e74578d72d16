import { WordPattern } from '../../base/word-pattern.ts';
import type { Value } from '../../yaml/index.ts';
import { isEmbeddedBy, isNamedBy } from './named-files.ts';
import type { Surrounding } from './project-folder.ts';

/** A file by its path from the root of its project, and the folder of the file and those above it. */
export interface FileInProject {
  readonly location: string;
  readonly surroundings: readonly Surrounding[];
}

/** A file of which only the path matters. */
type Located = Pick<FileInProject, 'location'>;

/** The folder of kustomizations in a project of kubebuilder. */
const KUBEBUILDER_MANIFESTS = /^config\//;

/**
 * A file with the expected output of a test: `web.golden.yaml`, `golden/web.yaml`, `web.out.yaml`, `expected.yaml`,
 * `expected-pods/web.yaml`, `web-expected-resources.yaml`, `__snapshot__/web.yaml`, `.snapshots/web.yaml`. It may be a
 * part of an object.
 */
const EXPECTED_OUTPUT = new WordPattern(
  ['golden', 'expected', 'snapshot', '.out.'],
  /(?:^|\/)(?:(?:[^/]*[-_.])?(?:golden(?:s?\/|\.(?:ya?ml|json)$)|expected(?:[-_][^/]*)?(?:\/|\.(?:ya?ml|json)$))|\.snapshots?\/|__snapshots?__\/)|\.out\.(?:ya?ml|json)$/,
);

/** The name of a generated file: `zz_fixture_TestWeb.yaml`. In the data of tests, the test writes it. */
const GENERATED = /(?:^|\/)zz_[^/]+$/;

/** The output of a program in a test: `snapshot/web/output.yaml`, `output/web.yaml`, `fixtures/output/web.yaml`. */
const RECORDED_OUTPUT = /(?:^|\/)outputs?(?:-\w+)?(?:\/|\.ya?ml$)/;

/** The name of an expected output in the data of tests: `golden-web.yaml`. Elsewhere, images have such names. */
const GOLDEN_FILE = /(?:^|\/)golden[-_][^/]*\.(?:ya?ml|json)$/;

/**
 * A folder of tests, by its name: `e2e-tests/`, `test_yaml/`, `cypress/`, `__tests__/`, and `src/it/` for those that
 * Maven runs.
 */
const TEST_FOLDER = new WordPattern(
  ['test', 'TEST', 'e2e', 'bats', 'chainsaw', 'cypress', 'kuttl', 'playwright', 'src/it'],
  /(?:^|\/)(?:[^/]*[-_])?(?:(?:int|integration)?tests?(?:assets|cases|crds|files|fixtures|inputs?|manifests|policies|resources)?|e2e|bats|chainsaw|cypress|kuttl|playwright|src\/it|__(?:tests|TESTS)__)(?:[-_][^/]*)?\//,
);

/**
 * The name of a folder of data for tests: Go ignores `testdata` and folders with an underscore, and the
 * others are named after the programs that run the tests.
 */
const TEST_DATA = new WordPattern(
  ['test', 'mock', 'chainsaw'],
  /(?:^|\/)(?:_?test[-_]?data|mock[-_]?(?:data|files)|\.chainsaw(?:-test)?|\.kyverno-test)\//,
);

/** A folder of data for tests, if it belongs to source code. */
const FIXTURES = /(?:^|\/)fixtures\//;
const SOURCE_CODE = /(?:^|\/)(?:pkg|internal|src)\//;

/**
 * A folder of data for tests that run without a server, in projects in Go, Python and Ruby, and in those that Maven
 * builds.
 */
const UNIT_TEST_DATA = new WordPattern(
  ['test', 'mock', 'spec/'],
  /(?:^|\/)(?:_?test[-_]?data|mock[-_]?(?:data|files)|tests?\/unit|src\/test\/resources|spec\/fixtures)\//,
);

const GO_PACKAGES = /(?:^|\/)(?:pkg|internal)\//;

/** A folder of manifests that are compiled into a program in Go, which completes them before it sends them. */
const EMBEDDED = /(?:^|\/)(?:assets|bindata|cmd|internal)\//;

/**
 * The same in a program in Java, as Maven and Gradle build it, and a folder of fragments that JKube or Quarkus
 * completes for one. Source: https://quarkus.io/guides/deploying-to-kubernetes#using-existing-resources
 */
const EMBEDDED_IN_JAVA = /(?:^|\/)src\/main\/(?:resources|jkube|fabric8|kubernetes)\//;

/**
 * A folder with files that a project does not maintain: old files, and copies of other projects, for which the examples
 * of vendir use `upstream/`. Flux writes its own CRDs and objects into a file of the repositories that it is
 * bootstrapped from.
 */
const UNMAINTAINED =
  /(?:^|\/)(?:[._]?(?:archived?|attic|deprecated|external[-_]crds?|legacy|obsolete|old(?:[-_][a-z]+)?|third[-_]?party|upstream|vendored)(?:[-_]\d+)?\/|gotk-components\.yaml$)/i;

/** A folder of a release: `istio-v1.16.0/`. */
const RELEASE_FOLDER = /(?:^|\/)(?:[^/]*-)?v?\d+\.\d+\.\d+(?:-[^/]*)?\//;

/** A folder with the documentation of a release: `v0.18/`, and `versioned_docs/version-1.4/` of Docusaurus. */
const RELEASE_DOCUMENTATION = /(?:^|\/)(?:v|version[-_])\d+\.\d+\//;

/**
 * The manifests of a release in a file: `v1.16.0.yaml`, `install-0.4.0-alpha.1.yml`, `v2_2_0_full.yaml`,
 * `istio-1.5.yaml`.
 */
const RELEASE_FILE =
  /(?:(?:^|[/-])v?\d+[._]\d+[._]\d+(?:[-_][a-z]+[.\d]*)?|[a-z]-v?\d+\.\d+)\.ya?ml$/;

/** A folder of tests that run with a server, by its name: `e2e-tests/`, `test/e2e/`. */
const SERVER_TEST_FOLDER = /(?:^|[/-])(?:e2e|bats|chainsaw|kuttl)[/-]/;

/**
 * A file that shows what a policy or a linter accepts and reports: `fail.yaml`, `example_allowed.yaml`,
 * `passed/web.yaml`.
 */
const POLICY_CASE =
  /(?:(?:^|[/_-])(?:(?:dis)?allowed|bad|fail|good|pass|violations?)\d*|(?:^|\/)(?:fail|pass)(?:ed|ing))(?:\/|\.(?:ya?ml|json)$)/;

/** A file that is wrong on purpose, for an exercise: `broken-deployment.yaml`, `misconfiguration/web.yaml`. */
const BROKEN = /(?:^|[/_-])(?:broken|misconfigur(?:ation|ed)|vulnerable)[/_.-]/;

/** A folder of data for tests, of slides or of exercises, whose files may show variants of one object. */
const VARIANTS = /(?:^|\/)(?:exercises?|fixtures|practice|slides)\//;

/** Reports whether the objects in a file are only there for tests of policies without a server. */
export function isPolicyInput({ surroundings }: FileInProject): boolean {
  return surroundings.some(({ folder, path }) => folder.policyTests?.isInput(path));
}

/**
 * A file that shows how an object looks, or is filled in by a script: in `docs/`, `examples/`, `schemas/`, `hack/`,
 * `templates/`, or `web-template.yaml`.
 */
const EXAMPLE = new WordPattern(
  ['doc', 'example', 'sample', 'schema', 'hack', 'script', 'template'],
  /(?:^|\/)(?:docs?|documentation|examples?|samples?|schemas?|hack|scripts?|(?:[^/]*[-_])?templates?)\/|(?:^|[-_./])template\.(?:ya?ml|json)$/,
);

/** Reports whether a file is in a folder of documentation, which shows parts of objects too. */
export function isInDocumentation({ location }: Located): boolean {
  return /(?:^|\/)(?:docs?|documentation)\//.test(location);
}

/**
 * Reports whether a file shows how an object looks: it is an example, or in `config/` of a project that defines the
 * kinds itself.
 */
export function isSample(file: FileInProject): boolean {
  return isExample(file) || isOfKubebuilder(file);
}

/** Reports whether a file is an example by its name or folder. */
export function isNamedAsExample({ location }: Located): boolean {
  return EXAMPLE.test(location);
}

/** Reports whether people or scripts replace names in a file before it is used, as its name or folder shows. */
export function isExample(file: FileInProject): boolean {
  return isNamedAsExample(file) || isInTests(file);
}

/** Reports whether a file is in a folder of templates, or named as a template. */
export function isInTemplates({ location }: Located): boolean {
  return /(?:^|[-_/])templates?(?:\/|\.(?:ya?ml|json)$)/.test(location);
}

/**
 * Reports whether a test of chainsaw expects that the server refuses an object in a file.
 *
 * @param name of the object
 */
export function isRefusalExpected(
  { surroundings }: FileInProject,
  name: Value | undefined,
): boolean {
  return surroundings.some(({ folder, path }) => folder.chainsawTest?.isRefused(path, name));
}

/**
 * Reports whether nobody corrects a file: it is the expected output of a test, a case for a policy, wrong on purpose, a
 * release, or in a folder with what a project does not maintain.
 */
export function isUnmaintained(file: Located): boolean {
  return (
    [UNMAINTAINED, RELEASE_FOLDER, RELEASE_FILE, POLICY_CASE, BROKEN].some((one) =>
      one.test(file.location),
    ) || isExpectedOutput(file)
  );
}

/** Reports whether a file is of a release, or of its documentation, as its path shows. */
export function isOfRelease({ location }: Located): boolean {
  return [RELEASE_FOLDER, RELEASE_FILE, RELEASE_DOCUMENTATION].some((one) => one.test(location));
}

/** Reports whether only the developers of a project use a file, as its folder shows. */
export function isForDevelopers({ location }: Located): boolean {
  return /(?:^|\/)hack\//.test(location);
}

/** Reports whether a file has the expected output of a test, as its path shows. */
export function isExpectedOutput(file: Located): boolean {
  const { location } = file;
  return (
    EXPECTED_OUTPUT.test(location) ||
    (GOLDEN_FILE.test(location) && isNamedAsTest(file)) ||
    (UNIT_TEST_DATA.test(location) && GENERATED.test(location)) ||
    ((isNamedAsTest(file) || FIXTURES.test(location)) && RECORDED_OUTPUT.test(location))
  );
}

/** Reports whether a file has the expected output of a test, as its path or the test shows. */
export function isOutput(file: FileInProject): boolean {
  return (
    isExpectedOutput(file) ||
    file.surroundings.some(({ folder, path }) => isNamedBy(folder.goOutputs, path))
  );
}

/**
 * Reports whether a file may have variants of an object, which are not all sent to a server: it is for tests, slides or
 * exercises.
 */
export function mayHaveVariants(file: FileInProject): boolean {
  const { location, surroundings } = file;
  if (isInUnitTests(file) || VARIANTS.test(location)) return true;
  const hasServer =
    SERVER_TEST_FOLDER.test(location) || surroundings.some(({ folder }) => folder.hasTests);
  return isInTests(file) && !hasServer;
}

/** Reports whether a file is in a folder of data for tests that run without a server. */
export function isInUnitTests({ location }: Located): boolean {
  return UNIT_TEST_DATA.test(location);
}

/** Reports whether a file is among the fixtures of source code. */
export function isInFixtures({ location }: Located): boolean {
  return FIXTURES.test(location) && SOURCE_CODE.test(location);
}

/** Reports whether a program in Go reads a file, in a folder whose tests run without a server. */
export function isInputOfGo({ location, surroundings }: FileInProject): boolean {
  return surroundings.some(
    ({ folder, path }) =>
      isNamedBy(folder.goInputs, path) &&
      !isInTestFolder({ location: location.slice(0, -path.length) }),
  );
}

/** The name of a file that lists objects to delete: `resources-to-remove.yml`, `delete-old.yaml`. */
const TO_BE_REMOVED = /(?:^|[_.-])(?:clean-?up|delet(?:e|ed|ion)|remov(?:e|ed|al)|uninstall)[_.-]/i;

/** Reports whether a file lists objects to delete, as its name shows. */
export function isForRemoval({ location }: Located): boolean {
  return TO_BE_REMOVED.test(location.slice(location.lastIndexOf('/') + 1));
}

/** Reports whether a file is among the packages of a program in Go, as its folder shows. */
export function isInGoPackages({ location }: Located): boolean {
  return GO_PACKAGES.test(location);
}

/** A folder with one of the parts of a course: `lessons/046/`, `chapter-3/`, `day12/`. */
const LESSON =
  /^(?:(?:ch|chapter|class|day|episode|exercise|lab|lecture|lesson|module|section|session|unit|week)[-_. ]?)?\d+$/i;

/** Reports whether two files are in different lessons of a course, which are not applied together. */
export function areOfDifferentLessons(one: Located, other: Located): boolean {
  const [path, others] = [one.location.split('/'), other.location.split('/')];
  const index = path.findIndex((name, at) => name !== others[at]);
  return [path[index], others[index]].every((name) => name !== undefined && LESSON.test(name));
}

/** Reports whether people keep the kustomization of a folder for others, which complete its objects. */
export function isInBase({ location }: Located): boolean {
  return /(?:^|[-_/])bases?\//.test(location);
}

/** Reports whether a program in Java contains a file, as its folder shows. */
export function isEmbeddedInJava({ location }: Located): boolean {
  return EMBEDDED_IN_JAVA.test(location);
}

/** Reports whether a program contains a file, as its folder or the program shows. */
export function isEmbedded(file: FileInProject): boolean {
  return (
    isEmbeddedInJava(file) ||
    file.surroundings.some(
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
export function isOfJkube({ location }: Located): boolean {
  return /(?:^|\/)src\/main\/(?:jkube|fabric8)\//.test(location);
}

/** Reports whether a file is in a folder of tests, as the name of the folder shows. */
export function isInTestFolder({ location }: Located): boolean {
  return TEST_FOLDER.test(location);
}

/** Reports whether a file is in a folder of tests or of data for them, as its path shows. */
export function isNamedAsTest({ location }: Located): boolean {
  return TEST_FOLDER.test(location) || TEST_DATA.test(location) || isInFixtures({ location });
}

/** Reports whether a file is in a folder of tests, as its path or the files of the folder show. */
export function isInTests(file: FileInProject): boolean {
  return (
    isNamedAsTest(file) ||
    isPolicyInput(file) ||
    file.surroundings.some(
      ({ folder: { hasTests, goModule }, path }) =>
        hasTests || (goModule !== undefined && FIXTURES.test(path)),
    )
  );
}

/** Reports whether a file is in a folder with manifests of a project of kubebuilder. */
export function isOfKubebuilder({ surroundings }: FileInProject): boolean {
  return surroundings.some(isInKubebuilder);
}

/** Reports whether a folder is that of a project of kubebuilder, and the file is among its manifests. */
export function isInKubebuilder({ folder, path }: Surrounding): boolean {
  return folder.isKubebuilderProject && KUBEBUILDER_MANIFESTS.test(path);
}
