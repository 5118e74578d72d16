import { existsSync } from 'node:fs';
import { basename, dirname, join, posix, resolve } from 'node:path';
import { initTests } from '../../../features/policy-tests/init/init-tests.ts';
import type { Source } from '../../../lint/read/source.ts';
import { count } from '../../../report/phrases.ts';
import { escapeControls } from '../../../result/visible-text.ts';
import type { Minor } from '../../../server/kubernetes/minors.ts';
import type { Messages } from '../channel.ts';
import { EXIT, type ExitCode, UsageError } from '../exit.ts';
import type { Host } from '../host.ts';
import { writeReportFile } from '../report-file.ts';

interface WriteTestsOptions {
  readonly minor: Minor;
  /** The version as the command line has it. */
  readonly kubernetesVersion: string | undefined;
  /** True if existing files are replaced. */
  readonly isForced: boolean;
}

/**
 * Writes test files into the folders of policies.
 *
 * @param sources the policies, their bindings, and the objects that they refer to
 * @returns 1 if some outcome of an expression has no test
 * @throws UsageError if a file exists, before anything is written
 */
export function writeTests(
  sources: readonly Source[],
  { minor, kubernetesVersion, isForced }: WriteTestsOptions,
  host: Host,
  messages: Messages,
): ExitCode {
  const { files, missing } = initTests(sources, {
    minor,
    kubernetesVersion,
    relativePath: (file, from) => posix.relative(dirname(from), file),
  });
  const targets = files.map((file) => ({ ...file, path: testFileOf(file.policyFile) }));
  const present = targets.find(({ path }) => existsSync(resolve(host.cwd, path)));
  if (present !== undefined && !isForced) {
    throw new UsageError(`${present.path} already exists; --force replaces it`);
  }
  for (const { path, text, tests } of targets) {
    writeReportFile(path, host.cwd, text);
    messages.say(`wrote ${escapeControls(path)} with ${count(tests, 'test')}; all of them pass`);
  }
  for (const one of missing) messages.complain(one);
  if (targets.length === 0 && missing.length === 0) {
    throw new UsageError('there is no policy in these files');
  }
  return missing.length === 0 ? EXIT.clean : EXIT.findings;
}

function testFileOf(policyFile: string): string {
  const name = basename(policyFile).replace(/\.(?:ya?ml|json)$/, '');
  return join(dirname(policyFile), `${name}.kubeadmit-test.yaml`);
}
