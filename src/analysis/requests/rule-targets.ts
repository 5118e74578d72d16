import { isDns1123Subdomain } from '../../kubernetes/formats/dns.ts';
import { isBuiltInGroup } from '../../kubernetes/kinds.ts';
import { holdsIn, type Minor } from '../../kubernetes/minors.ts';
import { type BuiltInResource, builtInResources } from '../../kubernetes/resources.ts';
import type { Field } from '../../rule/field.ts';
import type { RuleField } from './request-filters.ts';

/** An entry of a rule's `resources`. */
export interface RuleTarget {
  readonly field: Field<string>;
  /** What stands before the first slash. */
  readonly resource: string;
  /** What stands behind it; undefined where there is no slash. */
  readonly subresource: string | undefined;
  /**
   * The resources of Kubernetes of this name in the groups of the rule, whatever its versions; none
   * for a wildcard.
   */
  readonly builtIn: readonly BuiltInResource[];
}

/** A rule of a webhook, policy or binding, held against the resources that a minor serves. */
export interface RuleReading {
  readonly rule: RuleField;
  /** Whether only groups of Kubernetes itself are named, so that no other resource can be meant. */
  readonly closed: boolean;
  /** The groups of Kubernetes itself that are named. */
  readonly groups: readonly string[];
  readonly targets: readonly RuleTarget[];
}

const VERSION = /^v[1-9]\d*((alpha|beta)[1-9]\d*)?$/;

/** What an entry of `apiGroups` can be. */
export type GroupEntry = 'any' | 'built-in' | 'other' | 'core' | 'version' | 'impossible';

/** Tells what an entry of `apiGroups` is; the last three match nothing. */
export function groupEntryOf(text: string): GroupEntry {
  if (text === '*') return 'any';
  if (isBuiltInGroup(text)) return 'built-in';
  if (text === 'core' || text === 'v1') return 'core';
  if (VERSION.test(text)) return 'version';
  return isDns1123Subdomain(text) ? 'other' : 'impossible';
}

let byName: ReadonlyMap<string, readonly BuiltInResource[]> | undefined;

/** The resources of Kubernetes of a name, over all groups, versions and minors. */
export function builtInResourcesOf(name: string): readonly BuiltInResource[] {
  byName ??= indexByName();
  return byName.get(name) ?? [];
}

function indexByName(): ReadonlyMap<string, readonly BuiltInResource[]> {
  const index = new Map<string, BuiltInResource[]>();
  for (const resource of builtInResources()) {
    const known = index.get(resource.resource);
    if (known === undefined) index.set(resource.resource, [resource]);
    else known.push(resource);
  }
  return index;
}

/** Holds a rule against the resources that a minor serves. */
export function readRule(rule: RuleField, minor: Minor): RuleReading {
  const entries = (rule.get('apiGroups').value ?? []).map((text) => ({
    text,
    is: groupEntryOf(text),
  }));
  const groups = new Set(entries.filter(({ is }) => is === 'built-in').map(({ text }) => text));
  return {
    rule,
    closed: groups.size > 0 && entries.every(({ is }) => is !== 'any' && is !== 'other'),
    groups: [...groups],
    targets: rule
      .get('resources')
      .items()
      .map((field) => readTarget(field, groups, minor)),
  };
}

function readTarget(field: Field<string>, groups: ReadonlySet<string>, minor: Minor): RuleTarget {
  const text = field.value ?? '';
  const slash = text.indexOf('/');
  const resource = slash < 0 ? text : text.slice(0, slash);
  return {
    field,
    resource,
    subresource: slash < 0 ? undefined : text.slice(slash + 1),
    builtIn: builtInResourcesOf(resource).filter(
      (known) => groups.has(known.group) && holdsIn(known, minor),
    ),
  };
}

/** What an entry means for sure: resources of Kubernetes, and nothing of anybody else's. */
export function settledTargets({ closed, targets }: RuleReading): readonly RuleTarget[] {
  return closed ? targets.filter(({ builtIn }) => builtIn.length > 0) : [];
}

/** Names groups in a sentence; the core group has no name of its own. */
export function groupWords(groups: readonly string[]): string {
  const words = groups.map((group) => (group === '' ? 'the core group' : `'${group}'`));
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
