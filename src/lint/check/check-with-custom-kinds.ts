import type { CustomKindLookup } from '../../rule/custom-kinds.ts';
import type { Resource } from '../../rule/resource.ts';
import type { CheckRunner } from './check-runner.ts';
import { subjectOf } from './check-subject.ts';

/** Runs the checks that look at an object and the custom kinds that it may name. */
export function checkWithCustomKinds(
  runner: CheckRunner,
  resource: Resource,
  customKinds: CustomKindLookup,
  readAs?: string,
): void {
  const { kind, server, origin } = resource;
  const own = subjectOf(origin, server);
  const subject = readAs === undefined ? own : { ...own, readAs };
  runner.run(runner.rules.ofKindAndCustomKinds(kind), { resource, customKinds }, subject);
}
