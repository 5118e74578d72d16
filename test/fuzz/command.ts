import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runIn } from '../cli/fake-host.ts';
import { sourcesOf } from './batches.ts';
import type { FuzzInput } from './inputs.ts';
import { expectEqual, jsonReport } from './properties.ts';

/** The name of the property that {@link checkCommand} checks. */
export const SAME_AS_COMMAND = 'the same report of the library and the command';

/**
 * Throws an error unless the library and the command give the same JSON report of inputs, each of them a file.
 *
 * @param folder for the files, which must exist
 */
export async function checkCommand(folder: string, inputs: readonly FuzzInput[]): Promise<void> {
  const cwd = mkdtempSync(join(folder, 'files-'));
  try {
    const sources = sourcesOf(inputs);
    for (const { name, content } of sources) writeFileSync(join(cwd, name), content);
    const { stdout, stderr } = await runIn(
      { cwd },
      ...['-f', 'json', '--pedantic', ...sources.map(({ name }) => name)],
    );
    if (/crash/.test(stderr)) throw new Error(`the command has crashed: ${stderr}`);
    expectEqual(JSON.parse(stdout), JSON.parse(jsonReport(sources)));
  } finally {
    rmSync(cwd, { recursive: true });
  }
}
