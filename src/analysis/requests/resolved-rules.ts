import { cut } from '../../base/go/cut.ts';
import { indexBy } from '../../base/index-by.ts';
import type { Field } from '../../rule/field.ts';
import { isDns1123Subdomain } from '../../server/kubernetes/formats/dns.ts';
import { isBuiltInGroup } from '../../server/kubernetes/kinds.ts';
import { holdsIn, type Minor } from '../../server/kubernetes/minors.ts';
import { type BuiltInResource, builtInResources } from '../../server/kubernetes/resources.ts';
import type { ResourceRuleField } from './request-filters.ts';

/** An entry of `resources` in a resource rule. */
export interface RuleTarget {
  readonly field: Field<string>;
  /** The part before the first slash. */
  readonly resource: string;
  /** The part after the slash. Undefined if there is no slash. */
  readonly subresource: string | undefined;
  /** The built-in resources of this name in the groups of the rule, in all versions; none for a wildcard. */
  readonly builtIn: readonly BuiltInResource[];
}

/** A resource rule together with the built-in resources of a minor that it names. */
export interface ResolvedRule {
  readonly rule: ResourceRuleField;
  /** True if all groups of the rule are built in, so that it cannot match custom resources. */
  readonly hasBuiltInGroupsOnly: boolean;
  /** The built-in groups that it names. */
  readonly groups: readonly string[];
  readonly targets: readonly RuleTarget[];
}

const VERSION = /^v[1-9]\d*((alpha|beta)[1-9]\d*)?$/;

/** The meaning of an entry of `apiGroups`. `core` is the wrong name of the core group, and `version` is a version. */
type GroupEntry = 'any' | 'built-in' | 'other' | 'core' | 'version' | 'impossible';

/** Classifies an entry of `apiGroups`. `core`, `version` and `impossible` match no requests. */
export function groupEntryOf(text: string): GroupEntry {
  if (text === '*') return 'any';
  if (isBuiltInGroup(text)) return 'built-in';
  if (text === 'core' || text === 'v1') return 'core';
  if (VERSION.test(text)) return 'version';
  return isDns1123Subdomain(text) ? 'other' : 'impossible';
}

let byName: ReadonlyMap<string, readonly BuiltInResource[]> | undefined;

/** The built-in resources of a name in all groups, versions and minors. */
export function builtInResourcesOf(name: string): readonly BuiltInResource[] {
  byName ??= indexBy(builtInResources(), ({ resource }) => [resource]);
  return byName.get(name) ?? [];
}

/** Finds the built-in resources that a resource rule names and a minor serves. */
export function resolveRule(rule: ResourceRuleField, minor: Minor): ResolvedRule {
  const entries = (rule.get('apiGroups').value ?? []).map((text) => ({
    text,
    is: groupEntryOf(text),
  }));
  const groups = new Set(entries.filter(({ is }) => is === 'built-in').map(({ text }) => text));
  return {
    rule,
    hasBuiltInGroupsOnly:
      groups.size > 0 && entries.every(({ is }) => is !== 'any' && is !== 'other'),
    groups: [...groups],
    targets: rule.itemsOf('resources').map((field) => readTarget(field, groups, minor)),
  };
}

function readTarget(field: Field<string>, groups: ReadonlySet<string>, minor: Minor): RuleTarget {
  const [resource, subresource] = cut(field.value ?? '', '/');
  return {
    field,
    resource,
    subresource,
    builtIn: builtInResourcesOf(resource).filter(
      (known) => groups.has(known.group) && holdsIn(known, minor),
    ),
  };
}

/** The targets that are certainly built-in resources, because the rule names no other groups. */
export function builtInTargets({
  hasBuiltInGroupsOnly,
  targets,
}: ResolvedRule): readonly RuleTarget[] {
  return hasBuiltInGroupsOnly ? targets.filter(({ builtIn }) => builtIn.length > 0) : [];
}

/**
 * Reports whether a resource rule can match built-in resources. Other resources are usually validated by their
 * controller too.
 */
export function mayMatchBuiltInResources({ rule, groups }: ResolvedRule): boolean {
  return groups.length > 0 || (rule.get('apiGroups').value?.includes('*') ?? false);
}

/** The names of groups as part of a message, such as `the core group or 'apps'`. */
export function describeGroups(groups: readonly string[]): string {
  const names = groups.map((group) => (group === '' ? 'the core group' : `'${group}'`));
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}
