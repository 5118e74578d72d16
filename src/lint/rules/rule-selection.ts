import { rules } from '../../../rules/index.ts';
import type { RuleLevels } from '../../result/finding.ts';
import type { RuleDescription } from '../../rule/description.ts';
import type { Rule, RuleEntry, RuleOn, Stage } from '../../rule/rule.ts';
import { findKind, type KindName } from '../../server/kubernetes/kinds.ts';
import { namesRule } from './rule-names.ts';

/** A rule that runs; with `isMuted`, its findings are not reported, and only count for the verdict. */
export interface SelectedRule<S extends Stage = Stage> {
  readonly rule: RuleOn<S>;
  readonly isMuted: boolean;
}

/** The rules and families that a run reports. */
interface RuleChoice {
  readonly only: readonly string[] | undefined;
  readonly skip: readonly string[] | undefined;
  readonly ruleLevels: RuleLevels | undefined;
}

/** The rules of a run, by the thing that they look at. Only the rules that the run needs are loaded. */
export class RuleSelection {
  readonly #choice: RuleChoice;
  readonly #found = new Map<string, readonly SelectedRule<never>[]>();

  constructor(choice: RuleChoice) {
    this.#choice = choice;
  }

  /** Reports whether the findings of a rule are reported. */
  reports(id: string): boolean {
    return !isMuted(id, this.#choice);
  }

  /** The rules that look at something which has no built-in kind. */
  on<S extends Exclude<Stage, 'object' | 'object-and-kinds'>>(
    stage: S,
  ): readonly SelectedRule<S>[] {
    return this.#find(stage, ({ on }) => on === stage);
  }

  /** The rules that look at an object of a kind by itself. */
  ofKind(kind: KindName): readonly SelectedRule<'object' | 'metadata'>[] {
    const hasMetadataRules = findKind(kind)?.isAnswered !== true;
    return this.#find(
      `object ${kind}`,
      ({ on, kinds }) =>
        (on === 'metadata' && hasMetadataRules) ||
        (on === 'object' && kinds?.includes(kind) === true),
    );
  }

  /** The rules that look at an object of a kind, and at custom kinds that it may name. */
  ofKindAndCustomKinds(kind: KindName): readonly SelectedRule<'object-and-kinds'>[] {
    return this.#find(
      `object-and-kinds ${kind}`,
      ({ on, kinds }) => on === 'object-and-kinds' && kinds?.includes(kind) === true,
    );
  }

  /**
   * Finds the rules that run. The verdict is that of the server on the whole document, so a rule that reproduces errors
   * of the server runs even if its findings are not reported.
   */
  #find<S extends Stage>(
    key: string,
    fits: (entry: RuleEntry) => boolean,
  ): readonly SelectedRule<S>[] {
    const known = this.#found.get(key);
    if (known !== undefined) return known;
    const found = rules
      .filter(fits)
      .map((entry) => ({ rule: entry.load(), isMuted: isMuted(entry.id, this.#choice) }))
      .filter(({ rule, isMuted }) => !isMuted || speaksForServer(rule));
    // An entry has a more exact type than its rule.
    const selected = found as readonly unknown[] as readonly SelectedRule<never>[];
    this.#found.set(key, selected);
    return selected;
  }
}

function isMuted(id: string, { only, skip, ruleLevels }: RuleChoice): boolean {
  return (
    (only !== undefined && !names(only, id)) ||
    (skip !== undefined && names(skip, id)) ||
    // A rule that is selected by its id is reported even if it is turned off.
    (ruleLevels?.get(id) === 'off' && only?.includes(id) !== true)
  );
}

function names(list: readonly string[], id: string): boolean {
  return list.some((name) => namesRule(name, id));
}

function speaksForServer({ messages }: Rule): boolean {
  return Object.values(messages).some(
    ({ cause, crashesServer }) => cause !== undefined || crashesServer === true,
  );
}

/** Reports whether a rule reports errors of the server's decoder. */
export function isAboutDecoding({ messages }: RuleDescription): boolean {
  return Object.values(messages).some(
    ({ cause }) => cause === 'Undecodable' || cause === 'UnknownField',
  );
}
