import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { configReport } from '../../../config/config-report.ts';
import { configTemplate } from '../../../config/config-template.ts';
import {
  type EffectiveValue,
  effectiveRules,
  settingsWithOrigins,
} from '../../../config/settings-with-origins.ts';
import { escapeJson } from '../../../report/escape.ts';
import { jsonText } from '../../../report/formats/json.ts';
import { textFindings } from '../../../report/formats/text.ts';
import { shownReport } from '../../../report/shown-report.ts';
import { escapeControls } from '../../../result/visible-text.ts';
import { CONFIG_NAMES, ConfigFiles } from '../../node/config-files.ts';
import { ArgumentParser, type OptionsOf } from '../argument-parser.ts';
import { type Messages, writeOut } from '../channel.ts';
import { outputStyle } from '../colors.ts';
import type { RunCommand } from '../command.ts';
import { EXIT, type ExitCode, UsageError } from '../exit.ts';
import type { Host } from '../host.ts';
import { writeReportFile } from '../report-file.ts';

type ConfigOptions = OptionsOf<typeof parser>;

/** The command line of `kubeadmit config`. */
export function parser() {
  return new ArgumentParser(
    'config',
    `Writes a commented ${CONFIG_NAMES[0]}, or shows the configuration in effect.`,
    'init; or show, with a file to show the rules of (default: the current folder)',
    { usage: 'config init|show [options] [path]', operands: '[action] [path]' },
  )
    .choice('-f, --format <format>', 'of show: text or json (default: text)', 'format', [
      'text',
      'json',
    ])
    .option('--config <file>', `show this configuration instead of the nearest ${CONFIG_NAMES[0]}`)
    .commonOptions();
}

/** Writes a commented configuration, or shows the one in effect. */
export const run: RunCommand<typeof parser> = async ({ operands, options }, host, messages) => {
  const [action, path, ...others] = operands;
  if (action !== 'init' && action !== 'show') {
    // kubebuilder has a folder of this name in every project.
    throw new UsageError('config takes init or show; to check a folder of this name, use ./config');
  }
  if (others.length > 0) throw new UsageError('config show takes one path');
  if (action === 'show') return show(path, options, host, messages);
  if (path !== undefined) throw new UsageError('config init accepts no path');
  return init(host, messages);
};

function init({ cwd }: Host, messages: Messages): ExitCode {
  const present = CONFIG_NAMES.find((name) => existsSync(join(cwd, name)));
  if (present !== undefined) throw new UsageError(`${present} already exists`);
  const [name] = CONFIG_NAMES;
  writeReportFile(name, cwd, configTemplate());
  messages.say(`wrote ${name}; remove the # before a key to set it`);
  return EXIT.clean;
}

async function show(
  path: string | undefined,
  { format = 'text', config: named, color }: ConfigOptions,
  host: Host,
  messages: Messages,
): Promise<ExitCode> {
  const configs = new ConfigFiles(
    host.cwd,
    named === undefined ? { kind: 'nearest' } : { kind: 'named', path: named },
    (file, reason) => messages.complain(`${file}: ${reason}`),
  );
  const ofRun = configs.forRun();
  const file = resolve(host.cwd, path ?? 'file');
  const [nearest] = configs.forFolder(dirname(file), host.cwd);
  if (!configs.areValid) {
    const style = await outputStyle(host, color);
    const findings = textFindings(
      shownReport(configReport(configs.problems, configs.texts)),
      style,
      { width: host.stdout.columns },
    );
    await writeOut(host.stdout, [...findings].map((text) => `${text}\n`).join(''));
    return EXIT.trouble;
  }
  const settings = settingsWithOrigins(ofRun?.config);
  const rules =
    nearest === undefined
      ? new Map<string, EffectiveValue>()
      : effectiveRules(nearest.rules.sourcedLevelsFor(nearest.pathOf(file)));
  const text = format === 'json' ? settingsJson(settings, rules) : annotatedYaml(settings, rules);
  await writeOut(host.stdout, text);
  return EXIT.clean;
}

type Values = ReadonlyMap<string, EffectiveValue>;

function settingsJson(settings: Values, rules: Values): string {
  const objectOf = (values: Values) =>
    Object.fromEntries(
      [...values].map(([name, { value, origin = null }]) => [name, { value, origin }]),
    );
  return jsonText({ settings: objectOf(settings), rules: objectOf(rules) });
}

/** The values as a configuration, with the origin of each as a comment. */
function annotatedYaml(settings: Values, rules: Values): string {
  const rows = [
    ...rowsOf(settings, ''),
    ...(rules.size === 0 ? [] : [{ text: 'rules:', origin: '' }]),
    ...rowsOf(rules, '  '),
  ];
  const width = Math.max(...rows.map(({ text }) => text.length));
  return rows
    .map(({ text, origin }) => `${origin === '' ? text : `${text.padEnd(width)}  # ${origin}`}\n`)
    .join('');
}

function rowsOf(values: Values, indent: string) {
  return [...values].map(([name, { value, origin }]) => ({
    text: `${indent}${name}: ${typeof value === 'string' ? escapeControls(value) : escapeJson(JSON.stringify(value))}`,
    origin: origin === undefined ? 'default' : escapeControls(`${origin.file}:${origin.line}`),
  }));
}
