import type { RuleLevel } from '../result/finding.ts';
import { type Config, includeOf, type Sourced, settingOf } from './config.ts';
import { SETTINGS, type SettingName } from './settings.ts';

/** A value that is in effect, and its source. */
export interface EffectiveValue {
  /** The value in the form of a configuration. */
  readonly value: unknown;
  /** Undefined for a default. */
  readonly origin: { readonly file: string; readonly line: number } | undefined;
}

/** The files that are read in a folder without a configuration of its own. */
const ALL_MANIFESTS = ['*.yaml', '*.yml', '*.json'];

/** The settings in effect, by name, in the order of help. */
export function settingsWithOrigins(
  config: Config | undefined,
): ReadonlyMap<string, EffectiveValue> {
  const include = config === undefined ? undefined : includeOf(config);
  return new Map([
    ...(Object.keys(SETTINGS) as SettingName[]).map(
      (name) => [name, effectiveSetting(name, config)] as const,
    ),
    ['include', { value: include?.value ?? ALL_MANIFESTS, origin: originOf(include) }],
  ]);
}

/** The levels of rules, sorted by their ids. */
export function effectiveRules(
  levels: ReadonlyMap<string, Sourced<RuleLevel>>,
): ReadonlyMap<string, EffectiveValue> {
  return new Map(
    [...levels]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([id, level]) => [id, { value: level.value, origin: originOf(level) }]),
  );
}

function effectiveSetting<Name extends SettingName>(
  name: Name,
  config: Config | undefined,
): EffectiveValue {
  const { type, initial } = SETTINGS[name];
  const sourced = config === undefined ? undefined : settingOf(config, name);
  const value = sourced?.value ?? initial;
  return { value: type.write?.(value) ?? value ?? null, origin: originOf(sourced) };
}

function originOf(sourced: Sourced<unknown> | undefined): EffectiveValue['origin'] {
  return sourced === undefined ? undefined : { file: sourced.file, line: sourced.line };
}
