import type { diff } from 'kubeadmit/browser';
import { count } from '../../../src/report/phrases.ts';
import { element } from '../dom.ts';
import { badge } from './findings.ts';
import type { ResultView } from './view.ts';

type Diff = Awaited<ReturnType<typeof diff>>;
type Definition = Diff['definitions'][number];
type Change = Definition['changes'][number];

/** Shows what a change of CRDs breaks. */
export function crdView({ definitions, kubernetesVersion, summary }: Diff): ResultView {
  const { errors, warnings } = summary;
  const counts = `${count(errors, 'error')}, ${count(warnings, 'warning')}`;
  const compared = definitions.filter(
    (definition) => definition.before !== null && definition.after !== null,
  );
  return {
    status: `Compared ${count(compared.length, 'CRD')} for Kubernetes ${kubernetesVersion}: ${counts}.`,
    content: definitions.flatMap(definitionOf),
    findings: [],
  };
}

function definitionOf({ name, before, after, severity, problem, changes }: Definition) {
  const state = before === null ? ' (new)' : after === null ? ' (deleted)' : '';
  return [
    element('h2', {}, `${name}${state}`),
    ...(problem === null || severity === null
      ? []
      : [element('p', {}, badge(severity, severity), ` ${problem}`)]),
    element('ul', { className: 'findings' }, changes.map(changeItem)),
  ];
}

function changeItem({ severity, message, effect, witness }: Change): HTMLElement {
  return element(
    'li',
    {},
    element(
      'p',
      {},
      badge(severity, severity),
      ' ',
      element('span', { className: 'message' }, message),
    ),
    element('p', { className: 'help' }, effect),
    witness === null
      ? undefined
      : [
          ...(witness.stored === null ? [] : witnessOf('stored', witness.stored)),
          ...witnessOf(`accepted before, refused now (${witness.request})`, witness.object),
        ],
  );
}

function witnessOf(title: string, object: unknown): readonly HTMLElement[] {
  return [
    element('p', { className: 'help' }, `${title}:`),
    element(
      'pre',
      { tabIndex: 0, attributes: { 'aria-label': title } },
      JSON.stringify(object, undefined, 2),
    ),
  ];
}
