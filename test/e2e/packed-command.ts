import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { Folder, REPOSITORY } from './built-command.ts';

/** The command of the package that npm would publish, unpacked into a folder of its own that every user can read. */
export class PackedCommand {
  readonly #folder = new Folder();
  /** The path of the command. */
  readonly path = join(this.#folder.path, 'package/bin/kubeadmit.cjs');

  constructor() {
    const packed = this.#folder.run('npm', [
      ...['pack', REPOSITORY, '--ignore-scripts', '--loglevel=error'],
      ...['--pack-destination', this.#folder.path],
    ]);
    const unpacked = this.#folder.run('tar', ['-xzf', packed.stdout.trim()]);
    if (unpacked.code !== 0) throw new Error(`${packed.stderr}${unpacked.stderr}`);
    chmodSync(this.#folder.path, 0o755);
  }

  remove(): void {
    this.#folder.remove();
  }
}
