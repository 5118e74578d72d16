import { resolve } from 'node:path';
import { indexBy } from '../../../base/index-by.ts';
import { lint, type Source } from '../../../lint/lint.ts';
import { ruleNameProblem } from '../../../lint/rules/rule-names.ts';
import { type NewSuppression, suppressionEdits } from '../../../lint/suppress/insertion.ts';
import { count } from '../../../report/phrases.ts';
import type { Finding } from '../../../result/finding.ts';
import type { Report } from '../../../result/report.ts';
import { applyEdits } from '../../../result/text-edit.ts';
import { decodeText } from '../../../yaml/index.ts';
import { replaceFile } from '../../node/replace-file.ts';
import { ArgumentParser, type Arguments } from '../argument-parser.ts';
import type { Messages } from '../channel.ts';
import { EXIT, type ExitCode, UsageError } from '../exit.ts';
import type { Host } from '../host.ts';
import { openInput } from '../lint/open-input.ts';

interface SuppressOptions {
  readonly reason?: string;
}

/** The command line of `kubeadmit suppress`. */
export function parser(): ArgumentParser<SuppressOptions> {
  return new ArgumentParser<SuppressOptions>(
    'kubeadmit suppress <rule> <paths...> --reason <text>',
    'Writes suppressions for what a rule reports: comments in YAML, annotations in JSON.',
    '<rule> <paths...>',
    'a rule or a family; then files and folders, or one place, as in a.yaml:12',
  )
    .option('--reason <text>', 'why the findings are not to be reported (required)')
    .commonOptions();
}

/** Writes suppressions for the findings of a rule in files. */
export async function run(
  { operands, options }: Arguments<SuppressOptions>,
  host: Host,
  messages: Messages,
): Promise<ExitCode> {
  const [rule = '', ...places] = operands;
  const problem = ruleNameProblem(rule);
  if (problem !== undefined) throw new UsageError(problem);
  const reason = options.reason?.trim() ?? '';
  if (reason === '') throw new UsageError('give the reason with --reason');
  if (/[\0-\x1f\x7f-\x9f\u2028\u2029\ufeff]/.test(reason)) {
    throw new UsageError('the reason must be one line, without control characters');
  }
  const place = placeOf(places);
  const sources = new Map<string, Source>();
  const paths = place === undefined ? places : [place.path];
  const found = await findingsOf(rule, paths, sources, host, messages);
  if (found === undefined) return EXIT.trouble;
  const isChosen = ({ line }: Finding) => place === undefined || line === place.line;
  const chosen = found.findings.filter(isChosen);
  if (chosen.length === 0) {
    if (!found.suppressed.some(({ finding }) => isChosen(finding)))
      throw new UsageError(`${rule} reports nothing there`);
    messages.say(`${rule} is already suppressed there`);
    return EXIT.clean;
  }
  let isComplete = true;
  for (const [file, findings] of indexBy(chosen, ({ file }) => [file])) {
    const source = sources.get(file);
    const written =
      source === undefined ? undefined : withSuppressions(source, findings, { rule, reason });
    const unwritten =
      source === undefined || written === undefined
        ? 'cannot be changed; use a comment by hand'
        : replaceFile(resolve(host.cwd, file), source.content, written, host.cwd);
    if (unwritten === undefined) {
      messages.say(`${file}: suppressed ${count(findings.length, 'finding')}`);
    } else {
      isComplete = false;
      messages.complain(`${file}: not changed: ${unwritten}`);
    }
  }
  return isComplete ? EXIT.clean : EXIT.trouble;
}

/** A text with the suppressions of some findings. Undefined if they would not suppress them. */
function withSuppressions(
  source: Source,
  findings: readonly Finding[],
  suppression: NewSuppression,
): string | undefined {
  const { text, invalid, unreadable } = decodeText(source.content);
  // Bytes that are not UTF-8 would be lost.
  if (invalid.length > 0 || unreadable !== undefined) return undefined;
  const content = applyEdits(text, suppressionEdits(text, findings, suppression));
  const kubernetesVersions = [...new Set(findings.flatMap(({ minors }) => minors))];
  const { suppressed } = lint([{ ...source, content }], { kubernetesVersions, pedantic: true });
  return suppressed.length >= findings.length ? content : undefined;
}

/** The file and the line that `a.yaml:12` names; undefined if files or folders are named. */
function placeOf(paths: readonly string[]): { path: string; line: number } | undefined {
  const [only = ''] = paths;
  const { path, line } = /^(?<path>.+):(?<line>\d+)(?::\d+)?$/.exec(only)?.groups ?? {};
  return paths.length !== 1 || path === undefined ? undefined : { path, line: Number(line) };
}

/** The findings of a rule in some files, and those that are suppressed. Undefined if the files, or the configuration, cannot be read. */
async function findingsOf(
  rule: string,
  paths: readonly string[],
  sources: Map<string, Source>,
  host: Host,
  messages: Messages,
): Promise<Pick<Report, 'findings' | 'suppressed'> | undefined> {
  const { input, invocation, isComplete } = openInput(paths, host, messages);
  const report = lint(kept(await input.sources(), sources), {
    kubernetesVersions: invocation.kubernetesVersion,
    crds: await input.crds(),
    only: [rule],
    pedantic: true,
    now: new Date(),
  });
  input.finish();
  return isComplete() ? report : undefined;
}

function* kept(all: Iterable<Source>, sources: Map<string, Source>): Iterable<Source> {
  for (const source of all) {
    sources.set(source.name, source);
    yield source;
  }
}
