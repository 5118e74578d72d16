import { rules } from '../../rules/index.ts';
import { familyOf } from '../lint/rules/rule-names.ts';
import type { RuleLevel, RuleLevels } from '../result/finding.ts';
import type { Config, RuleSetting, Sourced } from './config.ts';
import { Patterns } from './patterns.ts';

/** The levels of the rules for each file, as a configuration sets them. */
export class ConfiguredRules {
  readonly #steps: readonly Step[];
  readonly #known = new Map<string, ReadonlyMap<string, Sourced<RuleLevel>>>();
  readonly #levels = new Map<string, RuleLevels>();

  constructor({ layers }: Config) {
    this.#steps = layers.flatMap((layer) => [
      { patterns: undefined, rules: layer.rules },
      ...layer.overrides.map(({ files, rules }) => ({ patterns: new Patterns(files), rules })),
    ]);
  }

  /**
   * The levels of the rules for a file. A later layer takes precedence, then a later override, then a rule over its family.
   *
   * @param path from the folder of the configuration
   */
  levelsFor(path: string): RuleLevels {
    const key = this.#stepsFor(path);
    let levels = this.#levels.get(key);
    if (levels === undefined) {
      levels = new Map([...this.#settle(key)].map(([id, { value }]) => [id, value]));
      this.#levels.set(key, levels);
    }
    return levels;
  }

  /** The same levels, with the places that they come from. */
  sourcedLevelsFor(path: string): ReadonlyMap<string, Sourced<RuleLevel>> {
    return this.#settle(this.#stepsFor(path));
  }

  /** The steps that apply to a path. */
  #stepsFor(path: string): string {
    return this.#steps
      .map(({ patterns }) => (patterns === undefined || patterns.match(path) ? '1' : '0'))
      .join('');
  }

  #settle(key: string): ReadonlyMap<string, Sourced<RuleLevel>> {
    let levels = this.#known.get(key);
    if (levels === undefined) {
      const settled = new Map<string, Sourced<RuleLevel>>();
      for (const [index, step] of this.#steps.entries()) {
        if (key[index] === '1') apply(step.rules, settled);
      }
      levels = settled;
      this.#known.set(key, levels);
    }
    return levels;
  }
}

interface Step {
  /** The files that it is for; undefined for all. */
  readonly patterns: Patterns | undefined;
  readonly rules: readonly RuleSetting[];
}

function apply(settings: readonly RuleSetting[], levels: Map<string, Sourced<RuleLevel>>): void {
  const isFamily = ({ name }: RuleSetting) => !name.includes('/');
  for (const { name, level } of settings.filter(isFamily)) {
    for (const { id } of rules) if (familyOf(id) === name) levels.set(id, level);
  }
  for (const setting of settings) {
    if (!isFamily(setting)) levels.set(setting.name, setting.level);
  }
}
