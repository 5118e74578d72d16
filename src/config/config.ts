import type { RuleLevel } from '../result/finding.ts';
import type { Settings } from './settings.ts';

/** A value with the place that it comes from. */
export interface Sourced<T> {
  readonly value: T;
  /** The name of the configuration file. */
  readonly file: string;
  readonly line: number;
}

/** The level of a rule, or of all rules of a family. */
export interface RuleSetting {
  /** The id of a rule, or a family. */
  readonly name: string;
  readonly level: Sourced<RuleLevel>;
}

/** Rules for some files. */
export interface Override {
  /** Patterns as in .gitignore, from the folder of the configuration. */
  readonly files: readonly string[];
  readonly rules: readonly RuleSetting[];
}

/** The contents of one configuration file. */
export interface ConfigLayer {
  readonly file: string;
  readonly settings: { readonly [Name in keyof Settings]?: Sourced<Settings[Name]> };
  /** Patterns as in .gitignore. Of the files in folders, only matching ones are read. */
  readonly include: Sourced<readonly string[]> | undefined;
  readonly rules: readonly RuleSetting[];
  readonly overrides: readonly Override[];
}

/** A configuration: a file, and before it the files that it extends. */
export interface Config {
  readonly file: string;
  /** The last one takes precedence. */
  readonly layers: readonly ConfigLayer[];
}

/** The value of a setting in a configuration. */
export function settingOf<Name extends keyof Settings>(
  { layers }: Config,
  name: Name,
): Sourced<Settings[Name]> | undefined {
  return layers.findLast(({ settings }) => settings[name] !== undefined)?.settings[name];
}

/** The files in folders that a configuration limits a run to. */
export function includeOf({ layers }: Config): Sourced<readonly string[]> | undefined {
  return layers.findLast(({ include }) => include !== undefined)?.include;
}
