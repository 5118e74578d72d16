import { configSchema } from '../../config/config-schema.ts';
import { ArgumentParser, chosen } from '../argument-parser.ts';
import { type Messages, writeOut } from '../channel.ts';
import { EXIT, type ExitCode } from '../exit.ts';
import type { Host } from '../host.ts';

const SUBJECTS = ['config'] as const;

/** Prints a JSON Schema, for editors. */
export async function run(
  args: readonly string[],
  host: Host,
  _messages: Messages,
): Promise<ExitCode> {
  const parsed = new ArgumentParser<object>(
    'kubeadmit schema [options] config',
    'Prints the JSON Schema of the configuration, for editors.',
    '<subject>',
    'config',
  )
    .commonOptions()
    .parse(args);
  if (parsed.kind === 'show') {
    await writeOut(host.stdout, parsed.text);
    return EXIT.clean;
  }
  chosen(parsed.operands[0] ?? '', 'subject', SUBJECTS);
  await writeOut(host.stdout, `${JSON.stringify(configSchema(), undefined, 2)}\n`);
  return EXIT.clean;
}
