import { getOrCompute } from '../../../base/get-or-compute.ts';
import type { Minor } from '../../../server/kubernetes/minors.ts';
import { OPERATIONS, type Operation } from '../../../server/kubernetes/operations.ts';
import type { BuiltInResource } from '../../../server/kubernetes/resources.ts';
import type { RequestFilter, ResourceRuleField } from '../../requests/request-filters.ts';
import { resolveRule } from '../../requests/resolved-rules.ts';
import { admittedOperations } from '../../requests/resource-operations.ts';

/** Requests for which the same variables of an expression are null. */
export interface RequestClass {
  readonly operation: Operation;
  /** Namespaces are cluster-scoped, but their requests have a namespace. */
  readonly scope: 'namespaced' | 'cluster' | 'namespaces';
  readonly isOfSubresource: boolean;
  /** True if the resources are not part of Kubernetes itself. */
  readonly isCustom: boolean;
  /** The plural names of the resources; undefined if it can be any. */
  readonly resources: readonly string[] | undefined;
  /** The kinds of the objects; undefined unless all are known. */
  readonly kinds: readonly string[] | undefined;
}

/**
 * The requests that a webhook or policy certainly receives. The scope of custom resources is not known, and they are
 * assumed to be namespaced.
 *
 * @param excluded the rules of excludeResourceRules
 * @param never operations that are not sent to it, even if its rules match them
 */
export function requestClasses(
  filter: RequestFilter,
  excluded: readonly ResourceRuleField[],
  { minor, never }: { readonly minor: Minor; readonly never: readonly Operation[] },
): readonly RequestClass[] {
  const classes = new Map<string, MergedClass>();
  const exclusions = new Map(
    OPERATIONS.map((operation) => [operation, exclusionsOf(operation, excluded)]),
  );
  for (const rule of filter.rules) {
    for (const one of classesOf(rule, minor)) {
      const { resources, kinds, ...same } = one;
      const { operation, scope, isOfSubresource, isCustom } = same;
      if (never.includes(operation) || mayExclude(exclusions.get(operation), one)) continue;
      const key = `${operation} ${scope} ${isOfSubresource} ${isCustom}`;
      const merged = getOrCompute(classes, key, () => ({
        ...same,
        resources: new Set<string>(),
        kinds: new Set<string>(),
      }));
      merged.resources = withNames(merged.resources, resources);
      merged.kinds = withNames(merged.kinds, kinds);
    }
  }
  return [...classes.values()].map(({ resources, kinds, ...rest }) => ({
    ...rest,
    resources: resources && [...resources],
    kinds: kinds && [...kinds],
  }));
}

/** A class of requests while it is collected. As in RequestClass, undefined means any name. */
interface MergedClass extends Omit<RequestClass, 'resources' | 'kinds'> {
  resources: Set<string> | undefined;
  kinds: Set<string> | undefined;
}

function withNames(
  known: Set<string> | undefined,
  names: readonly string[] | undefined,
): Set<string> | undefined {
  if (known === undefined || names === undefined) return undefined;
  for (const name of names) known.add(name);
  return known;
}

/** The resources that the rules of excludeResourceRules name for an operation. Their other fields are not compared. */
function exclusionsOf(
  operation: Operation,
  excluded: readonly ResourceRuleField[],
): ReadonlySet<string> {
  const names = excluded.flatMap((rule) => {
    const operations = rule.get('operations').value ?? [];
    const isExcluded = operations.includes('*') || operations.includes(operation);
    return isExcluded ? (rule.get('resources').value ?? []) : [];
  });
  return new Set(names.map((entry) => entry.split('/', 1)[0] ?? ''));
}

/** Reports whether some of the requests may be excluded. */
function mayExclude(names: ReadonlySet<string> = new Set(), { resources }: RequestClass): boolean {
  if (names.has('*')) return true;
  return resources?.some((resource) => names.has(resource)) ?? names.size > 0;
}

function* classesOf(rule: ResourceRuleField, minor: Minor): Iterable<RequestClass> {
  const operations = rule.get('operations').value ?? [];
  const scope = rule.get('scope').value ?? '*';
  for (const target of resolveRule(rule, minor).targets) {
    const { resource, subresource, builtIn } = target;
    for (const operation of OPERATIONS) {
      if (!operations.includes('*') && !operations.includes(operation)) continue;
      for (const isOfSubresource of subresourcesOf(subresource)) {
        if (!occurs(operation, target, isOfSubresource)) continue;
        for (const one of scopesOf(resource, rule, builtIn)) {
          if (scope === 'Namespaced' && one !== 'namespaced') continue;
          if (scope === 'Cluster' && one === 'namespaced') continue;
          const isNamed = resource !== '*';
          const kinds = builtIn.length > 0 ? builtIn.map(({ kind }) => kind) : undefined;
          yield {
            operation,
            scope: one,
            isOfSubresource,
            isCustom: isNamed && builtIn.length === 0,
            resources: isNamed ? [resource] : undefined,
            // The objects of subresources have other kinds.
            kinds: isNamed && !isOfSubresource ? kinds : undefined,
          };
        }
      }
    }
  }
}

/** For an entry: false if it matches the resource itself, true if it matches a subresource. */
function subresourcesOf(subresource: string | undefined): readonly boolean[] {
  if (subresource === undefined) return [false];
  return subresource === '*' ? [false, true] : [true];
}

function occurs(
  operation: Operation,
  {
    subresource,
    builtIn,
  }: { readonly subresource: string | undefined; readonly builtIn: readonly BuiltInResource[] },
  isOfSubresource: boolean,
): boolean {
  const named = subresource === '*' ? undefined : subresource;
  if (isOfSubresource && named === undefined) return operation !== 'DELETE';
  const admitted = admittedOperations(builtIn[0], isOfSubresource ? named : undefined);
  if (admitted !== undefined) return admitted.includes(operation);
  return isOfSubresource ? operation === 'UPDATE' : operation !== 'CONNECT';
}

function scopesOf(
  resource: string,
  rule: ResourceRuleField,
  builtIn: readonly BuiltInResource[],
): readonly RequestClass['scope'][] {
  if (resource === 'namespaces' && builtIn.length > 0) return ['namespaces'];
  if (resource !== '*') {
    const isClusterScoped = builtIn.length > 0 && builtIn.every(({ namespaced }) => !namespaced);
    return [isClusterScoped ? 'cluster' : 'namespaced'];
  }
  const groups = rule.get('apiGroups').value ?? [];
  // A wildcard for the groups, or the core group, includes cluster-scoped resources such as nodes.
  return groups.includes('*') || groups.includes('') ? ['namespaced', 'cluster'] : ['namespaced'];
}
