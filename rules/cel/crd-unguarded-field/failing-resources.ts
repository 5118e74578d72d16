import {
  pathOf,
  type ValidationRuleSet,
} from '../../../src/analysis/cel/symbolic/validation-rule-sets.ts';
import type { SymbolicPath } from '../../../src/cel/symbolic/path.ts';
import type { FoundFailure } from '../../../src/cel/symbolic/search.ts';
import type { SchemaNode } from '../../../src/server/crd/schema-node.ts';
import { missingName, withParents } from './failures.ts';

/** The most fields that a message names as present, and as absent. */
const MAX_NAMED = 3;

/** The custom resources for which a validation rule fails. */
interface FailingResources {
  /** A part of a message: `with self.zones but without self.count`. */
  readonly shape: string;
  /** True if the rule fails for all of the resources, and not only for some with certain values. */
  readonly areAll: boolean;
}

/** Describes the custom resources for which a rule of a schema fails by the optional fields that they have and lack. */
export function failingResources(
  { missing, decisions }: FoundFailure,
  set: ValidationRuleSet,
  node: SchemaNode,
): FailingResources {
  const self = pathOf(node, set.resource);
  const old = pathOf(node, set.oldResource);
  const implied = new Set([self, old, missing].flatMap(withParents));
  const namesOf = (paths: readonly SymbolicPath[]) =>
    paths.filter((path) => !implied.has(path)).map((path) => missingName(path, set, node));
  const present = namesOf(decisions.present);
  const absent = [missingName(missing, set, node), ...namesOf(decisions.absent)];
  const notations = new Set([...implied].map(({ notation }) => notation));
  const dependsOnSize = decisions.sized.some((notation) => !notations.has(notation));
  const areNamed = present.length <= MAX_NAMED && absent.length <= MAX_NAMED;
  const having = present.slice(0, MAX_NAMED).join(' and ');
  const lacking = absent.slice(0, areNamed ? MAX_NAMED : 1).join(' and ');
  return {
    shape: `${having === '' ? '' : `with ${having} but `}without ${lacking}`,
    areAll: areNamed && !dependsOnSize && !decisions.hasOthers,
  };
}
