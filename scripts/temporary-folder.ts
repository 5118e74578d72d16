import { makeFolder, removeFolder } from '../test/folders.ts';

/** Makes an empty folder, which is removed when the process ends. */
export function temporaryFolder(): string {
  const folder = makeFolder();
  process.on('exit', () => removeFolder(folder));
  return folder;
}
