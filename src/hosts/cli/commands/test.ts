import { dirname, relative, resolve } from 'node:path';
import { getOrCompute } from '../../../base/get-or-compute.ts';
import { limitsOfRun } from '../../../base/run-limits.ts';
import {
  CoverageRecorder,
  type PolicyCoverage,
} from '../../../features/policy-tests/coverage/recorder.ts';
import { coverageText } from '../../../features/policy-tests/coverage-text.ts';
import { NamedPolicies } from '../../../features/policy-tests/named-policies.ts';
import { isTestFile } from '../../../features/policy-tests/test-file.ts';
import {
  type TestSuite,
  testJson,
  testJunit,
  testSummary,
  testText,
} from '../../../features/policy-tests/test-text.ts';
import type { Source } from '../../../lint/read/source.ts';
import { linkProblem } from '../../node/disk/leads-out.ts';
import { openManifests, type Reading } from '../admit/read-manifests.ts';
import { ArgumentParser, type OptionsOf } from '../argument-parser.ts';
import { type Messages, writeOut } from '../channel.ts';
import { outputStyle } from '../colors.ts';
import type { RunCommand } from '../command.ts';
import { EXIT, type ExitCode, UsageError } from '../exit.ts';
import type { Host } from '../host.ts';
import { minorOf, suiteOf } from '../test/run-test-file.ts';
import { foldersAround, runOnChanges } from '../test/watch-folders.ts';
import { writeTests } from '../test/write-tests.ts';

type TestOptions = OptionsOf<typeof parser>;

const EXAMPLE = `
A test file, NAME.kubeadmit-test.yaml:

  policies: [policy.yaml]
  tests:
  - name: five replicas are too many
    object: deployment.yaml
    patch: { spec: { replicas: 5 } }
    expect: { decision: denied, message: at most 3 replicas }

kubeadmit schema test prints its JSON Schema.`;

/** The command line of `kubeadmit test`. */
export function parser() {
  return new ArgumentParser(
    'test',
    'Runs the tests of admission policies: files *.kubeadmit-test.yaml, and those of Kyverno for policies of Kubernetes.',
    'files and folders (default: the current folder)',
  )
    .option(
      '--kubernetes-version <version>',
      'a minor (default: that of the file, or of the configuration)',
    )
    .choice('-f, --format <format>', 'text, json or junit', 'format', ['text', 'json', 'junit'])
    .option(
      '--coverage',
      'show which parts of the expressions no test has evaluated to true or false',
    )
    .option('--init', 'write tests for the policies in these files, from their expressions')
    .option('--force', 'with --init: replace test files that exist')
    .option('--watch', 'run again whenever a file changes')
    .option('--config <file>', 'the configuration')
    .commonOptions()
    .helpAfter(EXAMPLE);
}

/** Runs the tests of admission policies. */
export const run: RunCommand<typeof parser> = async ({ operands, options }, host, messages) => {
  checkCombination(options);
  if (options.init === true) return init(operands, options, host, messages);
  if (options.watch !== true) return (await runOnce(operands, options, host, messages)).code;
  await runOnChanges(
    async (changed) => {
      if (changed !== undefined) {
        messages.say('');
        messages.say(`${relative(host.cwd, changed)} has changed`);
      }
      const { folders } = await runOnce(operands, options, host, messages).catch((error) => {
        if (!(error instanceof UsageError)) throw error;
        messages.complain(error.message);
        return { folders: namedFolders(operands, host) };
      });
      return folders;
    },
    () => messages.say('waiting for changes; Ctrl-C ends'),
  );
  return EXIT.clean;
};

/** @throws UsageError for options that exclude each other */
function checkCombination({ init: isInit, force, watch, coverage }: TestOptions): void {
  if (force === true && isInit !== true) throw new UsageError('--force requires --init');
  if (isInit === true && (watch === true || coverage === true)) {
    throw new UsageError('--init cannot be combined with --watch or --coverage');
  }
}

/** Runs all tests. `folders` are the folders whose files can change the result. */
async function runOnce(
  operands: readonly string[],
  options: TestOptions,
  host: Host,
  messages: Messages,
): Promise<{ readonly code: ExitCode; readonly folders: readonly string[] }> {
  const folders = new Set(options.watch === true ? namedFolders(operands, host) : []);
  const opened = openManifests(operands, options, host, messages);
  const read = async (paths: readonly string[]) => {
    const sources = await opened.read(paths);
    for (const { name } of sources) folders.add(resolve(host.cwd, dirname(name)));
    return sources;
  };
  // Many test files name the same paths.
  const known = new Map<string, Promise<readonly Source[]>>();
  const reading: Reading = {
    ...opened,
    read: (paths) => getOrCompute(known, JSON.stringify(paths), () => read(paths)),
  };
  const suites: TestSuite[] = [];
  const recorder = options.coverage === true ? new CoverageRecorder() : undefined;
  const { kubernetesVersion } = options;
  const limits = { policies: new NamedPolicies(), limited: limitsOfRun() };
  const run = { reading, kubernetesVersion, recorder, ...limits };
  for (const source of await reading.read(reading.invocation.paths)) {
    const suite = await suiteOf(source, run);
    if (suite !== undefined) suites.push(suite);
  }
  if (suites.length === 0) {
    throw new UsageError('there are no test files; their names end in .kubeadmit-test.yaml');
  }
  await write(suites, recorder?.coverage, options, host, messages);
  const isPassed = suites.every(
    ({ problems, results }) =>
      problems.length === 0 && results.every(({ failures }) => failures.length === 0),
  );
  const result = isPassed ? EXIT.clean : EXIT.findings;
  return { code: reading.isComplete() ? result : EXIT.trouble, folders: [...folders] };
}

/** The folders that a command line names, and those below them, without those that links lead out to. */
function namedFolders(operands: readonly string[], { cwd }: Host): readonly string[] {
  const named = operands.length === 0 ? ['.'] : operands;
  const inside = named.filter((path) => linkProblem(path, cwd) === undefined);
  return inside.flatMap((path) => foldersAround(resolve(cwd, path)));
}

/**
 * Writes tests. The working folder is not the default, because the files are written to the folders of the policies.
 */
async function init(
  paths: readonly string[],
  options: TestOptions,
  host: Host,
  messages: Messages,
): Promise<ExitCode> {
  if (paths.length === 0) throw new UsageError('--init needs the files of policies');
  const reading = openManifests(paths, options, host, messages);
  const { kubernetesVersion, force } = options;
  const read = await reading.read(paths);
  const sources = read.filter(({ name }) => !isTestFile(name));
  if (!reading.isComplete()) return EXIT.trouble;
  const minor = minorOf(undefined, kubernetesVersion, reading);
  const written = { minor, kubernetesVersion, isForced: force === true };
  return writeTests(sources, written, host, messages);
}

async function write(
  suites: readonly TestSuite[],
  coverage: readonly PolicyCoverage[] | undefined,
  { format = 'text', color }: TestOptions,
  host: Host,
  messages: Messages,
): Promise<void> {
  const { stdout } = host;
  if (format === 'json') await writeOut(stdout, testJson(suites, coverage));
  else if (format === 'junit') await writeOut(stdout, testJunit(suites));
  else {
    const style = await outputStyle(host, color);
    const width = stdout.columns;
    await writeOut(stdout, testText(suites, { style, width }));
    if (coverage !== undefined) await writeOut(stdout, coverageText(coverage, style, width));
  }
  messages.say(testSummary(suites));
}
