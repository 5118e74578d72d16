import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Config, settingOf } from '../../../config/config.ts';
import type { Settings } from '../../../config/settings.ts';
import { isEarlierReport } from '../../../report/earlier-report.ts';
import type { ConfigFiles } from '../../node/config-files.ts';
import { readSmallText } from '../../node/disk/open-file.ts';
import { DEFAULT_MAX_FILE_SIZE } from '../../node/disk/reading.ts';
import { mayBePattern } from '../../node/paths.ts';
import { UsageError } from '../exit.ts';

/**
 * Checks that the CRDs and policies that the configuration of a run names exist, and that it does not make the run read
 * or write files outside of its repository, nor replace files that are not reports. Every command that uses the
 * settings of a configuration calls it.
 *
 * @param given the settings of the command line, which replace those of the configuration
 * @throws UsageError
 */
export function checkConfiguredPaths(
  configs: ConfigFiles,
  given: Partial<Settings>,
  cwd: string,
): void {
  const config = configs.forRun()?.config;
  if (config === undefined) return;
  const configured = <Name extends keyof Settings>(name: Name): Settings[Name] | undefined =>
    given[name] === undefined ? settingOf(config, name)?.value : undefined;
  const files = configured('formats')?.flatMap(({ file }) => file ?? []) ?? [];
  const [baseline, podSecurity] = [configured('baseline'), configured('podSecurity')];
  for (const [option, paths] of [
    ['--output', files],
    ['--crds', configured('crds') ?? []],
    ['--policies', configured('policies') ?? []],
    ['--baseline', baseline === undefined ? [] : [baseline]],
    ['--pod-security', podSecurity === undefined ? [] : [podSecurity]],
  ] as const) {
    const outside = paths.find((path) => configs.leadsOut(path));
    if (outside !== undefined) {
      throw new UsageError(
        `${config.file}: ${outside} is outside of the repository; name it with ${option}, or in a configuration outside (--config)`,
      );
    }
  }
  for (const name of ['crds', 'policies'] as const) {
    if (given[name] === undefined) checkExistence(config, name, cwd);
  }
  const taken = files.find((path) => !configs.isTrusted && !mayHoldReport(resolve(cwd, path)));
  if (taken !== undefined) {
    throw new UsageError(
      `${config.file}: ${taken} exists, and is not a report of kubeadmit; name it with --output, or in a configuration outside of the repository (--config)`,
    );
  }
}

/** @throws UsageError if a path in a configuration, which is not a pattern, does not exist */
function checkExistence(config: Config, name: 'crds' | 'policies', cwd: string): void {
  const setting = settingOf(config, name);
  const missing = setting?.value.find(
    (path) => !mayBePattern(path) && !existsSync(resolve(cwd, path)),
  );
  if (setting === undefined || missing === undefined) return;
  const { file, line } = setting;
  throw new UsageError(`${file}:${line}: ${name}: ${missing}: no such file or folder`);
}

/** Reports whether a file does not exist yet, or contains an earlier report. */
function mayHoldReport(path: string): boolean {
  if (!existsSync(path)) return true;
  const text = readSmallText(path, DEFAULT_MAX_FILE_SIZE);
  return text !== undefined && isEarlierReport(text);
}
