import type { AdmitResult, Finding } from 'kubeadmit/browser';
import { count } from '../../../src/report/phrases.ts';
import { element } from '../dom.ts';
import { badge, findingList, placeButton } from './findings.ts';
import type { ResultActions, ResultView } from './view.ts';

type Request = AdmitResult['requests'][number];
type Decision = Request['policies'][number];
type Coverage = AdmitResult['coverage'][number];

const COLORS = { denied: 'error', unknown: 'warning', admitted: 'good' } as const;

/** Shows the decisions of policies, the values that they depend on, and the coverage of their expressions. */
export function policyView(
  result: AdmitResult,
  errors: readonly Finding[],
  actions: ResultActions,
): ResultView {
  const { policies, requests, summary, kubernetesVersion, coverage } = result;
  const unknown = summary.unknown === 0 ? '' : `, ${summary.unknown} unknown`;
  const outcomes = `${summary.denied} denied, ${summary.admitted} admitted${unknown}`;
  const bound = `${policies} ${policies === 1 ? 'policy' : 'policies'} with bindings`;
  // Requests that match no policy are only counted.
  const matched = requests.filter(
    (request) => request.policies.length > 0 || request.decision !== 'admitted',
  );
  return {
    status: `${count(requests.length, 'request')}, ${bound} for Kubernetes ${kubernetesVersion}: ${outcomes}.`,
    content: [
      ...(errors.length === 0
        ? []
        : [
            element('h2', {}, 'Errors: what the server refuses has no effect'),
            findingList(errors, actions),
          ]),
      element('h2', {}, 'Requests'),
      element(
        'ul',
        { className: 'requests' },
        matched.map((request) => requestItem(request, actions)),
      ),
      ...(coverage.length === 0
        ? []
        : [
            element('h2', {}, 'Coverage by these objects'),
            ...coverage.map((ofPolicy) => coverageOf(ofPolicy, actions)),
          ]),
    ],
    findings: errors,
  };
}

function requestItem(request: Request, actions: ResultActions): HTMLElement {
  const { decision, operation, kind, namespace, name, message, file, line, changes } = request;
  const object = `${operation} ${kind ?? ''} ${namespace === null ? '' : `${namespace}/`}${name ?? ''}`;
  return element(
    'li',
    {},
    element(
      'p',
      {},
      badge(decision, COLORS[decision]),
      ' ',
      element('strong', {}, object),
      ' ',
      placeButton({ file, line, column: 1 }, actions),
    ),
    message === null ? undefined : element('p', { className: 'message' }, message),
    request.warnings.map((warning) => element('p', {}, badge('warned', 'warning'), ` ${warning}`)),
    request.policies.map(decisionOf),
    changes.length === 0
      ? undefined
      : element(
          'pre',
          { className: 'changes', tabIndex: 0, attributes: { 'aria-label': 'Changed fields' } },
          changes.map((change) =>
            element(change.startsWith('-') ? 'del' : 'ins', {}, `${change}\n`),
          ),
        ),
  );
}

function decisionOf(decision: Decision): HTMLElement {
  const { policy, binding, param, action, message, expression, explanation } = decision;
  const notes = [binding && `binding ${binding}`, param && `param ${param}`].filter(Boolean);
  const head = `${policy}${notes.length === 0 ? '' : ` (${notes.join(', ')})`}: ${action}`;
  return element(
    'details',
    { open: action !== 'admit' && action !== 'excluded' },
    element('summary', {}, head),
    message === '' ? undefined : element('p', {}, message),
    explanation === undefined
      ? undefined
      : [
          element('p', { className: 'help' }, expression ?? ''),
          element('pre', { tabIndex: 0 }, explanation.expression.trim()),
          valueTable([...explanation.values, ...[explanation.deciding ?? []].flat()]),
        ],
  );
}

function valueTable(values: readonly { readonly text: string; readonly value: string }[]) {
  if (values.length === 0) return undefined;
  return element(
    'table',
    {},
    element('thead', {}, element('tr', {}, headCell('part'), headCell('value'))),
    element(
      'tbody',
      {},
      values.map(({ text, value }) =>
        element('tr', {}, element('td', {}, code(text)), element('td', {}, code(value))),
      ),
    ),
  );
}

/** The head of a column. */
export function headCell(text: string): HTMLElement {
  return element('th', { attributes: { scope: 'col' } }, text);
}

/** A text of code. */
export function code(text: string): HTMLElement {
  return element('code', {}, text);
}

function coverageOf(
  { kind, name, file, outcomes, covered, missing }: Coverage,
  actions: ResultActions,
) {
  return element(
    'div',
    { className: 'coverage' },
    element(
      'p',
      {},
      element('strong', {}, `${kind} ${name}`),
      `: ${covered} of ${count(outcomes, 'outcome')}`,
    ),
    element(
      'ul',
      {},
      missing.map((expression) =>
        element(
          'li',
          {},
          `never ${expression.never}: `,
          code(expression.text.replace(/\s+/g, ' ')),
          ' ',
          placeButton({ ...expression, file }, actions),
        ),
      ),
    ),
  );
}
