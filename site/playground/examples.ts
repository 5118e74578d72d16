import { CEL_EXAMPLES } from './examples/cel.ts';
import { CRD_EXAMPLES } from './examples/crd.ts';
import type { Example } from './examples/example.ts';
import { LINT_EXAMPLES } from './examples/lint.ts';
import { POLICY_EXAMPLES } from './examples/policy.ts';
import { UPGRADE_EXAMPLES } from './examples/upgrade.ts';

/** The examples of all panes. The first one of a pane is shown when the pane is opened. */
export const EXAMPLES: readonly Example[] = [
  ...LINT_EXAMPLES,
  ...POLICY_EXAMPLES,
  ...CEL_EXAMPLES,
  ...CRD_EXAMPLES,
  ...UPGRADE_EXAMPLES,
];
