import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { name } from '../../../../package.json';
import { KUBERNETES_VERSION } from '../../../config/kubernetes-version.ts';
import { minorsText } from '../../../report/phrases.ts';
import { NEWEST_MINOR } from '../../../server/kubernetes/minors.ts';
import { linkProblem } from '../../node/disk/leads-out.ts';
import { readSmallText } from '../../node/disk/open-file.ts';
import { ArgumentParser, chosen, type OptionsOf } from '../argument-parser.ts';
import type { Messages } from '../channel.ts';
import type { RunCommand } from '../command.ts';
import { EXIT, UsageError } from '../exit.ts';
import type { Host } from '../host.ts';
import { type Hosting, hostingOf } from '../init/hosting.ts';
import { detectLayout, LAYOUT_PARTS, type Layout, type LayoutPart } from '../init/layout.ts';
import { type ProjectFile, projectFiles, type SetUp } from '../init/project-files.ts';
import { Questions } from '../init/questions.ts';
import { readOption } from '../read-option.ts';
import { writeInNewFolder } from '../report-file.ts';

type InitOptions = OptionsOf<typeof parser>;

const CI_SYSTEMS = ['github', 'gitlab', 'none'] as const;

/** The command line of `kubeadmit init`. */
export function parser() {
  return new ArgumentParser(
    'init',
    'Sets the repository of the current folder up: configuration, pre-commit hook, CI job, VS Code task.',
  )
    .option('--yes', 'ask nothing; use what the files tell')
    .option('--layout <parts>', `how manifests are kept: ${LAYOUT_PARTS.join(',')}`, readLayout)
    .option(
      '--kubernetes-version <version>',
      `the versions of the clusters (default: ${NEWEST_MINOR})`,
      readVersion,
    )
    .choice('--ci <system>', CI_SYSTEMS.join(', '), 'CI system', CI_SYSTEMS)
    .commonOptions();
}

/** Sets up a repository: asks questions about it, and writes the missing files. Files that exist are never changed. */
export const run: RunCommand<typeof parser> = async ({ options }, host, messages) => {
  const isAsked = options.yes !== true;
  if (isAsked && !(host.stdin.isTTY === true && host.stderr.isTTY === true)) {
    throw new UsageError('there is no terminal to ask questions on; --yes takes the defaults');
  }
  const questions = new Questions(isAsked ? host.stdin : undefined, messages);
  const hosting = hostingOf(host.cwd);
  const setUp = await settle(detectLayout(host.cwd), hosting, options, questions);
  await questions.close();
  const files = projectFiles(setUp);
  for (const { path } of files) {
    const problem = linkProblem(path, host.cwd);
    if (problem !== undefined) throw new UsageError(`${path}: ${problem}`);
  }
  for (const file of files) writeFile(file, host, messages);
  if (!isAsked && options.ci === undefined && setUp.ci === 'none') {
    messages.say('no CI job was written: --ci github and --ci gitlab write one');
  }
  messages.say('next: kubeadmit');
  const { parts } = setUp;
  if (parts.has('helm') || parts.has('kustomize')) {
    messages.say(
      'or: kubeadmit --render, which runs helm and kustomize, and judges what they print',
    );
  }
  return EXIT.clean;
};

/** Asks for the settings that the options do not contain. */
async function settle(
  detected: Layout,
  { service, branch }: Hosting,
  options: InitOptions,
  questions: Questions,
): Promise<SetUp> {
  const found = [...detected.parts].join(',') || 'manifests';
  const parts =
    options.layout ??
    (await questions.ask(`What is in the repository (${LAYOUT_PARTS.join(', ')})?`, found, (text) =>
      attempt(() => readLayout(text)),
    ));
  const kubernetesVersion =
    options.kubernetesVersion ??
    (await questions.ask(
      'Which Kubernetes versions do the clusters have?',
      minorsText(detected.minors) || NEWEST_MINOR,
      (text) => attempt(() => readVersion(text)),
    ));
  const config = await questions.confirm('Write a configuration?');
  const hook = await questions.confirm('Write a pre-commit hook?');
  const ci =
    options.ci ??
    (await questions.ask(
      `Write a CI job (${CI_SYSTEMS.join(', ')})?`,
      detected.ci === 'other' ? 'none' : (detected.ci ?? service ?? 'none'),
      (text) => attempt(() => chosen(text, 'CI system', CI_SYSTEMS)),
    ));
  const vscode = await questions.confirm('Write a task for VS Code?');
  return { parts: new Set(parts), kubernetesVersion, config, hook, ci, branch, vscode };
}

/** Returns the result of a function, or the reason why it refuses its argument. */
function attempt<T>(read: () => T): T | { readonly problem: string } {
  try {
    return read();
  } catch (error) {
    if (error instanceof UsageError) return { problem: error.message };
    throw error;
  }
}

function readLayout(text: string): readonly LayoutPart[] {
  return text.split(',').map((part) => chosen(part.trim(), 'layout', LAYOUT_PARTS));
}

function readVersion(text: string): string {
  return minorsText(readOption(KUBERNETES_VERSION, text));
}

function writeFile({ path, text, addition }: ProjectFile, host: Host, messages: Messages): void {
  const target = join(host.cwd, path);
  if (!existsSync(target)) {
    writeInNewFolder(path, host.cwd, text);
    messages.say(`wrote ${path}`);
  } else if (isSetUp(target)) messages.say(`${path} has kubeadmit already`);
  else if (addition === undefined) messages.say(`${path} exists, and stays as it is`);
  else {
    messages.say(`${path} exists; add to it:`);
    for (const line of addition.trimEnd().split('\n')) messages.say(line);
  }
}

/** Reports whether a file names kubeadmit, as the files do that an earlier run has written. */
function isSetUp(path: string): boolean {
  return readSmallText(path)?.includes(name) === true;
}
