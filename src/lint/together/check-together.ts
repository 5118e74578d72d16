import type { CustomKindLookup } from '../../rule/custom-kinds.ts';
import { headLocation } from '../../rule/location.ts';
import type { Resource } from '../../rule/resource.ts';
import { CheckRunner } from '../check/check-runner.ts';
import type { CheckedPart } from '../check/checked-part.ts';
import type { RuleSelection } from '../check/rule-selection.ts';
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
    const customKinds = kinds.seenFrom(source.file, reference.server.minor);
    checkBesideCustomKinds(runner, rules, resource, customKinds);
  }
  return { ...checked, drafts: [...checked.drafts, ...runner.drafts], pending: [] };
}

/** Runs the checks that look at an object and the custom kinds that it may name. */
export function checkBesideCustomKinds(
  runner: CheckRunner,
  rules: RuleSelection,
  resource: Resource,
  customKinds: CustomKindLookup,
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
  runner.run(rules.ofKindAndCustomKinds(kind), { resource, customKinds }, subject);
}
