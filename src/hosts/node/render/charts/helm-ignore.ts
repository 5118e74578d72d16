import { join } from 'node:path';
import { Steps, wildmatch } from '../../../../config/wildmatch.ts';
import { readSmallText } from '../../disk/open-file.ts';

/** A line of a `.helmignore`. */
interface IgnoreRule {
  readonly isNegated: boolean;
  /** True if it is only about folders. */
  readonly isForFolders: boolean;
  /** @param path the path from the chart, with `/` */
  matches(path: string, steps: Steps): boolean;
}

/** The rule that each chart has. */
const HIDDEN_TEMPLATES = 'templates/.?*';

/**
 * The files of a chart that Helm does not pack, by its `.helmignore`.
 *
 * Source: pkg/ignore/rules.go of github.com/helm/helm
 */
export class HelmIgnore {
  readonly #folder: string;
  readonly #rules: readonly IgnoreRule[];

  /** @param folder the absolute path of the chart */
  constructor(folder: string) {
    const lines = (readSmallText(join(folder, '.helmignore')) ?? '').split('\n');
    this.#folder = folder;
    this.#rules = [...lines, HIDDEN_TEMPLATES].flatMap((line) => ruleIn(line.trim()) ?? []);
  }

  /**
   * Reports whether a file or folder is ignored. A negated rule ignores all that it does not match.
   *
   * @param absolute the absolute path
   */
  ignores(absolute: string, isFolder: boolean): boolean {
    const path = absolute.slice(this.#folder.length + 1);
    const steps = new Steps();
    const isIgnored = this.#rules.some(({ isNegated, isForFolders, matches }) => {
      const isAbout = (isFolder || !isForFolders) && matches(path, steps);
      return isNegated ? !isAbout : isAbout;
    });
    return isIgnored && steps.left > 0;
  }
}

/** The rule of a line; undefined if it has none. */
function ruleIn(line: string): IgnoreRule | undefined {
  if (line === '' || line.startsWith('#')) return undefined;
  const isNegated = line.startsWith('!');
  const pattern = isNegated ? line.slice(1) : line;
  const isForFolders = pattern.endsWith('/');
  const own = pattern.replace(/^\//, '').replace(/\/$/, '');
  const fits = wildmatch(own);
  // A pattern without a slash before its end is for names.
  const isForNames = !pattern.slice(0, -1).includes('/');
  return {
    isNegated,
    isForFolders,
    matches: (path, steps) => {
      const parts = path.split('/');
      return fits(parts, steps, isForNames ? parts.length - 1 : 0);
    },
  };
}
