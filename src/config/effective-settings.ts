import { type Config, settingOf } from './config.ts';
import { SETTINGS, type SettingName, type Settings } from './settings.ts';

/** Reports whether an option or the configuration sets flags of the API server. */
export function setsServerFlags(given: Partial<Settings>, config: Config | undefined): boolean {
  return (['runtimeConfig', 'featureGates'] as const).some(
    (name) =>
      given[name] !== undefined || (config !== undefined && settingOf(config, name) !== undefined),
  );
}

/** The settings of a run: those that are given, then those of the configuration, then the defaults. */
export function effectiveSettings(
  given: Partial<Settings>,
  config: Config | undefined,
): Omit<Settings, 'exclude'> {
  const chosen = <Name extends SettingName>(name: Name): Settings[Name] | undefined =>
    given[name] ?? (config === undefined ? undefined : settingOf(config, name)?.value);
  const settled = <Name extends SettingName>(name: Name): Settings[Name] =>
    chosen(name) ?? SETTINGS[name].initial;
  const failOn = settled('failOn');
  return {
    formats: settled('formats'),
    kubernetesVersion: settled('kubernetesVersion'),
    runtimeConfig: settled('runtimeConfig'),
    featureGates: settled('featureGates'),
    podSecurity: settled('podSecurity'),
    failOn,
    failOnEmpty: settled('failOnEmpty'),
    failOnSkipped: settled('failOnSkipped'),
    // A user who fails on infos wants to see them.
    pedantic: chosen('pedantic') ?? failOn === 'info',
    crds: settled('crds'),
    policies: settled('policies'),
    maxFindings: settled('maxFindings'),
    baseline: settled('baseline'),
  };
}
