import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const TYPES = 'src/kubernetes/generated/other-types.mjs';

/** The file in dist/ with the types of the kinds whose values are not validated. */
const TEXT = 'built-in-types.txt';

/**
 * The table of the types of all built-in kinds but the validated ones as the command has it: a file beside the command
 * that is read when an object of such a kind comes along. As a string in a script it would be in its code cache too.
 *
 * @param repository the root of the repository
 * @param dist where the command goes, and the file
 * @returns an esbuild plugin
 */
export async function lateTypes(repository, dist) {
  const { otherTypes } = await import(pathToFileURL(join(repository, TYPES)).href);
  writeFileSync(join(dist, TEXT), otherTypes(), 'latin1');
  return {
    name: 'late-types',
    setup({ onLoad }) {
      onLoad({ filter: /\/generated\/other-types\.mjs$/ }, () => ({
        // Of start.cjs in the same folder, whatever becomes of names in the bundle.
        contents: `const load = require;
          export const otherTypes = () =>
            load('node:fs').readFileSync(load.resolve('./${TEXT}'), 'latin1');`,
      }));
    },
  };
}
