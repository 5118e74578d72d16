import type { CustomKindLookup } from '../../rule/custom-kinds.ts';
import { headLocation } from '../../rule/location.ts';
import type { Resource } from '../../rule/resource.ts';
import type { RuleSelection } from '../rules/rule-selection.ts';
import type { CheckRunner } from './check-runner.ts';

/** Runs the checks that look at an object and the custom kinds that it may name. */
export function checkWithCustomKinds(
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
