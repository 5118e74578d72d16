import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { NEWEST_MINOR } from '../../src/server/kubernetes/minors.ts';
import { runIn } from '../cli/fake-host.ts';
import { temporaryRepository } from '../temporary-folder.ts';

/** A fixed version and the newest one. */
const VERSION = ['--kubernetes-version', `1.36..${NEWEST_MINOR}`];

const LAYOUTS = fileURLToPath(new URL('../../fixtures/layouts', import.meta.url));

const names = readdirSync(LAYOUTS).flatMap((file) =>
  file.endsWith('.txt') ? [file.slice(0, -'.txt'.length)] : [],
);

/** Each layout shows a cause of false findings. The file with its name contains its report. */
it.each(names)('the report on a repository like %s', async (name) => {
  const cwd = temporaryRepository();
  cpSync(join(LAYOUTS, name), cwd, { recursive: true });
  const { stdout, stderr } = await runIn({ cwd }, '--format', 'concise', ...VERSION);
  await expect(`${stdout}${stderr}`).toMatchFileSnapshot(join(LAYOUTS, `${name}.txt`));
});
