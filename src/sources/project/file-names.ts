import { matchesGlob } from './glob.ts';
import { normalizePath } from './normalize-path.ts';

/** The longest path that a file can have on common systems, in characters. */
export const LONGEST_PATH = 4096;

/** Names of files, or patterns for them, as a project file lists them. */
export class FileNames {
  readonly #paths = new Set<string>();
  readonly #patterns: string[] = [];

  add(name: string): void {
    if (name.length > LONGEST_PATH) return;
    const path = normalizePath(name);
    if (/[*?]/.test(path)) this.#patterns.push(path);
    else this.#paths.add(path);
  }

  have(path: string): boolean {
    return this.#paths.has(path) || this.#patterns.some((pattern) => matchesGlob(pattern, path));
  }
}
