import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The content of files, by path. */
export type Files = Readonly<Record<string, string | Uint8Array>>;

/** A folder with files, outside of any repository. */
export function makeFolder(files: Files = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'kubeadmit-'));
  writeFiles(folder, files);
  return folder;
}

/** Writes files, and makes the folders that they are in. */
export function writeFiles(folder: string, files: Files): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

/** Runs git in a folder, and returns what it prints. */
export function gitIn(folder: string, ...args: readonly string[]): string {
  const settings = ['user.name=a', 'user.email=a@example.com', 'commit.gpgsign=false'];
  const options = settings.flatMap((setting) => ['-c', setting]);
  return execFileSync('git', [...options, ...args], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'ignore'],
  }).trim();
}
