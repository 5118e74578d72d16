import type { Minor } from '../../../kubernetes/minors.ts';
import type { BuiltInResource } from '../../../kubernetes/resources.ts';
import type { RequestFilter, ResourceRuleField } from '../../requests/request-filters.ts';
import { resolveRule } from '../../requests/resolved-rules.ts';
import { admittedOperations } from '../../requests/resource-operations.ts';

export type Operation = 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT';

/** Requests for which the same variables of an expression are null. */
export interface RequestClass {
  readonly operation: Operation;
  /** Namespaces are cluster-scoped, but their requests have a namespace. */
  readonly scope: 'namespaced' | 'cluster' | 'namespaces';
  readonly isOfSubresource: boolean;
  /** Whether the resources are none of Kubernetes itself. */
  readonly isCustom: boolean;
  /** The plural names of the resources; undefined if it can be any. */
  readonly resources: readonly string[] | undefined;
  /** The kinds of the objects; undefined unless all are known. */
  readonly kinds: readonly string[] | undefined;
}

const OPERATIONS: readonly Operation[] = ['CREATE', 'UPDATE', 'DELETE', 'CONNECT'];

/**
 * The requests that a webhook or policy certainly receives. The scope of custom resources is not known; they are taken
 * to be namespaced.
 *
 * @param excluded the rules of excludeResourceRules
 * @param never operations that are not sent to it, whatever its rules match
 */
export function requestClasses(
  filter: RequestFilter,
  excluded: readonly ResourceRuleField[],
  { minor, never }: { readonly minor: Minor; readonly never: readonly Operation[] },
): readonly RequestClass[] {
  const classes = new Map<string, RequestClass>();
  for (const rule of filter.rules) {
    for (const one of classesOf(rule, minor)) {
      if (never.includes(one.operation)) continue;
      if (excluded.some((other) => mayExclude(other, one))) continue;
      const key = `${one.operation} ${one.scope} ${one.isOfSubresource} ${one.isCustom}`;
      const known = classes.get(key);
      classes.set(key, known === undefined ? one : merge(known, one));
    }
  }
  return [...classes.values()];
}

/** Whether a rule may exclude some of the requests. Its other fields are not compared. */
function mayExclude(rule: ResourceRuleField, { operation, resources }: RequestClass): boolean {
  const operations = rule.get('operations').value ?? [];
  if (!operations.includes('*') && !operations.includes(operation)) return false;
  const left = (rule.get('resources').value ?? []).map((entry) => entry.split('/', 1)[0] ?? '');
  return (
    left.includes('*') ||
    (resources?.some((resource) => left.includes(resource)) ?? left.length > 0)
  );
}

function merge(a: RequestClass, b: RequestClass): RequestClass {
  return {
    ...a,
    resources: joined(a.resources, b.resources),
    kinds: joined(a.kinds, b.kinds),
  };
}

function joined(
  a: readonly string[] | undefined,
  b: readonly string[] | undefined,
): readonly string[] | undefined {
  return a === undefined || b === undefined ? undefined : [...new Set([...a, ...b])];
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

/** Whether there are requests with an operation. */
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
