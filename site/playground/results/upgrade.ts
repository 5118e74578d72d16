import type { Finding, upgrade } from 'kubeadmit/browser';
import { element } from '../dom.ts';
import { badge, findingList } from './findings.ts';
import { count } from './lint.ts';
import type { ResultActions, ResultView } from './view.ts';

type Upgrade = Awaited<ReturnType<typeof upgrade>>;

const COLORS = { refused: 'error', warned: 'warning', accepted: 'good' } as const;

/** Shows what changes for manifests between two minors. */
export function upgradeView(result: Upgrade, actions: ResultActions): ResultView {
  const { from, to, changes, documents } = result;
  const findings = changes.map(({ finding }) => finding).filter((one) => one !== null);
  return {
    status: `Kubernetes ${from} to ${to}: ${count(changes.length, 'change')} for ${count(documents, 'document')}.`,
    content: [
      element(
        'ul',
        { className: 'changes' },
        changes.map(({ change, since, document: { kind, name, file }, finding }) =>
          element(
            'li',
            {},
            element(
              'p',
              {},
              badge(change, COLORS[change]),
              ` since ${since}: `,
              element('strong', {}, `${kind ?? ''}/${name ?? ''}`),
              ` ${file}`,
            ),
            finding === null
              ? element('p', {}, 'The finding is not reported.')
              : findingList([finding], actions),
          ),
        ),
      ),
    ],
    findings: findings satisfies readonly Finding[],
  };
}
