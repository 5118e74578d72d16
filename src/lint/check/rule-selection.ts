import { rules } from '../../../rules/index.ts';
import type { RuleLevels } from '../../result/finding.ts';
import type { Rule, RuleDescription, RuleOn, Stage } from '../../rule/rule.ts';
import type { KindName } from '../../server/kubernetes/kinds.ts';
import { namesRule } from './rule-names.ts';

/** A rule that runs; with `isMuted`, its findings are not reported, and only count for the verdict. */
export interface SelectedRule<S extends Stage = Stage> {
  readonly rule: RuleOn<S>;
  readonly isMuted: boolean;
}

/** The rules and families that a run reports. */
export interface RuleChoice {
  readonly only: readonly string[] | undefined;
  readonly skip: readonly string[] | undefined;
  readonly ruleLevels: RuleLevels | undefined;
}

/** The rules of a run, by what they look at. */
export class RuleSelection {
  readonly #selected: readonly { readonly rule: Rule; readonly isMuted: boolean }[];
  readonly #reported: ReadonlySet<string>;
  readonly #known = new Map<
    string,
    readonly { readonly rule: Rule; readonly isMuted: boolean }[]
  >();

  /**
   * Decides which rules run, and which findings are reported. The verdict is that of the server on the whole document, so
   * a rule that reproduces errors of the server runs even if its findings are not reported.
   */
  constructor(choice: RuleChoice) {
    this.#selected = rules
      .map((rule) => ({ rule, isMuted: isMuted(rule, choice) }))
      .filter(({ rule, isMuted }) => !isMuted || speaksForServer(rule));
    this.#reported = new Set(
      this.#selected.flatMap(({ rule, isMuted }) => (isMuted ? [] : [rule.id])),
    );
  }

  /** Reports whether the findings of a rule are reported. */
  reports(id: string): boolean {
    return this.#reported.has(id);
  }

  /** The rules that look at something which has no built-in kind. */
  on<S extends Exclude<Stage, 'object' | 'object-and-kinds'>>(...stages: readonly S[]) {
    return this.#find<S>(stages.join(), ({ on }) => stages.some((stage) => stage === on));
  }

  /** The rules that look at an object of a kind by itself. */
  ofKind(kind: KindName): readonly SelectedRule<'object' | 'metadata'>[] {
    return this.#find(`object ${kind}`, (rule) =>
      rule.on === 'object' ? rule.kinds.includes(kind) : rule.on === 'metadata',
    );
  }

  /** The rules that look at an object of a kind, and at custom kinds that it may name. */
  ofKindAndCustomKinds(kind: KindName): readonly SelectedRule<'object-and-kinds'>[] {
    return this.#find(
      `object-and-kinds ${kind}`,
      (rule) => rule.on === 'object-and-kinds' && rule.kinds.includes(kind),
    );
  }

  #find<S extends Stage>(key: string, fits: (rule: Rule) => boolean): readonly SelectedRule<S>[] {
    let found = this.#known.get(key);
    if (found === undefined) {
      found = this.#selected.filter(({ rule }) => fits(rule));
      this.#known.set(key, found);
    }
    // What fits says of a rule what its type does not.
    return found as readonly unknown[] as readonly SelectedRule<S>[];
  }
}

function isMuted(rule: Rule, { only, skip, ruleLevels }: RuleChoice): boolean {
  return (
    (only !== undefined && !names(only, rule)) ||
    (skip !== undefined && names(skip, rule)) ||
    // A rule that is asked for by its id is reported even if it is turned off.
    (ruleLevels?.get(rule.id) === 'off' && only?.includes(rule.id) !== true)
  );
}

/** Reports whether a list of rule ids and families names a rule. */
function names(list: readonly string[], { id }: Rule): boolean {
  return list.some((name) => namesRule(name, id));
}

function speaksForServer({ messages }: Rule): boolean {
  return Object.values(messages).some(
    ({ cause, crashesServer }) => cause !== undefined || crashesServer === true,
  );
}

/** Reports whether a rule reports what the decoder of the server says. */
export function isAboutDecoding({ messages }: RuleDescription): boolean {
  return Object.values(messages).some(
    ({ cause }) => cause === 'Undecodable' || cause === 'UnknownField',
  );
}
