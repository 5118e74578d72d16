import { celCompilations } from '../../../src/analysis/cel/compilations.ts';
import {
  addedPath,
  type JsonPatch,
  selectsByName,
} from '../../../src/analysis/cel/json-patches.ts';
import {
  LISTS_ADDED_TO_CONTAINERS,
  LISTS_ADDED_TO_PODS,
  OPTIONAL_LISTS_OF_CONTAINERS,
  OPTIONAL_LISTS_OF_PODS,
} from '../../../src/analysis/cel/pod-lists.ts';
import { matchResources } from '../../../src/analysis/requests/resource-rules.ts';
import type { Resource } from '../../../src/rule/resource.ts';

const LISTS_OF_PODS: ReadonlySet<string> = new Set([
  ...OPTIONAL_LISTS_OF_PODS,
  ...LISTS_ADDED_TO_PODS,
]);

const LISTS_OF_CONTAINERS: ReadonlySet<string> = new Set([
  ...OPTIONAL_LISTS_OF_CONTAINERS,
  ...LISTS_ADDED_TO_CONTAINERS,
]);

const ADDED_TO_PODS: ReadonlySet<string> = new Set([
  ...LISTS_ADDED_TO_PODS,
  ...LISTS_ADDED_TO_CONTAINERS,
]);

/** The API groups of pods and of the workloads with templates of pods. */
const GROUPS: ReadonlySet<string> = new Set(['', 'apps', 'batch']);

const ITEM_IN_POD =
  /^\/spec\/(template\/spec\/|jobTemplate\/spec\/template\/spec\/)?((?:init|ephemeral)?[cC]ontainers\/\d+\/)?(\w+)\/[-0]$/;

/**
 * The path of the list that a patch adds an item to although it may be absent, so that the patch fails: the policy
 * matches only pods and workloads, not by name, and none of its expressions mentions the list otherwise.
 */
export function missingList(
  patch: JsonPatch,
  policy: Resource<'MutatingAdmissionPolicy'>,
): string | undefined {
  const { text = '', isWhole = false } = addedPath(patch) ?? {};
  const [, template, container, list = ''] = (isWhole && ITEM_IN_POD.exec(text)) || [];
  const optional = container === undefined ? LISTS_OF_PODS : LISTS_OF_CONTAINERS;
  if (!optional.has(list) || !matchesWorkloadsOnly(policy) || selectsByName(policy))
    return undefined;
  if (template === undefined && ADDED_TO_PODS.has(list)) return undefined;
  const isMentioned = celCompilations(policy).some((compilation) =>
    mentions(compilation.text, list),
  );
  return isMentioned ? undefined : text.slice(0, text.lastIndexOf('/'));
}

/** Reports whether an expression mentions a list anywhere except in the path of an item or in the name of a type. */
function mentions(text: string, list: string): boolean {
  return [...text.matchAll(/\w+/g)].some(({ index, 0: word }) => {
    if (word !== list) return false;
    const before = text.slice(Math.max(0, index - LONGEST_NAME), index);
    if (before.endsWith('/')) return text[index + list.length] !== '/';
    return !(before.split(/[^\w.]/).at(-1) ?? '').startsWith('Object.');
  });
}

const LONGEST_NAME = 200;

function matchesWorkloadsOnly(policy: Resource<'MutatingAdmissionPolicy'>): boolean {
  const rules = matchResources(policy)?.itemsOf('resourceRules') ?? [];
  return rules.every((rule) =>
    rule.itemsOf('apiGroups').every(({ value }) => value !== undefined && GROUPS.has(value)),
  );
}
