import type { EvaluationResult } from 'kubeadmit/browser';
import { element } from '../dom.ts';
import { badge } from './findings.ts';
import { code, headCell } from './policy.ts';
import type { ResultView } from './view.ts';

/** Shows the value, type and cost of an expression, and of its parts. */
export function celView(result: EvaluationResult): ResultView {
  const { value, type, cost, limit, errors, since, parts } = result;
  const rows = [
    ['value', value],
    ['type', type],
    ['cost', cost === undefined ? undefined : costText(cost, limit)],
    ['accepted since', since === null ? undefined : `Kubernetes ${since}`],
  ].flatMap(([name = '', text]) => (text === undefined ? [] : [[name, text] as const]));
  const [error] = errors;
  return {
    status: error === undefined ? `The value is ${value}.` : `Error: ${error.message}`,
    content: [
      ...errors.map(({ message, line, column }) =>
        element(
          'p',
          { className: 'message' },
          badge('error', 'error'),
          line === null ? ' ' : ` ${line}:${column}: `,
          message,
        ),
      ),
      element(
        'dl',
        {},
        rows.map(([name, text]) => [element('dt', {}, name), element('dd', {}, code(text))]),
      ),
      ...(parts.length === 0
        ? []
        : [element('h2', {}, 'Parts, evaluated alone'), partTable(parts)]),
    ],
    findings: [],
  };
}

function costText(cost: number, limit: number | undefined): string {
  const text = cost.toLocaleString('en');
  return limit === undefined ? text : `${text} of at most ${limit.toLocaleString('en')}`;
}

function partTable(parts: EvaluationResult['parts']): HTMLElement {
  return element(
    'table',
    { className: 'parts' },
    element('thead', {}, element('tr', {}, ['part', 'value', 'type', 'cost'].map(headCell))),
    element(
      'tbody',
      {},
      parts.map(({ expression, value, type, cost, errors }) =>
        element(
          'tr',
          {},
          element('td', {}, code(expression)),
          element('td', {}, code(value ?? `error: ${errors[0]?.message ?? ''}`)),
          element('td', {}, code(type ?? '')),
          element('td', {}, code(cost?.toLocaleString('en') ?? '')),
        ),
      ),
    ),
  );
}
