import type { PolicyDecision } from '../admission/decision.ts';
import type { RequestReport } from '../admit/decide-request.ts';
import { explain } from '../admit/explain.ts';
import type { AdmitReport } from '../admit.ts';
import { escapeControls } from '../result/visible-text.ts';
import { mutationLines } from './mutation-diff.ts';
import { count, printable } from './phrases.ts';
import type { Style } from './style.ts';
import { wrap } from './wrap.ts';

export interface AdmitTextOptions {
  readonly style: Style;
  /** The columns of a terminal; undefined for no limit. */
  readonly width: number | undefined;
  /** Whether every expression is shown, with the values of its parts. */
  readonly isVerbose: boolean;
}

/** What becomes of a request, in one word. */
type Word = 'denied' | 'unknown' | 'warned' | 'audited' | 'mutated' | 'admitted';

/** The width of the longest word, and the space after it. */
const INDENT = 10;

/**
 * What policies decide, for people: a line for each request that a policy matches, and below it what the policies say
 * about it.
 */
export function admitText({ requests }: AdmitReport, options: AdmitTextOptions): string {
  const lines = requests.filter(isMatched).flatMap((request) => requestLines(request, options));
  return lines.map((line) => `${line}\n`).join('');
}

/** The last line: how many requests there were, and what became of them. */
export function admitSummary({ requests, policies, kubernetesVersion }: AdmitReport): string {
  const by = `by ${count(policies, 'policy').replace(/policys$/, 'policies')}`;
  const of = (outcome: RequestReport['outcome']) =>
    requests.filter((request) => request.outcome === outcome).length;
  const unknown = of('unknown') === 0 ? '' : `, ${of('unknown')} unknown`;
  const result = `${of('denied')} denied, ${of('admitted')} admitted${unknown}`;
  const unmatched = requests.filter((request) => !isMatched(request)).length;
  const rest = unmatched === 0 ? '' : ` (${unmatched} of them match no policy)`;
  const judged = `${count(requests.length, 'request')} judged ${by}`;
  return `${judged} for Kubernetes ${kubernetesVersion}: ${result}${rest}`;
}

function isMatched({ decisions, outcome }: RequestReport): boolean {
  return decisions.length > 0 || outcome !== 'admitted';
}

function requestLines(request: RequestReport, options: AdmitTextOptions): readonly string[] {
  const { style } = options;
  const { file, line } = request.document;
  const word = wordOf(request);
  const place = style.faint(`${printable(file)}:${line}`);
  const head = `${colored(word, style)(word.padEnd(INDENT))}${style.strong(nameOf(request))}  ${place}`;
  return [
    head,
    ...notesOf(request).flatMap((note) => paragraph(note, options)),
    ...(options.isVerbose ? request.decisions.flatMap((one) => explained(one, options)) : []),
    ...mutationLines(request.mutation).map((text) => `${' '.repeat(INDENT)}${text}`),
  ];
}

function wordOf({ outcome, decisions, warnings, annotations, mutation }: RequestReport): Word {
  if (outcome !== 'admitted') return outcome;
  if (warnings.length > 0) return 'warned';
  if (decisions.some(({ action }) => action === 'deny') || annotations.length > 0) return 'audited';
  return mutation === undefined ? 'admitted' : 'mutated';
}

function colored(word: Word, { severity, faint }: Style): (text: string) => string {
  switch (word) {
    case 'denied':
      return severity.error;
    case 'unknown':
    case 'warned':
      return severity.warning;
    case 'audited':
    case 'mutated':
      return severity.info;
    case 'admitted':
      return faint;
  }
}

function nameOf({ document: { kind, namespace, name }, operation }: RequestReport): string {
  const named = `${kind ?? ''} ${namespace === null ? '' : `${namespace}/`}${name ?? ''}`;
  return printable(operation === 'CREATE' ? named : `${operation} ${named}`);
}

/** An expression with its result, and below it the values that it reads. */
function explained(decision: PolicyDecision, options: AdmitTextOptions): readonly string[] {
  const { trace, policy, action, field, isError } = decision;
  if (trace === undefined) return [];
  const { text, parts } = explain(trace);
  const result = isError ? 'error' : action === 'admit' ? 'true' : 'false';
  const head = `${policy} ${field ?? ''}: ${text.trim()}  => ${result}`;
  return [
    ...paragraph(head, options),
    ...parts.flatMap((part) => paragraph(`  ${part.text} = ${part.value}`, options)),
  ];
}

/** What the policies say of a request: denials and failures; what admits it silently is left out. */
function notesOf(request: RequestReport): readonly string[] {
  const { decisions, annotations, unknown } = request;
  const said = decisions.filter(({ action }) => NOTED.has(action)).map(noteOf);
  const published = annotations
    .filter(({ key }) => !key.startsWith('validation.policy.admission.k8s.io/'))
    .map(({ key, value }) => `audit annotation ${key}: ${value}`);
  const isSaid = unknown === undefined || said.some((note) => note.includes(unknown));
  return [...said, ...(isSaid || unknown === undefined ? [] : [unknown]), ...published];
}

const NOTED: ReadonlySet<string> = new Set(['deny', 'configuration-error', 'unknown']);

function noteOf(decision: PolicyDecision): string {
  const { policy, binding, param, message, validationActions, action, field } = decision;
  const by = binding === undefined ? policy : `${policy} (${binding})`;
  const given = param === undefined ? '' : ` with ${param}`;
  const isEnforced = validationActions.length === 0 || validationActions.includes('Deny');
  const only = isEnforced || action !== 'deny' ? '' : ` [${validationActions.join(', ')} only]`;
  const where = field === undefined ? '' : ` ${field}`;
  return `${by}${given}${only}: ${message}${where === '' ? '' : `  ${where.trim()}`}`;
}

function paragraph(text: string, { width }: AdmitTextOptions): readonly string[] {
  const indent = ' '.repeat(INDENT);
  const lines = escapeControls(text).split('\n');
  return lines.flatMap((line) =>
    wrap(line, width === undefined ? undefined : width - INDENT).map((one) => indent + one),
  );
}
