import { getOrCompute } from '../../base/get-or-compute.ts';
import type { Below } from '../../server/crd/schema/problem.ts';
import type { SchemaNode } from '../../server/crd/schema-node.ts';
import { type FoundRule, RuleFinder } from '../../server/custom-resources/rule-finder.ts';
import type { Minor } from '../../server/kubernetes/minors.ts';
import type { SchemaJudgement } from './schemas.ts';

/** A rule that the server evaluates on a default, or on a part of one, before it compiles the rules of the CRD. */
export interface DefaultRule extends FoundRule {
  /** The schema that has the default. */
  readonly node: SchemaNode;
  /** The path from there to the value that the rule is evaluated on. */
  readonly below: Below;
}

const VALIDATIONS = 'x-kubernetes-validations';

const known = new WeakMap<SchemaJudgement, readonly DefaultRule[]>();

/**
 * The rules for the defaults of a schema, in the order of the defaults. Each default counts as an update without
 * changes, so `oldValue` is the value that it is correlated with.
 */
export function rulesOfDefaults(judgement: SchemaJudgement, minor: Minor): readonly DefaultRule[] {
  return getOrCompute(known, judgement, () => {
    const { defaults, tree } = judgement;
    const hasRules = defaults.length > 0 && tree.having(VALIDATIONS).length > 0;
    return hasRules ? [...findRules(judgement, minor)] : [];
  });
}

function* findRules({ tree, defaults }: SchemaJudgement, minor: Minor): Iterable<DefaultRule> {
  const finder = new RuleFinder(tree, minor);
  for (const { node, value } of defaults) {
    for (const found of finder.rulesOf(node, { value, oldValue: value, ratchet: undefined })) {
      const segments = ['default', ...found.segments];
      yield { ...found, node, below: { segments, path: `.default${found.path}` } };
    }
  }
}
