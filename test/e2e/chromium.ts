import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The path of a Chromium that is installed; undefined if there is none. */
export const CHROMIUM = ['chromium', 'chromium-browser', 'google-chrome']
  .flatMap((name) => (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name)))
  .find((path) => existsSync(path));
