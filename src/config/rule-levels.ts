import { rules } from '../../rules/index.ts';
import { getOrCompute } from '../base/get-or-compute.ts';
import { addTo, indexBy } from '../base/index-by.ts';
import { lazy } from '../base/lazy.ts';
import { familyOf } from '../lint/rules/rule-names.ts';
import type { RuleLevel, RuleLevels } from '../result/finding.ts';
import type { Config, RuleSetting, Sourced } from './config.ts';
import { PatternIndex } from './pattern-index.ts';
import { Patterns, patternTexts } from './patterns.ts';
import { Steps } from './wildmatch.ts';

/** The levels of the rules for each file, as a configuration sets them. */
export class ConfiguredRules {
  /** The settings of rules, each with more precedence than those before it. */
  readonly #steps: readonly (readonly RuleSetting[])[];
  /** The steps that are for all files. */
  readonly #forAll: readonly number[];
  readonly #selections: readonly Selection[];
  readonly #known = new Map<string, ReadonlyMap<string, Sourced<RuleLevel>>>();
  readonly #levels = new Map<string, RuleLevels>();
  readonly #candidatesFor = lazy(() => selectionIndex(this.#selections));

  constructor({ layers }: Config) {
    const steps = layers.flatMap((layer) => [
      { files: undefined, rules: layer.rules },
      ...layer.overrides,
    ]);
    this.#steps = steps.map(({ rules: settings }) => settings);
    const forAll: number[] = [];
    const byFiles = new Map<string, number[]>();
    for (const [step, { files }] of steps.entries()) {
      if (files === undefined) forAll.push(step);
      else addTo(byFiles, JSON.stringify(files), step);
    }
    this.#forAll = forAll;
    this.#selections = [...byFiles.values()].map((own) => {
      const files = steps[own[0] ?? 0]?.files ?? [];
      return { files, patterns: new Patterns(files), steps: own };
    });
  }

  /**
   * The levels of the rules for a file. A later layer takes precedence, then a later override, then a rule over its
   * family.
   *
   * @param path from the folder of the configuration
   */
  levelsFor(path: string): RuleLevels {
    const selections = this.#selectionsOf(path);
    const key = keyOf(selections);
    return getOrCompute(
      this.#levels,
      key,
      () => new Map([...this.#settle(selections)].map(([id, { value }]) => [id, value])),
    );
  }

  /** The same levels, with the places that they come from. */
  sourcedLevelsFor(path: string): ReadonlyMap<string, Sourced<RuleLevel>> {
    return this.#settle(this.#selectionsOf(path));
  }

  #selectionsOf(path: string): readonly Selection[] {
    if (this.#selections.length === 0) return [];
    return this.#candidatesFor()(path).filter(({ patterns }) => patterns.match(path));
  }

  #settle(selections: readonly Selection[]): ReadonlyMap<string, Sourced<RuleLevel>> {
    const key = keyOf(selections);
    return getOrCompute(this.#known, key, () => {
      const steps = [...this.#forAll, ...selections.flatMap((selection) => selection.steps)];
      const settled = new Map<string, Sourced<RuleLevel>>();
      for (const step of steps.sort((a, b) => a - b)) apply(this.#steps[step] ?? [], settled);
      return settled;
    });
  }
}

/** A text that is the same for the same selections. No two selections have the same first step. */
function keyOf(selections: readonly Selection[]): string {
  return selections
    .map(({ steps: [first] }) => first)
    .sort()
    .join(' ');
}

/** The files that overrides are for. */
interface Selection {
  readonly files: readonly string[];
  readonly patterns: Patterns;
  readonly steps: readonly number[];
}

/** Returns the selections that may have a path, so that not each is asked for each file. */
function selectionIndex(selections: readonly Selection[]): (path: string) => readonly Selection[] {
  const owned = selections.flatMap((selection) =>
    patternTexts(selection.files).map((text) => ({ text, selection })),
  );
  const index = new PatternIndex(owned.map(({ text }) => text));
  return (path) => {
    const candidates = index.candidatesFor(path.split('/'), new Steps());
    return [...new Set(candidates.flatMap((one) => owned[one]?.selection ?? []))];
  };
}

const rulesByFamily = lazy(() => indexBy(rules, ({ id }) => [familyOf(id)]));

function apply(settings: readonly RuleSetting[], levels: Map<string, Sourced<RuleLevel>>): void {
  const isFamily = ({ name }: RuleSetting) => !name.includes('/');
  for (const { name, level } of settings.filter(isFamily)) {
    for (const { id } of rulesByFamily().get(name) ?? []) levels.set(id, level);
  }
  for (const setting of settings) {
    if (!isFamily(setting)) levels.set(setting.name, setting.level);
  }
}
