import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Plugin } from 'esbuild';

/**
 * Loads TypeScript files as a function changes them; `import.meta.dirname` is the folder of the file in a bundle too.
 */
export function sourcesWith(change: (path: string, text: string) => string): Plugin {
  return {
    name: 'changed-sources',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, ({ path }) => ({
        contents: change(path, readFileSync(path, 'utf8')).replaceAll(
          // It is not a string, because the program that runs this script replaces the same words in it.
          /\bimport\.meta\.dirname\b/g,
          JSON.stringify(dirname(path)),
        ),
        loader: 'ts',
      }));
    },
  };
}
