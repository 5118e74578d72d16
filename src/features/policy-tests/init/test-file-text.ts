import { yamlText } from '../../../yaml/print.ts';
import { isMapping, type Mapping, type Value } from '../../../yaml/tree.ts';
import type { FoundCase } from './find-cases.ts';

/** The files that a test file refers to, relative to its folder. */
interface TestFilePaths {
  readonly policies: readonly string[];
  readonly cluster: readonly string[];
}

/**
 * The text of a test file.
 *
 * @param kubernetesVersion as it is written; undefined for the newest
 */
export function testFileText(
  cases: readonly FoundCase[],
  { policies, cluster }: TestFilePaths,
  kubernetesVersion: string | undefined,
): string {
  const file: Mapping = {
    policies: [...policies],
    ...(cluster.length > 0 && { cluster: [...cluster] }),
    ...(kubernetesVersion !== undefined && { kubernetesVersion }),
    tests: cases.map(testOf),
  };
  return `# Written by kubeadmit test --init, from the expressions of the policies.\n${yamlText(file)}\n`;
}

function testOf({ name, draft, report }: FoundCase): Mapping {
  const { object, old, operation, resource, user, groups, authorizer } = draft;
  const cluster = [draft.namespace, draft.params].filter((one) => one !== undefined);
  return {
    name,
    ...(operation !== undefined && { operation }),
    ...(user !== undefined && { user }),
    ...(groups !== undefined && { groups }),
    ...(authorizer !== undefined && { authorize: { otherwise: authorizer } }),
    ...(resource !== undefined && { resource }),
    ...(cluster.length > 0 && { cluster }),
    object,
    ...(old !== undefined && { old }),
    expect: expectationOf(report),
  };
}

function expectationOf({
  outcome,
  denial,
  decisions,
  warnings,
  mutation,
}: FoundCase['report']): Mapping {
  const denying = decisions.find(({ action, message }) => action === 'deny' && message !== '');
  const message = denying !== undefined && denial?.message.includes(denying.message) === true;
  const mutated = mutation && changedFields(mutation.before, mutation.after);
  return {
    decision: outcome,
    ...(message && { message: denying.message }),
    ...(warnings.length > 0 && { warnings: [...warnings] }),
    ...(mutated !== undefined && isMapping(mutated) && { mutated }),
  };
}

/** The fields of an object that another one does not have, or not with this value; a list as a whole. */
function changedFields(before: Value | undefined, after: Value): Value | undefined {
  if (JSON.stringify(before) === JSON.stringify(after)) return undefined;
  if (!isMapping(before) || !isMapping(after)) return after;
  const changed = Object.entries(after).flatMap(([key, value]) => {
    const inner = changedFields(before[key], value);
    return inner === undefined ? [] : [[key, inner] as const];
  });
  return changed.length === 0 ? undefined : Object.fromEntries(changed);
}
