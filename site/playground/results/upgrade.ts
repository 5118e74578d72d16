import type { Finding, upgrade } from 'kubeadmit/browser';
import { count } from '../../../src/report/phrases.ts';
import { element } from '../dom.ts';
import { badge, findingList } from './findings.ts';
import type { ResultActions, ResultView } from './view.ts';

type Upgrade = Awaited<ReturnType<typeof upgrade>>;

const COLORS = {
  refused: 'error',
  warned: 'warning',
  different: 'warning',
  accepted: 'good',
} as const;

/** Shows what changes for manifests between two minors. */
export function upgradeView(result: Upgrade, actions: ResultActions): ResultView {
  const { from, to, changes, documents, otherErrors } = result;
  const findings = [
    ...changes.map(({ finding }) => finding).filter((finding) => finding !== null),
    ...otherErrors.flatMap(({ before, after }) => [...before, ...after]),
  ];
  return {
    status: `Kubernetes ${from} to ${to}: ${count(changes.length, 'change')} for ${count(documents, 'document')}.`,
    content: [
      element(
        'ul',
        { className: 'changes' },
        changes.map(({ change, since, document, finding, difference }) =>
          element(
            'li',
            {},
            element(
              'p',
              {},
              badge(change, COLORS[change]),
              ` since ${since}: `,
              ...nameOf(document),
            ),
            finding === null
              ? element('p', {}, difference?.message ?? 'The finding is not reported.')
              : findingList([finding], actions),
          ),
        ),
      ),
      element(
        'ul',
        { className: 'changes' },
        otherErrors.map(({ document, before, after }) =>
          element(
            'li',
            {},
            element('p', {}, 'Both refuse, with other errors: ', ...nameOf(document)),
            findingList([...before, ...after], actions),
          ),
        ),
      ),
    ],
    findings: findings satisfies readonly Finding[],
  };
}

function nameOf({ kind, name, file }: Upgrade['changes'][number]['document']) {
  return [element('strong', {}, `${kind ?? ''}/${name ?? ''}`), ` ${file}`];
}
