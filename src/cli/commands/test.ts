import { dirname, join } from 'node:path';
import { KUBERNETES_VERSION } from '../../config/kubernetes-version.ts';
import type { Source } from '../../engine/source-text.ts';
import { type Minor, NEWEST_MINOR } from '../../kubernetes/minors.ts';
import { CoverageRecorder, type PolicyCoverage } from '../../policy-tests/coverage/recorder.ts';
import {
  type KyvernoTest,
  readKyvernoTest,
  runKyvernoTest,
} from '../../policy-tests/kyverno-test.ts';
import { refusedPolicies, runTests } from '../../policy-tests/run-tests.ts';
import { readTestFile, type TestFile } from '../../policy-tests/test-file.ts';
import { coverageText } from '../../report/coverage-text.ts';
import {
  type TestSuite,
  testJson,
  testJunit,
  testSummary,
  testText,
} from '../../report/test-text.ts';
import { decodeText, readParts, type Value } from '../../yaml/index.ts';
import { openManifests, type Reading, readIfAny } from '../admit/read-manifests.ts';
import { ArgumentParser } from '../argument-parser.ts';
import { type Messages, writeOut } from '../channel.ts';
import { isColored, styleOf } from '../colors.ts';
import { EXIT, type ExitCode, UsageError } from '../exit.ts';
import type { Host } from '../host.ts';
import { readOption } from '../read-option.ts';
import { writeTests } from '../test/write-tests.ts';

interface TestOptions {
  readonly kubernetesVersion?: string;
  readonly format?: 'text' | 'json' | 'junit';
  readonly config?: string;
  readonly coverage?: true;
  readonly init?: true;
  readonly force?: true;
  readonly quiet?: true;
  readonly color?: boolean;
}

const TEST_FILE = /[.]kubeadmit-test[.]ya?ml$/;
const KYVERNO_FILE = /(?:^|\/)kyverno-test[.]ya?ml$/;

const EXAMPLE = `
A test file, NAME.kubeadmit-test.yaml:

  policies: [policy.yaml]
  tests:
  - name: five replicas are too many
    object: deployment.yaml
    patch: { spec: { replicas: 5 } }
    expect: { decision: denied, message: at most 3 replicas }

kubeadmit schema test prints its JSON Schema.`;

/** Runs the tests of admission policies. */
export async function run(
  args: readonly string[],
  host: Host,
  messages: Messages,
): Promise<ExitCode> {
  const parsed = new ArgumentParser<TestOptions>(
    'kubeadmit test [options] [paths...]',
    'Runs the tests of admission policies: files *.kubeadmit-test.yaml, and those of Kyverno for policies of Kubernetes.',
    '[paths...]',
    'files and folders (default: the current folder)',
  )
    .option('--kubernetes-version <version>', 'a minor (default: that of the file, or the newest)')
    .choice('-f, --format <format>', 'text, json or junit', 'format', ['text', 'json', 'junit'])
    .option(
      '--coverage',
      'show which parts of the expressions no test has evaluated to true or false',
    )
    .option('--init', 'write tests for the policies in these files, from their expressions')
    .option('--force', 'with --init: replace test files that exist')
    .option('--config <file>', 'the configuration')
    .option('-q, --quiet', 'no summary')
    .commonOptions()
    .helpAfter(EXAMPLE)
    .parse(args);
  if (parsed.kind === 'show') {
    await writeOut(host.stdout, parsed.text);
    return EXIT.clean;
  }
  const { operands, options } = parsed;
  const reading = openManifests(operands, options, host, messages);
  if (options.force === true && options.init !== true) {
    throw new UsageError('--force requires --init');
  }
  if (options.init === true) return init(operands, reading, options, host, messages);
  const suites: TestSuite[] = [];
  const recorder = options.coverage === true ? new CoverageRecorder() : undefined;
  const run = { reading, options, recorder };
  for (const source of await reading.read(reading.invocation.paths)) {
    const suite = await suiteOf(source, run);
    if (suite !== undefined) suites.push(suite);
  }
  if (suites.length === 0) {
    throw new UsageError('there are no test files; their names end in .kubeadmit-test.yaml');
  }
  await write(suites, recorder?.coverage, options, host, messages);
  if (!reading.isComplete()) return EXIT.trouble;
  const isPassed = suites.every(
    ({ problems, results }) =>
      problems.length === 0 && results.every(({ failures }) => failures.length === 0),
  );
  return isPassed ? EXIT.clean : EXIT.findings;
}

/** Writes tests. The working folder is not taken by default, as files are written beside what is read. */
async function init(
  paths: readonly string[],
  reading: Reading,
  options: TestOptions,
  host: Host,
  messages: Messages,
): Promise<ExitCode> {
  if (paths.length === 0) throw new UsageError('--init needs the files of policies');
  const { kubernetesVersion, force } = options;
  const read = await reading.read(paths);
  const sources = read.filter(({ name }) => !TEST_FILE.test(name) && !KYVERNO_FILE.test(name));
  if (!reading.isComplete()) return EXIT.trouble;
  const minor = minorOf(undefined, options);
  const written = { minor, kubernetesVersion, isForced: force === true };
  return writeTests(sources, written, host, messages);
}

/** The tests of a file, run; undefined if it is no test file. */
async function suiteOf(source: Source, run: TestRun): Promise<TestSuite | undefined> {
  const file = source.name;
  if (!TEST_FILE.test(file) && !KYVERNO_FILE.test(file)) return undefined;
  const value = documentValue(source);
  const within = (paths: readonly string[]) => paths.map((path) => join(dirname(file), path));
  if (KYVERNO_FILE.test(file)) {
    const kyverno = value === undefined ? undefined : readKyvernoTest(value);
    return kyverno === undefined ? undefined : runKyverno(file, kyverno, run, within);
  }
  if (value === undefined) return { file, problems: ['is not one YAML document'], results: [] };
  const read = readTestFile(value);
  if (!read.ok) return { file, problems: [read.problem], results: [] };
  return runFile(file, read.file, run, within);
}

/** What a run of tests reads and records. */
interface TestRun {
  readonly reading: Reading;
  readonly options: TestOptions;
  /** Undefined if the coverage was not asked for. */
  readonly recorder: CoverageRecorder | undefined;
}

type Within = (paths: readonly string[]) => readonly string[];

async function runKyverno(
  file: string,
  test: KyvernoTest,
  { reading, options, recorder }: TestRun,
  within: Within,
): Promise<TestSuite> {
  const patched = new Map<string, readonly Value[]>();
  for (const { patched: path } of test.results) {
    if (path === undefined || patched.has(path)) continue;
    patched.set(path, (await reading.read(within([path]))).flatMap(documentValues));
  }
  const [values] = test.values === undefined ? [] : await reading.read(within([test.values]));
  const sources = {
    policies: await readIfAny(reading, within(test.policies)),
    resources: await readIfAny(reading, within(test.resources)),
    values: values && documentValue(values),
    objectsOf: (path: string) => patched.get(path) ?? [],
    observer: recorder,
  };
  return { file, ...runKyvernoTest(test, sources, minorOf(undefined, options)) };
}

async function runFile(
  file: string,
  tests: TestFile,
  { reading, options, recorder }: TestRun,
  within: Within,
): Promise<TestSuite> {
  const minor = minorOf(tests.kubernetesVersion, options);
  const objects = new Map<string, Source>();
  for (const { object, old } of tests.tests) {
    for (const path of [object, old]) {
      if (typeof path !== 'string' || objects.has(path)) continue;
      const [read] = await reading.read(within([path]));
      if (read !== undefined) objects.set(path, read);
    }
  }
  const sources = {
    policies: await readIfAny(reading, within(tests.policies)),
    cluster: await readIfAny(reading, within(tests.cluster)),
    object: (path: string) => objects.get(path),
    observer: recorder,
  };
  const problems = refusedPolicies(sources, minor);
  return { file, problems, results: problems.length > 0 ? [] : runTests(tests, sources, minor) };
}

function documentValue(source: Source): Value | undefined {
  const [value, second] = documentValues(source);
  return second === undefined ? value : undefined;
}

function documentValues({ content }: Source): readonly Value[] {
  return [...readParts(decodeText(content))].flatMap(({ content: part }) =>
    part.kind === 'value' ? [part.document.value] : [],
  );
}

function minorOf(ofFile: string | undefined, { kubernetesVersion }: TestOptions): Minor {
  const text = kubernetesVersion ?? ofFile;
  if (text === undefined) return NEWEST_MINOR;
  const [minor, other] = readOption(KUBERNETES_VERSION, text);
  if (minor === undefined || other !== undefined) throw new UsageError('test takes one version');
  return minor;
}

async function write(
  suites: readonly TestSuite[],
  coverage: readonly PolicyCoverage[] | undefined,
  { format = 'text', quiet, color }: TestOptions,
  host: Host,
  messages: Messages,
): Promise<void> {
  const { stdout, env } = host;
  if (format === 'json') await writeOut(stdout, testJson(suites, coverage));
  else if (format === 'junit') await writeOut(stdout, testJunit(suites));
  else {
    const style = await styleOf(isColored(stdout, env, color));
    const width = stdout.columns;
    await writeOut(stdout, testText(suites, { style, width }));
    if (coverage !== undefined) await writeOut(stdout, coverageText(coverage, style, width));
  }
  if (quiet !== true) messages.say(testSummary(suites));
}
