import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeText, readParts } from '../../src/yaml/index.ts';
import { type Tree, treeOf } from './tree.ts';

const FIXTURES = join(import.meta.dirname, '../../fixtures');

/** In characters; longer manifests take longer and find no more. */
const LONGEST = 800;

/** The short manifests of the conformance cases, in the order of their paths. */
export const TEXTS: readonly string[] = ['conformance', 'demo'].flatMap((folder) =>
  readdirSync(join(FIXTURES, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:ya?ml|json)$/.test(path))
    .sort()
    .map((path) => decodeText(readFileSync(join(FIXTURES, folder, path))).text)
    .filter((text) => text.length <= LONGEST),
);

/** The documents of these manifests that are mappings. */
export const TREES: readonly Tree[] = TEXTS.flatMap((text) =>
  [...readParts(decodeText(text))].flatMap(({ content }) =>
    content.kind === 'value' ? [treeOf(content.document.value)] : [],
  ),
).filter(({ kind }) => kind === 'mapping');

/** The lines of these manifests, each once. */
export const LINES: readonly string[] = [...new Set(TEXTS.flatMap((text) => text.split('\n')))];
