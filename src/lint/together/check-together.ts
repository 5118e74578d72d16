import { headLocation } from '../../rule/location.ts';
import type { Resource } from '../../rule/resource.ts';
import type { Workspace } from '../../rule/workspace.ts';
import { CheckRunner } from '../check/check-runner.ts';
import type { CheckedPart } from '../check/checked-part.ts';
import type { SelectedRule } from '../check/rule-selection.ts';
import type { RunPlan } from '../check/run-plan.ts';
import { openAgain } from '../open/open-part.ts';
import { checkCustomResources } from './check-custom-resources.ts';
import type { CustomKinds } from './custom-kinds.ts';

/** Checks the pending objects and the custom resources of a part, together with all other sources of the run. */
export function checkTogether(part: CheckedPart, plan: RunPlan, kinds: CustomKinds): CheckedPart {
  const { source, pending } = part;
  const checked = checkCustomResources(part, plan, kinds);
  if (pending.length === 0) return checked;
  const runner = new CheckRunner(source, plan.now);
  const rules = plan.rulesFor(source);
  for (const reference of pending) {
    const resource = openAgain(reference);
    const workspace = kinds.seenFrom(source.file, reference.server.minor);
    runWorkspaceChecks(runner, rules.inWorkspace(resource.kind), resource, workspace);
  }
  return { ...checked, drafts: [...checked.drafts, ...runner.drafts], pending: [] };
}

/** Runs the checks of an object that need other objects. */
export function runWorkspaceChecks(
  runner: CheckRunner,
  rules: readonly SelectedRule[],
  resource: Resource,
  workspace: Workspace,
  readAs?: string,
): void {
  const { kind, server, origin } = resource;
  const subject = {
    server,
    kind,
    itemAt: () => origin.item,
    origin,
    location: headLocation(origin, null),
    ...(readAs === undefined ? {} : { readAs }),
  };
  runner.run(rules, subject, (rule, context) =>
    rule.checkInWorkspace?.(resource, workspace, context),
  );
}
