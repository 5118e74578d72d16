import { trimSpace } from '../../base/go/white-space.ts';
import type { Path } from '../../yaml/tree.ts';
import { followFieldPath } from '../crd/field-path.ts';
import type { SchemaTree } from '../crd/schema-node.ts';
import type { RuleRun } from '../expressions/rule-program.ts';
import { RESOURCE_BUDGET } from '../expressions/runtime.ts';
import type { Minor } from '../kubernetes/minors.ts';
import { type FoundRule, RuleFinder, type SearchStart } from './rule-finder.ts';
import { RulePrograms } from './rule-programs.ts';

/** A rule that a custom resource does not pass. */
export interface RuleFault {
  readonly found: FoundRule;
  /** Undefined if the rule does not compile, or none of the rules of its schema does. */
  readonly run: Exclude<RuleRun, { readonly outcome: 'passed' }> | undefined;
  /** The path of the value that the server reports, with the `fieldPath` of the rule. */
  readonly segments: Path;
  /** The same path as the server writes it, starting with a dot or bracket. */
  readonly path: string;
  /** True if the rule compares the value with the one that it replaces. */
  readonly usesOldSelf: boolean;
  /** True if the server only warns, because the update does not change the value. */
  readonly isRatcheted: boolean;
}

/** The rules of a schema, compiled for the custom resources of a version. */
export class ResourceRules {
  readonly #tree: SchemaTree;
  readonly #finder: RuleFinder;
  readonly #programs = new RulePrograms();

  constructor(tree: SchemaTree, minor: Minor) {
    this.#tree = tree;
    this.#finder = new RuleFinder(tree, minor);
  }

  /**
   * Evaluates all rules on a custom resource, within the budget of one request. If the budget is used up, or the cost
   * of one evaluation is too high, no further rule is evaluated.
   */
  *faults(start: SearchStart): Iterable<RuleFault> {
    let budget = RESOURCE_BUDGET;
    for (const found of this.#finder.rulesOf(this.#tree.root, start)) {
      const program = this.#programs.of(found);
      if (program === undefined) {
        yield { found, run: undefined, ...fieldOf(found), usesOldSelf: false, isRatcheted: false };
        continue;
      }
      const run = program.run({ ...found, self: found.value, oldSelf: found.oldValue }, budget);
      if (run.outcome !== 'passed') {
        const isOfMessage = run.outcome === 'too-costly' && run.of === 'message';
        const isFailure = run.outcome === 'failed' || isOfMessage;
        const isRatcheted = isFailure && !program.usesOldSelf && (found.ratchet?.holds ?? false);
        const { usesOldSelf } = program;
        const at = isFailure ? reportedOf(found) : fieldOf(found);
        yield { found, run, ...at, usesOldSelf, isRatcheted };
      }
      budget = run.left;
      if (budget < 0) return;
    }
  }
}

function fieldOf({ segments, path }: FoundRule): Pick<RuleFault, 'segments' | 'path'> {
  return { segments, path };
}

/** The field that a rule that is false reports: the value, or the one that its `fieldPath` leads to. */
function reportedOf(found: FoundRule): Pick<RuleFault, 'segments' | 'path'> {
  const { rule, schema, segments, path } = found;
  const fieldPath = trimSpace(rule?.fieldPath ?? '');
  const followed =
    fieldPath === '' ? undefined : followFieldPath(fieldPath, schema, { brackets: true });
  if (followed?.ok !== true) return { segments, path };
  return { segments: [...segments, ...followed.segments], path: `${path}.${followed.path}` };
}
