import { policyOf } from '../../analysis/admission/policy-decisions.ts';
import type { RequestReport } from '../../lint/decide/decide-request.ts';
import { count, printable } from '../../report/phrases.ts';
import type { Style } from '../../report/style.ts';
import { countReasons, nothingCheckedReason } from '../../report/summary.ts';
import { displayWidth } from '../../report/width.ts';
import { wrap } from '../../report/wrap.ts';
import { escapeControls } from '../../result/visible-text.ts';
import { isObjection, type PolicyDecision } from '../../server/admission/decision.ts';
import { type Enforcement, enforcementOf } from '../../server/admission/enforcement.ts';
import type { AdmitReport } from './admit.ts';
import { explain } from './explain.ts';
import { mutationLines } from './mutation-diff.ts';

interface AdmitTextOptions {
  readonly style: Style;
  /** The columns of a terminal; undefined for no limit. */
  readonly width: number | undefined;
  /** True if every expression is shown, with the values of its parts. */
  readonly isVerbose: boolean;
}

/** The effect on a request, in one word. */
type Word = 'denied' | 'unknown' | 'warned' | 'audited' | 'mutated' | 'admitted';

/** The width of the longest word, and the space after it. */
const INDENT = 10;

/** The indentation of a note. Further lines of the note are indented below the object. */
const NOTE_INDENT = 2;

/** The columns between a note and the field that it is about. */
const GAP = 2;

/**
 * The decisions of policies, for people: a line for each request that a policy matches, and below it the messages of
 * the policies.
 */
export function admitText({ requests }: AdmitReport, options: AdmitTextOptions): string {
  const lines = requests.filter(isMatched).flatMap((request) => requestLines(request, options));
  return lines.map((line) => `${line}\n`).join('');
}

/** Describes why no request is made from the files of a run. */
export function noRequestReason({ files, documents }: AdmitReport): string {
  const others = documents.filter(({ skipped }) => skipped === undefined).length;
  return others === 0
    ? nothingCheckedReason(files, countReasons(documents))
    : `${count(others, 'document')} of kinds that policies are not run on, or that cannot be read`;
}

/** The last line: the number of requests, and their results. */
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
    ...notesOf(request).flatMap((note) => noteLines(note, options)),
    ...(options.isVerbose
      ? explainedOnce(request.decisions).flatMap((one) => explained(one, options))
      : []),
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
  if (word === 'admitted') return faint;
  if (word === 'denied') return severity.error;
  return word === 'unknown' || word === 'warned' ? severity.warning : severity.info;
}

function nameOf({ document: { kind, namespace, name }, operation }: RequestReport): string {
  const named = `${kind ?? ''} ${namespace === null ? '' : `${namespace}/`}${name ?? ''}`;
  return printable(operation === 'CREATE' ? named : `${operation} ${named}`);
}

/** An expression with its result, and below it the values that it reads. */
function explained(decision: PolicyDecision, options: AdmitTextOptions): readonly string[] {
  const { trace, policy, action, field, isError } = decision;
  if (trace === undefined) return [];
  const { text, parts, deciding } = explain(trace);
  const result = isError ? 'error' : (RESULTS.get(action) ?? 'false');
  const head = `${policy} ${field ?? ''}: ${text.trim().replace(/\s+/g, ' ')}  => ${result}`;
  const values = parts.map((part) => `${part.text} = ${part.value}`);
  const reason = deciding === undefined ? [] : [`decided by ${deciding.text} = ${deciding.value}`];
  return [
    ...paragraph(head, options),
    ...[...values, ...(result === 'true' ? [] : reason)].flatMap((line) =>
      paragraph(line, options, 2),
    ),
  ];
}

const RESULTS: ReadonlyMap<string, string> = new Map([
  ['admit', 'true'],
  ['unknown', 'unknown'],
]);

/** The decisions of which each expression is shown once, although several bindings may use it. */
function explainedOnce(decisions: readonly PolicyDecision[]): readonly PolicyDecision[] {
  const keyOf = ({ policyKind, policy, field, param }: PolicyDecision) =>
    JSON.stringify([policyKind, policy, field, param]);
  return [...new Map(decisions.toReversed().map((one) => [keyOf(one), one])).values()].toReversed();
}

/** The message of a policy about a request, with its effect. */
interface Note {
  readonly effect: Enforcement | 'unknown' | undefined;
  readonly text: string;
  /** The field of the policy that decides. */
  readonly field: string | undefined;
}

/**
 * The messages of the policies about a request, the most severe first. Decisions that admit it without a message are
 * not included.
 */
function notesOf(request: RequestReport): readonly Note[] {
  const { decisions, annotations, unknown } = request;
  const said = decisions
    .filter(isObjection)
    .map(noteOf)
    .toSorted((a, b) => EFFECTS.indexOf(a.effect) - EFFECTS.indexOf(b.effect));
  const published = annotations
    .filter(({ key }) => !key.startsWith('validation.policy.admission.k8s.io/'))
    .map(({ key, value }) => plainNote(`audit annotation ${key}: ${value}`));
  const isSaid = unknown === undefined || said.some(({ text }) => text.includes(unknown));
  return [...said, ...(isSaid ? [] : [plainNote(unknown)]), ...published];
}

/** The most severe first. */
const EFFECTS: readonly Note['effect'][] = ['denied', 'unknown', 'warned', 'audited', undefined];

function noteOf(decision: PolicyDecision): Note {
  const { message, action, field } = decision;
  const effect = action === 'unknown' ? 'unknown' : enforcementOf(decision);
  return { effect, text: `${policyOf(decision)}: ${message}`, field };
}

function plainNote(text: string): Note {
  return { effect: undefined, text, field: undefined };
}

/** A note, with its effect in the margin, as several policies can have several effects. */
function noteLines({ effect, text, field }: Note, options: AdmitTextOptions): readonly string[] {
  const { style, width } = options;
  const [first = '', ...others] = paragraph(text, options);
  const margin = effect && colored(effect, style)(effect.padEnd(INDENT - NOTE_INDENT));
  const head = margin ? ' '.repeat(NOTE_INDENT) + margin + first.slice(INDENT) : first;
  if (field === undefined) return [head, ...others];
  const shown = style.faint(printable(field));
  const used = displayWidth(others.at(-1) ?? first) + GAP + field.length;
  const isFitting = width === undefined || used <= width;
  if (!isFitting) return [head, ...others, `${' '.repeat(INDENT + GAP)}${shown}`];
  const after = `${' '.repeat(GAP)}${shown}`;
  const last = others.at(-1);
  return last === undefined
    ? [`${head}${after}`]
    : [head, ...others.slice(0, -1), `${last}${after}`];
}

/** A text with an indentation, and with a larger one from the second line on. */
function paragraph(text: string, { width }: AdmitTextOptions, more = 0): readonly string[] {
  const indent = ' '.repeat(INDENT + more);
  const columns = width === undefined ? undefined : width - INDENT - more;
  return escapeControls(text)
    .split('\n')
    .flatMap((line) => wrap(line, columns, '  ').map((one) => indent + one));
}
