import { resolve } from 'node:path';
import { findingKey } from '../../../features/fix/finding-key.ts';
import { fixSources, withTexts } from '../../../features/fix/fix-sources.ts';
import { unifiedDiff } from '../../../features/fix/unified-diff.ts';
import { lint } from '../../../lint/lint.ts';
import type { LintOptions } from '../../../lint/options.ts';
import type { Source } from '../../../lint/read/source.ts';
import { count } from '../../../report/phrases.ts';
import type { Finding } from '../../../result/finding.ts';
import type { Report } from '../../../result/report.ts';
import { escapeControls } from '../../../result/visible-text.ts';
import { decodeText } from '../../../yaml/index.ts';
import { replaceFile } from '../../node/disk/replace-file.ts';
import { STDIN } from '../../node/read.ts';
import { writeOut } from '../channel.ts';
import type { Host } from '../host.ts';
import type { FixArguments } from './arguments.ts';
import type { LintRun } from './lint-run.ts';

export interface ReportBeforeFix {
  readonly checked: Report;
  /** The report with the templates that findings refer to. */
  readonly all: Report;
  /** The report without the findings of a baseline or an earlier revision. */
  readonly reported: Report;
}

export interface FixedInput {
  /** The report on the current contents of the files. Undefined if they have not changed. */
  readonly report: Report | undefined;
  readonly notices: readonly string[];
  /** True if the changes, or the text of standard input, were written to standard output. */
  readonly usesStdout: boolean;
  /** True if a file could not be written. */
  readonly failed: boolean;
}

/**
 * Fixes sources according to a command line: writes files, or prints the changes or the text of standard input.
 *
 * @param options options with arrays, so that they can be used several times
 */
export async function fixInput(
  sources: readonly Source[],
  options: LintOptions,
  { checked, all, reported }: ReportBeforeFix,
  run: LintRun & { readonly fix: FixArguments },
): Promise<FixedInput> {
  const { fix, host, invocation, messages } = run;
  const stdin = stdinName(run);
  const shown = new Set(reported.findings.map(findingKey));
  const known = new Set(all.findings.map(findingKey).filter((key) => !shown.has(key)));
  const { fixed, texts } = fixSources(sources, options, {
    unsafe: fix.unsafe,
    isWanted: (finding) => !known.has(findingKey(finding)),
  });
  if (fix.dryRun) {
    await writeOut(host.stdout, diffOf(sources, texts, host.stdout.isTTY === true));
    const notices = noticesOf('would fix', fixed, texts.keys(), invocation.verbosity);
    return { report: undefined, notices, usesStdout: true, failed: false };
  }
  const unwritten = new Set<string>();
  const written = new Map<string, string>();
  for (const source of sources) {
    const { name } = source;
    const text = texts.get(name);
    if (text === undefined && name !== stdin) continue;
    const problem =
      name === stdin
        ? await printFixed(source, text, host)
        : replaceFile(resolve(host.cwd, name), source.content, text ?? '', host.cwd);
    if (problem === undefined && text !== undefined) written.set(name, text);
    if (problem !== undefined) {
      unwritten.add(name);
      messages.complain(`${name}: not fixed: ${problem}`);
    }
  }
  const done = fixed.filter(({ file }) => !unwritten.has(file));
  const report = written.size === 0 ? checked : lint(withTexts(sources, written), options);
  return {
    report: withoutTriedFixes(report, fix),
    notices: noticesOf('fixed', done, written.keys(), invocation.verbosity),
    usesStdout: stdin !== undefined,
    failed: unwritten.size > 0,
  };
}

/**
 * A report after fixing, without the fixes that were selected. If such a finding remains, its fix could not be applied.
 */
function withoutTriedFixes(report: Report, { unsafe }: FixArguments): Report {
  const findings = report.findings.map((finding) =>
    unsafe || finding.fix?.isSafe === true ? { ...finding, fix: null } : finding,
  );
  return { ...report, findings };
}

/** The name of the source that standard input is. */
function stdinName({ invocation: { paths, stdinFilename } }: LintRun): string | undefined {
  return paths.includes('-') ? (stdinFilename ?? STDIN) : undefined;
}

/** Prints the text of standard input, fixed if there is something to fix. Returns why not, if it could not. */
async function printFixed(
  { content }: Source,
  fixed: string | undefined,
  { stdout }: Host,
): Promise<string | undefined> {
  const { text, invalid, unreadable } = decodeText(content);
  if (invalid.length > 0 || unreadable !== undefined) return 'is not UTF-8';
  await writeOut(stdout, fixed ?? text);
  return undefined;
}

/**
 * The changes of all sources as a patch.
 *
 * @param isSeen true if the output is a terminal, in which control characters must be escaped
 */
function diffOf(
  sources: readonly Source[],
  texts: ReadonlyMap<string, string>,
  isSeen: boolean,
): string {
  const diff = sources
    .map(({ name, content }) =>
      unifiedDiff(name, decodeText(content).text, texts.get(name) ?? decodeText(content).text),
    )
    .join('');
  return isSeen ? diff.split('\n').map(escapeControls).join('\n') : diff;
}

function noticesOf(
  done: string,
  fixed: readonly Finding[],
  files: Iterable<string>,
  verbosity: string,
): readonly string[] {
  if (verbosity === 'quiet') return [];
  const places = count([...files].length, 'file');
  return [
    fixed.length === 0
      ? `${done} nothing`
      : `${done} ${count(fixed.length, 'finding')} in ${places}`,
  ];
}
