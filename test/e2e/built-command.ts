import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

export const REPOSITORY = resolve(import.meta.dirname, '../..');

/** The environment without the variables that change the behaviour of the command. */
export const ENVIRONMENT = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) =>
      !/^(npm_|NODE_OPTIONS$|FORCE_COLOR$|NO_COLOR$|KUBEADMIT_|XDG_|GITHUB_|GIT_)/i.test(name),
  ),
);

/** The result of a run of a program. */
export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A folder with files, in which the built command runs. */
export class Folder {
  readonly path = mkdtempSync(join(tmpdir(), 'kubeadmit-e2e-'));

  constructor(files: Readonly<Record<string, string>> = {}) {
    for (const [path, text] of Object.entries(files)) this.write(path, text);
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.path, path)), { recursive: true });
    writeFileSync(join(this.path, path), text);
  }

  /** Runs the built command. */
  kubeadmit(
    args: readonly string[],
    options: { stdin?: string; env?: NodeJS.ProcessEnv } = {},
  ): Outcome {
    return this.run(process.execPath, [join(REPOSITORY, 'bin/kubeadmit.cjs'), ...args], options);
  }

  /** The packs of code that a run loads: it keeps the compiled code of each. */
  packsOf(...args: readonly string[]): readonly string[] {
    const cache = mkdtempSync(join(tmpdir(), 'kubeadmit-cache-'));
    this.kubeadmit(args, { env: { XDG_CACHE_HOME: cache } });
    const files = readdirSync(cache, { recursive: true, encoding: 'utf8' });
    rmSync(cache, { recursive: true, force: true });
    return files.map((path) => path.replace(/^.*\//, '').replace(/\..*$/, ''));
  }

  /** Runs any program. */
  run(
    program: string,
    args: readonly string[],
    { stdin = '', env = {} }: { stdin?: string; env?: NodeJS.ProcessEnv } = {},
  ): Outcome {
    const { status, stdout, stderr } = spawnSync(program, args, {
      cwd: this.path,
      env: { ...ENVIRONMENT, ...env },
      input: stdin,
      encoding: 'utf8',
    });
    return { code: status, stdout, stderr };
  }

  /** Runs git with a fixed author. */
  git(...args: readonly string[]): Outcome {
    const identity = ['-c', 'user.name=Somebody', '-c', 'user.email=somebody@example.com'];
    return this.run('git', [...identity, ...args]);
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
