import { isIntOrString, type StructuralSchema } from '../../../crd/structural.ts';
import type { ApiType, GroupVersionKind } from '../../../expressions/types/api-types.ts';
import { builtInKind } from '../../../expressions/types/builtin-types.ts';
import { customResourceType } from '../../../expressions/types/custom-types.ts';
import { holdsIn, type Minor } from '../../../kubernetes/minors.ts';
import { type BuiltInResource, builtInResources } from '../../../kubernetes/resources.ts';
import { serverHas } from '../../../kubernetes/server-changes.ts';
import type { Workspace } from '../../../rule/workspace.ts';
import type { ResourceRuleField } from '../../requests/request-filters.ts';

/** A kind with its type. */
export interface TypedKind extends GroupVersionKind {
  readonly type: ApiType;
}

/** A kind that the server's type checker takes from a rule. */
export interface MatchedKind extends TypedKind {
  /** Whether the rule matches its objects: the type checker finds kinds by other names and groups too. */
  readonly isMatched: boolean;
}

/** The kinds that rules match, as far as they can be known. */
export interface MatchedKinds {
  /** Sorted by group, version and kind. */
  readonly kinds: readonly MatchedKind[];
  /**
   * Whether no object of another kind is matched: no wildcards, no subresources with an object of their own, and
   * nothing unknown.
   */
  readonly isComplete: boolean;
  /** Whether the code of the server's type checker fails on a schema among them, so that it finds nothing. */
  readonly crashesTypeChecker: boolean;
}

/** The most kinds that the type checker takes from one rule. */
const MOST_KINDS = 10;

/** Beyond so many combinations of group, version and resource nothing is known of a rule. */
const MOST_NAMES = 1000;

/**
 * The kinds that the server's type checker takes from rules: those of all resources that are named in
 * full, without wildcards and subresources. A rule that has a wildcard among its groups or versions
 * gives none, and the tenth kind of a rule ends the search.
 *
 * Source: `typesToCheck` in `pkg/admission/plugin/policy/validating/typechecking.go` of the API server.
 */
export function matchedKinds(
  rules: readonly ResourceRuleField[],
  workspace: Workspace,
  minor: Minor,
): MatchedKinds {
  const found = new Map<string, MatchedKind>();
  let isComplete = rules.length > 0;
  let crashesTypeChecker = false;
  for (const rule of rules) {
    const { names, isWhole } = resourceNames(rule);
    if (!isWhole) isComplete = false;
    let count = 0;
    for (const name of names) {
      const kinds = kindsOf(name, workspace, minor);
      if (kinds.length === 0) isComplete = false;
      for (const { kind, type, crashes, isMatched } of kinds) {
        const key = `${kind.group}/${kind.version}/${kind.kind}`;
        if (type === undefined) isComplete &&= !isMatched;
        else if (found.get(key)?.isMatched !== true) found.set(key, { ...kind, type, isMatched });
        if (crashes) crashesTypeChecker = true;
        count++;
        if (count === MOST_KINDS) {
          return { kinds: sorted(found), isComplete: false, crashesTypeChecker };
        }
      }
    }
  }
  return { kinds: sorted(found), isComplete, crashesTypeChecker };
}

/** The kind of a policy's params, where it is known. */
export function typeOfKind(
  { group, version, kind }: GroupVersionKind,
  workspace: Workspace,
  minor: Minor,
): Known {
  const builtIn = builtInKind({ group, version, kind }, minor);
  // The API of aggregation is not among the definitions that the type checker knows.
  if (builtIn !== undefined) return { type: builtIn, crashes: false };
  return knownCustom(workspace.findKind(group, version, kind)?.schema, minor);
}

interface Known {
  /** Undefined where no schema is known. */
  readonly type: ApiType | undefined;
  /** Whether the type checker's code fails on the schema. */
  readonly crashes: boolean;
}

function knownCustom(schema: StructuralSchema | undefined, minor: Minor): Known {
  return schema === undefined
    ? { type: undefined, crashes: false }
    : { type: customResourceType(schema, minor), crashes: hasFreeMap(schema, minor) };
}

interface ResourceName {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
}

/** The resources that a rule names, in the order in which the server looks them up. */
function resourceNames(rule: ResourceRuleField): {
  readonly names: readonly ResourceName[];
  readonly isWhole: boolean;
} {
  const groups = rule.get('apiGroups').value ?? [];
  const versions = rule.get('apiVersions').value ?? [];
  const resources = rule.get('resources').value ?? [];
  if ([...groups, ...versions].some((entry) => entry.includes('*'))) {
    return { names: [], isWhole: false };
  }
  const plain = resources.filter((resource) => !/[*/]/.test(resource));
  if (groups.length * versions.length * plain.length > MOST_NAMES) {
    return { names: [], isWhole: false };
  }
  const names = [...groups]
    .sort()
    .flatMap((group) =>
      [...versions]
        .sort()
        .flatMap((version) => [...plain].sort().map((resource) => ({ group, version, resource }))),
    );
  const isWhole = resources.every(
    (resource) => !/[*/]/.test(resource) || /^[^*/]+\/status$/.test(resource),
  );
  return { names, isWhole };
}

interface FoundKind extends Known {
  readonly kind: GroupVersionKind;
  /** As of {@link MatchedKind}. */
  readonly isMatched: boolean;
}

/**
 * The kinds of a resource. To the server the core group is no group at all: `v1` of it finds resources of
 * this name in all groups that have a `v1`. It also takes the singular.
 *
 * Source: `KindsFor` in `pkg/api/meta/restmapper.go` of apimachinery.
 */
function kindsOf(name: ResourceName, workspace: Workspace, minor: Minor): readonly FoundKind[] {
  const { group, version } = name;
  const resource = name.resource.toLowerCase();
  const kinds: FoundKind[] = builtInResourcesCalled(resource)
    .filter(
      (known) =>
        known.version === version &&
        (group === '' || known.group === group) &&
        holdsIn(known, minor),
    )
    .map((known) => {
      const kind = { group: known.group, version, kind: known.kind };
      const isMatched = known.group === group && known.resource === name.resource;
      return { kind, type: builtInKind(kind, minor), crashes: false, isMatched };
    });
  const custom = workspace.findResource(group, version, resource);
  if (custom !== undefined) {
    const kind = { group: custom.group, version: custom.version, kind: custom.kind };
    const isMatched = custom.plural === name.resource;
    kinds.push({ kind, isMatched, ...knownCustom(custom.schema, minor) });
  }
  return kinds;
}

let byName: ReadonlyMap<string, readonly BuiltInResource[]> | undefined;

/** The built-in resources of a name in lower case: of all groups and versions, by plural or singular. */
function builtInResourcesCalled(name: string): readonly BuiltInResource[] {
  byName ??= indexByName();
  return byName.get(name) ?? [];
}

function indexByName(): ReadonlyMap<string, readonly BuiltInResource[]> {
  const index = new Map<string, BuiltInResource[]>();
  for (const known of builtInResources()) {
    for (const name of new Set([known.resource, known.kind.toLowerCase()])) {
      const ofName = index.get(name);
      if (ofName === undefined) index.set(name, [known]);
      else ofName.push(known);
    }
  }
  return index;
}

function sorted(found: ReadonlyMap<string, MatchedKind>): readonly MatchedKind[] {
  const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
  return [...found.values()].sort(
    (a, b) => compare(a.group, b.group) || compare(a.version, b.version) || compare(a.kind, b.kind),
  );
}

/**
 * Whether a schema has `additionalProperties: true` (or false) in a minor whose type checker takes it for
 * a schema. Source: `SchemaOrBool.Schema` in `pkg/cel/openapi/adaptor.go` of the API server.
 */
function hasFreeMap(schema: StructuralSchema, minor: Minor): boolean {
  if (serverHas('boolean-additional-properties-type-checked', minor)) return false;
  const left: StructuralSchema[] = [schema];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (isIntOrString(next)) continue;
    if (next.type === 'object' && typeof next.additionalProperties === 'boolean') return true;
    if (typeof next.additionalProperties === 'object') left.push(next.additionalProperties);
    if (next.items !== undefined && 'type' in next.items) left.push(next.items);
    left.push(...Object.values(next.properties ?? {}));
  }
  return false;
}
