import type { Result } from '../check.ts';
import { celView } from './cel.ts';
import { crdView } from './crd.ts';
import { lintView } from './lint.ts';
import { policyView } from './policy.ts';
import { upgradeView } from './upgrade.ts';
import type { ResultActions, ResultView } from './view.ts';

/** The view of a result. */
export function viewOf(result: Result, actions: ResultActions): ResultView {
  switch (result.pane) {
    case 'lint':
      return lintView(result.report, actions);
    case 'policy':
      return policyView(result.decisions, result.errors, actions);
    case 'cel':
      return celView(result.evaluation);
    case 'crd':
      return crdView(result.diff);
    case 'upgrade':
      return upgradeView(result.upgrade, actions);
  }
}
