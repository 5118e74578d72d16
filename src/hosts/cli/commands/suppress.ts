import { resolve } from 'node:path';
import { indexBy } from '../../../base/index-by.ts';
import { lint } from '../../../lint/lint.ts';
import { type LintOptions, repeatable } from '../../../lint/options.ts';
import type { Source } from '../../../lint/read/source.ts';
import { ruleNameProblem } from '../../../lint/rules/rule-names.ts';
import { type NewSuppression, suppressionEdits } from '../../../lint/suppress/insertion.ts';
import { count } from '../../../report/phrases.ts';
import type { Finding } from '../../../result/finding.ts';
import type { Report } from '../../../result/report.ts';
import { applyEdits } from '../../../result/text-edit.ts';
import { decodeText, Lines, readParts } from '../../../yaml/index.ts';
import { replaceFile } from '../../node/disk/replace-file.ts';
import { ArgumentParser } from '../argument-parser.ts';
import type { Messages } from '../channel.ts';
import type { RunCommand } from '../command.ts';
import { EXIT, UsageError } from '../exit.ts';
import type { Host } from '../host.ts';
import { checkSources, lintOptionsOf } from '../lint/lint-run.ts';
import { openInput } from '../lint/open-input.ts';

/** The command line of `kubeadmit suppress`. */
export function parser() {
  return new ArgumentParser(
    'suppress',
    'Writes suppressions for what a rule reports: comments in YAML, annotations in JSON.',
    'a rule or a family; then files and folders, or one place, as in a.yaml:12',
    { usage: 'suppress <rule> <paths...> --reason <text>' },
  )
    .option('--reason <text>', 'why the findings are not to be reported (required)')
    .commonOptions();
}

/** Writes suppressions for the findings of a rule in files. */
export const run: RunCommand<typeof parser> = async ({ operands, options }, host, messages) => {
  const [rule = '', ...places] = operands;
  const problem = ruleNameProblem(rule);
  if (problem !== undefined) throw new UsageError(problem);
  const reason = options.reason?.trim() ?? '';
  if (reason === '') throw new UsageError('give the reason with --reason');
  if (/[\0-\x1f\x7f-\x9f\u2028\u2029\ufeff]/.test(reason)) {
    throw new UsageError('the reason must be one line, without control characters');
  }
  const place = placeOf(places);
  const paths = place === undefined ? places : [place.path];
  const checked = await check(rule, paths, host, messages);
  if (checked === undefined) return EXIT.trouble;
  const { findings, suppressed } = checked.report;
  const isChosen = ({ line }: Finding) => place === undefined || line === place.line;
  const chosen = indexBy(findings.filter(isChosen), ({ file }) => [file]);
  if (chosen.size === 0) {
    if (!suppressed.some(({ finding }) => isChosen(finding)))
      throw new UsageError(`${rule} reports nothing there`);
    messages.say(`${rule} is already suppressed there`);
    return EXIT.clean;
  }
  const texts = suppressingTexts(checked, chosen, { rule, reason });
  let isComplete = true;
  for (const [file, { length }] of chosen) {
    const before = checked.sources.get(file)?.content;
    const text = texts.get(file);
    const unwritten =
      before === undefined || text === undefined
        ? 'cannot be changed; use a comment by hand'
        : replaceFile(resolve(host.cwd, file), before, text, host.cwd);
    if (unwritten === undefined) {
      messages.say(`${file}: suppressed ${count(length, 'finding')}`);
    } else {
      isComplete = false;
      messages.complain(`${file}: not changed: ${unwritten}`);
    }
  }
  return isComplete ? EXIT.clean : EXIT.trouble;
};

/** Sources, the options that they were checked with, and what a rule reports in them. */
interface Checked {
  readonly sources: ReadonlyMap<string, Source>;
  readonly options: LintOptions;
  readonly report: Report;
}

/** The texts with the suppressions of some findings, by file. Files in which they would not suppress them have none. */
function suppressingTexts(
  { sources, options, report }: Checked,
  chosen: ReadonlyMap<string, readonly Finding[]>,
  suppression: NewSuppression,
): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const [file, findings] of chosen) {
    const { text, invalid, unreadable } = decodeText(sources.get(file)?.content ?? '');
    // Bytes that are not UTF-8 would be lost.
    if (invalid.length > 0 || unreadable !== undefined) continue;
    const read = { text, lines: new Lines({ text }), parts: [...readParts(text)] };
    texts.set(file, applyEdits(text, suppressionEdits(read, findings, suppression)));
  }
  const changed = Array.from(sources.values(), (source): Source => {
    const content = texts.get(source.name);
    return content === undefined ? source : { ...source, content, readAgain: () => content };
  });
  const [before, after] = [report, lint(changed, options)].map(({ suppressed }) =>
    indexBy(suppressed, ({ finding }) => [finding.file]),
  );
  const isSuppressed = (file: string) =>
    (after?.get(file)?.length ?? 0) - (before?.get(file)?.length ?? 0) >=
    (chosen.get(file)?.length ?? 0);
  return new Map([...texts].filter(([file]) => isSuppressed(file)));
}

/** The file and the line that `a.yaml:12` names; undefined if files or folders are named. */
function placeOf(paths: readonly string[]): { path: string; line: number } | undefined {
  const [only = ''] = paths;
  const { path, line } = /^(?<path>.+):(?<line>\d+)(?::\d+)?$/.exec(only)?.groups ?? {};
  return paths.length !== 1 || path === undefined ? undefined : { path, line: Number(line) };
}

/** Checks some files as lint does. Undefined if the files, or the configuration, cannot be read. */
async function check(
  rule: string,
  paths: readonly string[],
  host: Host,
  messages: Messages,
): Promise<Checked | undefined> {
  const { input, invocation, isComplete } = openInput(paths, host, messages);
  const sources = new Map<string, Source>();
  const read = await input.sources();
  const ofLint = repeatable(await lintOptionsOf(input, invocation));
  const options = { ...ofLint, only: [rule], pedantic: true };
  const report = checkSources(input, kept(read, sources), options);
  return isComplete() ? { sources, options, report } : undefined;
}

function* kept(all: Iterable<Source>, sources: Map<string, Source>): Iterable<Source> {
  for (const source of all) {
    sources.set(source.name, source);
    yield source;
  }
}
