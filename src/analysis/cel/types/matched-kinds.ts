import { compareUnits } from '../../../base/compare.ts';
import { indexBy } from '../../../base/index-by.ts';
import type { CustomKindLookup } from '../../../rule/custom-kinds.ts';
import { isIntOrString, type StructuralSchema } from '../../../server/crd/structural.ts';
import type { ApiType } from '../../../server/expressions/types/api-types.ts';
import { builtInKind } from '../../../server/expressions/types/builtin-types.ts';
import { customResourceType } from '../../../server/expressions/types/custom-types.ts';
import type { GroupVersionKind } from '../../../server/kubernetes/api-version.ts';
import { holdsIn, type Minor } from '../../../server/kubernetes/minors.ts';
import { type BuiltInResource, builtInResources } from '../../../server/kubernetes/resources.ts';
import { serverHas } from '../../../server/kubernetes/server-changes.ts';
import type { ResourceRuleField } from '../../requests/request-filters.ts';
import { kindKey } from './kind-names.ts';

export interface TypedKind extends GroupVersionKind {
  readonly type: ApiType;
}

/** A kind for which the server's type checker checks expressions. */
export interface MatchedKind extends TypedKind {
  /**
   * True if requests for objects of the kind match. The type checker resolves resource names differently: it also finds
   * kinds by the singular name, and in other groups.
   */
  readonly isMatched: boolean;
}

/** The kinds that match rules select, as far as they are known. */
export interface MatchedKinds {
  /** Sorted by group, version and kind. */
  readonly kinds: readonly MatchedKind[];
  /**
   * True if no objects of other kinds match: there are no wildcards, no subresources with objects of another kind, and
   * no resources of unknown kind.
   */
  readonly isComplete: boolean;
  /** True if the server's type checker panics on the schema of one of the kinds, and therefore reports nothing. */
  readonly crashesTypeChecker: boolean;
}

/** The number of kinds that the type checker takes from one match rule. */
const MAX_KINDS = 10;

/** A match rule with more combinations of group, version and resource is not resolved. */
const MAX_RESOURCE_NAMES = 1000;

/**
 * The kinds that the server's type checker finds in match rules: the kinds of all resources that are named without
 * wildcards and subresources. It ignores a rule with a wildcard among the groups or versions, and all kinds of a rule
 * after the tenth.
 *
 * Source: `typesToCheck` in `pkg/admission/plugin/policy/validating/typechecking.go` of the API server.
 */
export function matchedKinds(
  rules: readonly ResourceRuleField[],
  customKinds: CustomKindLookup,
  minor: Minor,
): MatchedKinds {
  const found = new Map<string, MatchedKind>();
  let isComplete = rules.length > 0;
  let crashesTypeChecker = false;
  for (const rule of rules) {
    const { names, areAll } = resourceNames(rule);
    if (!areAll) isComplete = false;
    let count = 0;
    for (const name of names) {
      const kinds = kindsOf(name, customKinds, minor);
      if (kinds.length === 0) isComplete = false;
      for (const resolved of kinds) {
        const { kind, type, isMatched } = resolved;
        const key = kindKey(kind);
        if (type === undefined) isComplete &&= !isMatched;
        else if (found.get(key)?.isMatched !== true) found.set(key, { ...kind, type, isMatched });
        if (resolved.crashesTypeChecker) crashesTypeChecker = true;
        count++;
        if (count === MAX_KINDS) {
          return { kinds: sorted(found), isComplete: false, crashesTypeChecker };
        }
      }
    }
  }
  return { kinds: sorted(found), isComplete, crashesTypeChecker };
}

/** The type of a kind: of a built-in one, or of one that a CRD of the customKinds defines. */
export function typeOfKind(
  kind: GroupVersionKind,
  customKinds: CustomKindLookup,
  minor: Minor,
): KnownType {
  const builtIn = builtInKind(kind, minor);
  // APIService is missing among the definitions that the type checker uses.
  if (builtIn !== undefined) return { type: builtIn, crashesTypeChecker: false };
  const custom = customKinds.findKind(kind.group, kind.version, kind.kind);
  return customType(custom?.schema, minor);
}

/** The type of a kind, as far as it is known. */
interface KnownType {
  /** Undefined if no schema is known. */
  readonly type: ApiType | undefined;
  /** True if the server's type checker panics on the schema. */
  readonly crashesTypeChecker: boolean;
}

function customType(schema: StructuralSchema | undefined, minor: Minor): KnownType {
  return schema === undefined
    ? { type: undefined, crashesTypeChecker: false }
    : {
        type: customResourceType(schema, minor),
        crashesTypeChecker: hasBooleanAdditionalProperties(schema, minor),
      };
}

interface ResourceName {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
}

/**
 * The resources that a match rule names, in the order in which the server resolves them.
 *
 * @returns `areAll` is whether the rule matches no other resources with objects of another kind
 */
function resourceNames(rule: ResourceRuleField): {
  readonly names: readonly ResourceName[];
  readonly areAll: boolean;
} {
  const groups = rule.get('apiGroups').value ?? [];
  const versions = rule.get('apiVersions').value ?? [];
  const resources = rule.get('resources').value ?? [];
  if ([...groups, ...versions].some((entry) => entry.includes('*'))) {
    return { names: [], areAll: false };
  }
  const plain = resources.filter((resource) => !/[*/]/.test(resource));
  if (groups.length * versions.length * plain.length > MAX_RESOURCE_NAMES) {
    return { names: [], areAll: false };
  }
  const names = [...groups]
    .sort()
    .flatMap((group) =>
      [...versions]
        .sort()
        .flatMap((version) => [...plain].sort().map((resource) => ({ group, version, resource }))),
    );
  const areAll = resources.every(
    (resource) => !/[*/]/.test(resource) || /^[^*/]+\/status$/.test(resource),
  );
  return { names, areAll };
}

interface ResolvedKind extends KnownType {
  readonly kind: GroupVersionKind;
  /** See {@link MatchedKind}. */
  readonly isMatched: boolean;
}

/**
 * The kinds of a resource as the type checker resolves them. The empty group means any group: with the version `v1` it
 * finds resources of this name in all groups that have a `v1`. The name can be the singular.
 *
 * Source: `KindsFor` in `pkg/api/meta/restmapper.go` of apimachinery.
 */
function kindsOf(
  name: ResourceName,
  customKinds: CustomKindLookup,
  minor: Minor,
): readonly ResolvedKind[] {
  const { group, version } = name;
  const resource = name.resource.toLowerCase();
  const kinds: ResolvedKind[] = builtInResourcesNamed(resource)
    .filter(
      (known) =>
        known.version === version &&
        (group === '' || known.group === group) &&
        holdsIn(known, minor),
    )
    .map((known) => {
      const kind = { group: known.group, version, kind: known.kind };
      const isMatched = known.group === group && known.resource === name.resource;
      return { kind, type: builtInKind(kind, minor), crashesTypeChecker: false, isMatched };
    });
  const custom = customKinds.findResource(group, version, resource);
  if (custom !== undefined) {
    const kind = { group: custom.group, version: custom.version, kind: custom.kind };
    const isMatched = custom.plural === name.resource;
    kinds.push({ kind, isMatched, ...customType(custom.schema, minor) });
  }
  return kinds;
}

let resourcesByName: ReadonlyMap<string, readonly BuiltInResource[]> | undefined;

/** The built-in resources, in all groups and versions, whose plural or singular name is given in lower case. */
function builtInResourcesNamed(name: string): readonly BuiltInResource[] {
  resourcesByName ??= indexByName();
  return resourcesByName.get(name) ?? [];
}

function indexByName(): ReadonlyMap<string, readonly BuiltInResource[]> {
  return indexBy(
    builtInResources(),
    ({ resource, kind }) => new Set([resource, kind.toLowerCase()]),
  );
}

function sorted(found: ReadonlyMap<string, MatchedKind>): readonly MatchedKind[] {
  return [...found.values()].sort(
    (a, b) =>
      compareUnits(a.group, b.group) ||
      compareUnits(a.version, b.version) ||
      compareUnits(a.kind, b.kind),
  );
}

/**
 * Reports whether a schema has `additionalProperties: true` or `false`, in a minor whose type checker panics on it.
 *
 * Source: `SchemaOrBool.Schema` in `pkg/cel/openapi/adaptor.go` of the API server.
 */
function hasBooleanAdditionalProperties(schema: StructuralSchema, minor: Minor): boolean {
  if (serverHas('boolean-additional-properties-type-checked', minor)) return false;
  const pending: StructuralSchema[] = [schema];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (isIntOrString(next)) continue;
    if (next.type === 'object' && typeof next.additionalProperties === 'boolean') return true;
    if (typeof next.additionalProperties === 'object') pending.push(next.additionalProperties);
    if (next.items !== undefined && 'type' in next.items) pending.push(next.items);
    pending.push(...Object.values(next.properties ?? {}));
  }
  return false;
}
