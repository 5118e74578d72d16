import type { Finding } from '../../src/result/finding.ts';
import type { Report } from '../../src/result/report.ts';
import type { DocumentReport, Verdict } from '../../src/result/verdict.ts';
import { isDecodedOnly } from '../../src/server/kubernetes/kinds.ts';
import type { Minor } from '../../src/server/kubernetes/minors.ts';
import type { GoldenLine, ServerVerdict } from './golden.ts';
import { hasKeyTwice, meantForKubernetes, splitParts } from './parts.ts';
import { lastKey, levelPath, pathOfWarning, renameServerPath } from './paths.ts';

/** Reports whether an apiVersion has a group that only Kubernetes itself has. */
function isOfKubernetes(apiVersion: string): boolean {
  const group = apiVersion.includes('/') ? apiVersion.replace(/\/.*/, '') : '';
  return !group.includes('.') || group.endsWith('.k8s.io');
}

/**
 * The weight of a difference.
 *
 * - `false-error`: kubeadmit refuses an object that the server accepts.
 * - `wrong`: it reports an error that the server does not report for an object that it refuses anyway, or a verdict
 *   that is neither the server's nor empty.
 * - `missing`: it only reports less than the server.
 */
export type Weight = 'false-error' | 'wrong' | 'missing';

/** One document in one minor on which kubeadmit and the server differ. */
export interface Difference {
  readonly minor: Minor;
  readonly weight: Weight;
  /** The errors that the server reports and kubeadmit does not, such as `FieldValueInvalid spec.versions`. */
  readonly missing: readonly string[];
  /** The errors that only kubeadmit reports. */
  readonly extra: readonly string[];
  /** Set where the verdicts differ; ours is undefined if the report lacks the document. */
  readonly verdicts?: { readonly server: Verdict; readonly ours: Verdict | undefined };
}

/** One document with all the minors in which it differs; empty if they agree. */
export interface DocumentComparison {
  readonly line: GoldenLine;
  readonly minors: number;
  /** Minors in which the server's verdict is compared with anything. */
  readonly compared: number;
  readonly differences: readonly Difference[];
  /** True if the document has no built-in kind, such as a custom resource. */
  readonly foreign: boolean;
}

/** A file compared; `stray` are errors about something that the server does not see as a document. */
export interface FileComparison {
  readonly documents: readonly DocumentComparison[];
  readonly stray: readonly Finding[];
}

/**
 * Compares the findings of kubeadmit in a file with the errors of the server.
 *
 * @param lines the lines of golden verdicts about the file
 * @param text the text of the file
 * @param report the report on the file alone, or on several files of which it is one
 */
export function compareFile(
  lines: readonly GoldenLine[],
  text: string,
  report: Pick<Report, 'documents' | 'findings'>,
): FileComparison {
  const parts = splitParts(text);
  const documents = lines.map((line) => compareDocument(line, text, parts, report));
  const stray = report.findings.filter(
    (finding) =>
      finding.severity === 'error' &&
      finding.cause !== null &&
      !lines.some((line) =>
        finding.cause === 'DuplicateField'
          ? line.document === finding.index
          : isAbout(finding, line),
      ),
  );
  return { documents, stray };
}

function compareDocument(
  line: GoldenLine,
  text: string,
  parts: readonly string[],
  report: Pick<Report, 'documents' | 'findings'>,
): DocumentComparison {
  const part = parts[line.document] ?? '';
  const document = report.documents.find(
    ({ index, item }) => index === line.document && item === (line.item ?? null),
  );
  const differences: Difference[] = [];
  let minors = 0;
  let compared = 0;
  for (const verdict of line.verdicts) {
    for (const minor of verdict.minors) {
      const ours = document?.verdicts[minor];
      minors++;
      // A value with a placeholder is not the value that the server was asked about.
      if (verdict.outcome === 'skipped' || (document?.withheld ?? 0) > 0) continue;
      // The answers of older minors on a kind that is validated now say only whether the server decodes it.
      if (verdict.outcome === 'decodes' && (ours === 'accepted' || ours === 'rejected')) continue;
      // kubeadmit only decodes objects of some old versions.
      if (ours === 'decodes' && isDecodedOnly(line.apiVersion ?? '', line.kind ?? '')) continue;
      compared++;
      if (isRightlySkipped(verdict, document, line, text, part)) continue;
      const findings = report.findings.filter((finding) => finding.minors.includes(minor));
      const said = serverErrors(line, verdict, part);
      const found = ownErrors(line, verdict, findings, said);
      const difference = differ(minor, verdict, said, ours, found);
      if (difference !== undefined) differences.push(difference);
    }
  }
  return { line, minors, compared, differences, foreign: !isOfKubernetes(line.apiVersion ?? '') };
}

/** Reports whether kubeadmit rightly skips a document that the server cannot decode. */
function isRightlySkipped(
  verdict: ServerVerdict,
  document: DocumentReport | undefined,
  line: GoldenLine,
  text: string,
  part: string,
): boolean {
  if (verdict.outcome !== 'undecodable' || document?.skipped === undefined) return false;
  if (document.skipped === 'template') return true;
  const { apiVersion, kind } = line;
  if (apiVersion !== undefined && kind !== undefined) return !isOfKubernetes(apiVersion);
  return line.item === undefined && !meantForKubernetes(text, part, verdict.decode?.[0] ?? '');
}

/** The comparable form of the server's errors: a set of `TYPE PATH`. */
function serverErrors(
  line: Pick<GoldenLine, 'kind'>,
  verdict: ServerVerdict,
  part: string,
): Set<string> {
  if (verdict.outcome === 'undecodable') return new Set(['Undecodable']);
  if (verdict.outcome === 'unserved') return new Set(['Unserved']);
  if (isFailure(verdict)) return new Set([PANIC]);
  const said = new Set<string>();
  for (const complaint of verdict.decode ?? []) {
    const strict = /^(unknown|duplicate) field "(.*)"$/s.exec(complaint);
    // The server stops at an error other than one of strict decoding, so nothing else can be compared.
    if (strict === null) return new Set(['Undecodable']);
    const path = unquote(strict[2] ?? '');
    said.add(strict[1] === 'unknown' ? entry('UnknownField', levelPath(path)) : duplicate(path));
  }
  for (const key of duplicateKeys(verdict.duplicates ?? '')) {
    if (hasKeyTwice(part, key)) said.add(duplicate(key));
  }
  for (const { type, field } of verdict.errors ?? []) {
    said.add(entry(type, renameServerPath(line.kind, field)));
  }
  for (const warning of verdict.warnings ?? []) {
    said.add('Warning');
    const path = pathOfWarning(warning);
    if (path !== undefined) said.add(entry('Warning', renameServerPath(line.kind, path)));
  }
  return said;
}

/** The comparable form of the findings of kubeadmit about the document in the minor of the findings. */
function ownErrors(
  line: GoldenLine,
  verdict: ServerVerdict,
  findings: readonly Finding[],
  said: ReadonlySet<string>,
): Set<string> {
  const found = new Set<string>();
  for (const finding of findings) {
    const { cause, field } = finding;
    // A client loses keys of a List as a whole, so the server's side has them on each item.
    if (cause === 'DuplicateField' && finding.index === line.document) {
      found.add(duplicate(field ?? ''));
    }
    if (!isAbout(finding, line)) continue;
    if (cause === null) {
      if (isFailure(verdict) && finding.severity === 'error') found.add(PANIC);
    } else if (cause === 'Undecodable' || cause === 'Unserved') {
      found.add(cause);
    } else if (cause === 'Warning') {
      found.add('Warning');
      // The server gives each text once, so we may well warn at more places than it does.
      const warning = entry('Warning', levelPath(field ?? ''));
      if (said.has(warning)) found.add(warning);
    } else if (cause !== 'DuplicateField') {
      found.add(entry(cause, levelPath(field ?? '')));
    }
  }
  if (verdict.outcome === 'undecodable' && found.has('Undecodable'))
    return new Set(['Undecodable']);
  return found;
}

const PANIC = 'an error without cause, for the server fails';

/** Reports whether the code of the server fails, or the server answers with an internal error. */
function isFailure({ outcome, errors = [] }: ServerVerdict): boolean {
  return outcome === 'panic' || errors.some(({ type }) => type === '');
}

function differ(
  minor: Minor,
  verdict: ServerVerdict,
  said: ReadonlySet<string>,
  ours: Verdict | undefined,
  found: ReadonlySet<string>,
): Difference | undefined {
  const missing = [...said].filter((one) => !found.has(one)).sort();
  const extra = [...found].filter((one) => !said.has(one)).sort();
  const server = verdictOf(verdict);
  const sameVerdict = ours === server;
  if (missing.length === 0 && extra.length === 0 && sameVerdict) return undefined;
  return {
    minor,
    weight: weigh(server, ours, extra),
    missing,
    extra,
    ...(sameVerdict ? {} : { verdicts: { server, ours } }),
  };
}

function verdictOf({ outcome }: ServerVerdict): Verdict {
  return outcome === 'panic' ? 'rejected' : outcome;
}

/** The verdicts that make no statement. */
const SILENT: readonly Verdict[] = ['accepted', 'decodes', 'skipped'];

function weigh(server: Verdict, ours: Verdict | undefined, extra: readonly string[]): Weight {
  const silent = (ours !== undefined && SILENT.includes(ours)) || ours === server;
  const claims = extra.filter((one) => !one.startsWith('Warning'));
  if ((server === 'accepted' || server === 'decodes') && (!silent || claims.length > 0))
    return 'false-error';
  if (!silent || extra.length > 0) return 'wrong';
  return 'missing';
}

function isAbout({ index, item }: Finding, line: GoldenLine): boolean {
  return index === line.document && item === (line.item ?? null);
}

function entry(type: string, path: string): string {
  return path === '' ? type : `${type} ${path}`;
}

function duplicate(path: string): string {
  return entry('DuplicateField', lastKey(path));
}

/** The keys of a message such as `line 8: key "a" already set in map`. */
function duplicateKeys(message: string): string[] {
  return [...message.matchAll(/key (?:"((?:[^"\\]|\\.)*)"|(\S+)) already set in map/g)].map(
    ([, quoted, bare]) => (quoted === undefined ? (bare ?? '') : unquote(quoted)),
  );
}

const ESCAPES: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/** The text between the quotes of a text that Go has quoted (strconv.Quote). */
function unquote(quoted: string): string {
  return quoted.replace(
    /\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|U([0-9a-f]{8})|(.))/g,
    (_, x?: string, u?: string, long?: string, single?: string) => {
      const code = x ?? u ?? long;
      if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16));
      return ESCAPES[single ?? ''] ?? single ?? '';
    },
  );
}
