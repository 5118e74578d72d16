import { dirname, join, resolve } from 'node:path';
import { type LimitedRun, OpeningLimitExceeded } from '../../../base/run-limits.ts';
import type { CoverageRecorder } from '../../../features/policy-tests/coverage/recorder.ts';
import {
  type KyvernoTest,
  readKyvernoTest,
  runKyvernoTest,
} from '../../../features/policy-tests/kyverno-test.ts';
import type { NamedPolicies } from '../../../features/policy-tests/named-policies.ts';
import { runTests } from '../../../features/policy-tests/run-tests.ts';
import {
  isKyvernoTestFile,
  isTestFile,
  readTestFile,
  type TestFile,
  type TestObject,
} from '../../../features/policy-tests/test-file.ts';
import { printedObjects } from '../../../features/policy-tests/test-sources.ts';
import type { TestSuite } from '../../../features/policy-tests/test-text.ts';
import type { Source } from '../../../lint/read/source.ts';
import { type Minor, newestOf } from '../../../server/kubernetes/minors.ts';
import { type Value, valuesIn } from '../../../yaml/index.ts';
import { boundOf, leadsOut } from '../../node/disk/leads-out.ts';
import { folderOfPattern } from '../../node/paths.ts';
import { type Reading, readIfAny } from '../admit/read-manifests.ts';
import { UsageError } from '../exit.ts';
import { readMinor } from '../read-option.ts';

/** Runs the tests of a file. Undefined if it is not a test file. */
export async function suiteOf(source: Source, run: TestRun): Promise<TestSuite | undefined> {
  const file = source.name;
  if (!isTestFile(file)) return undefined;
  const bounds = new TestBounds(file, run.reading.cwd);
  const suite = await runSuite(source, { ...run, reading: bounds.guard(run.reading) });
  return suite === undefined || bounds.outside.length === 0
    ? suite
    : { file, problems: bounds.outside.map(outsideProblem), results: [] };
}

async function runSuite(source: Source, run: TestRun): Promise<TestSuite | undefined> {
  const file = source.name;
  const value = documentValue(source);
  const within = (paths: readonly string[]) => paths.map((path) => join(dirname(file), path));
  if (isKyvernoTestFile(file)) {
    const kyverno = value === undefined ? undefined : readKyvernoTest(value);
    return kyverno === undefined ? undefined : runKyverno(file, kyverno, run, within);
  }
  if (value === undefined) return { file, problems: ['is not one YAML document'], results: [] };
  const read = readTestFile(value);
  if (!read.ok) return { file, problems: [read.problem], results: [] };
  return runFile(file, read.file, run, within);
}

/** The files that a test file may read: those of its repository. */
class TestBounds {
  /** The paths that lead out of it, from the working folder. */
  readonly outside: string[] = [];
  readonly #bound: string;

  constructor(file: string, cwd: string) {
    this.#bound = boundOf(resolve(cwd, file), cwd);
  }

  /** The same reading, without what is outside. */
  guard(reading: Reading): Reading {
    return {
      ...reading,
      read: async (paths) => {
        const outside = paths.filter((path) =>
          leadsOut(resolve(reading.cwd, folderOfPattern(path)), this.#bound),
        );
        this.outside.push(...outside);
        return outside.length > 0 ? [] : reading.read(paths);
      },
    };
  }
}

function outsideProblem(path: string): string {
  return `${path} is outside of the repository`;
}

/** The input of a run of tests, and the recorder of its coverage. */
interface TestRun {
  readonly reading: Reading;
  /** The minor of the command line. */
  readonly kubernetesVersion: string | undefined;
  /** Undefined if the coverage is not requested. */
  readonly recorder: CoverageRecorder | undefined;
  readonly policies: NamedPolicies;
  /** Evaluates the policies of a file. All files have the same limits. */
  readonly limited: LimitedRun;
}

/** The problems of a test file, and the results of its tests if it has none. */
type SuiteResult = Omit<TestSuite, 'file'>;

/** Runs the tests of a file within the limits of the run. */
function runLimited(limited: LimitedRun, work: () => SuiteResult): SuiteResult {
  try {
    return limited(work);
  } catch (thrown) {
    if (!(thrown instanceof OpeningLimitExceeded)) throw thrown;
    return { problems: [thrown.message], results: [] };
  }
}

type Within = (paths: readonly string[]) => readonly string[];

async function runKyverno(
  file: string,
  test: KyvernoTest,
  { reading, kubernetesVersion, recorder, limited }: TestRun,
  within: Within,
): Promise<TestSuite> {
  const patched = new Map<string, readonly Value[]>();
  for (const { patched: path } of test.results) {
    if (path === undefined || patched.has(path)) continue;
    patched.set(
      path,
      (await reading.read(within([path]))).flatMap(({ content }) => valuesIn(content)),
    );
  }
  const [values] = test.values === undefined ? [] : await reading.read(within([test.values]));
  const sources = {
    policies: await readIfAny(reading, within(test.policies)),
    resources: await readIfAny(reading, within(test.resources)),
    values: values && documentValue(values),
    objectsOf: (path: string) => patched.get(path) ?? [],
    observer: recorder,
  };
  const minor = minorOf(undefined, kubernetesVersion, reading);
  return { file, ...runLimited(limited, () => runKyvernoTest(test, sources, minor)) };
}

async function runFile(
  file: string,
  tests: TestFile,
  { reading, kubernetesVersion, recorder, policies, limited }: TestRun,
  within: Within,
): Promise<TestSuite> {
  let minor: Minor;
  try {
    minor = minorOf(tests.kubernetesVersion, kubernetesVersion, reading);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { file, problems: [`kubernetesVersion: ${error.message}`], results: [] };
  }
  const objects = new Map<string, Source>();
  for (const { object, old } of tests.tests) {
    for (const path of [object, old]) {
      if (typeof path !== 'string' || objects.has(path)) continue;
      const [read] = await reading.read(within([path]));
      if (read !== undefined) objects.set(path, read);
    }
  }
  const clusters = new Map<string, readonly Source[]>();
  for (const path of tests.tests.flatMap(({ cluster }) => cluster).filter(isPath)) {
    if (!clusters.has(path)) clusters.set(path, await reading.read(within([path])));
  }
  const named = await readIfAny(reading, within(tests.policies));
  const cluster = [
    ...(await readIfAny(reading, within(tests.cluster.filter(isPath)))),
    ...printedObjects(tests.cluster),
  ];
  const ofTests = {
    clusterOf: (path: string) => {
      const read = clusters.get(path) ?? [];
      return read.length === 0 ? undefined : read;
    },
    object: (path: string) => objects.get(path),
    observer: recorder,
  };
  return {
    file,
    ...runLimited(limited, () => {
      const { opened, refused } = policies.open(named, cluster, minor);
      const results = refused.length > 0 ? [] : runTests(tests, { ...ofTests, opened }, minor);
      return { problems: refused, results };
    }),
  };
}

function isPath(entry: TestObject): entry is string {
  return typeof entry === 'string';
}

function documentValue({ content }: Source): Value | undefined {
  const [value, second] = valuesIn(content);
  return second === undefined ? value : undefined;
}

/** The minor that tests run with: that of the command line, or of the file, or of the configuration, or the newest. */
export function minorOf(
  ofFile: string | undefined,
  kubernetesVersion: string | undefined,
  { invocation }: Reading,
): Minor {
  const text = kubernetesVersion ?? ofFile;
  return text === undefined ? newestOf(invocation.kubernetesVersion) : readMinor(text);
}
