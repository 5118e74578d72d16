import { describe, expect, it } from 'vitest';
import { LAYERS } from './layers.ts';
import { modules } from './modules.ts';

/** The layers that may touch the file system, the clock and the terminal. */
const EDGE = ['src/hosts/node/', 'src/hosts/language-server/', 'src/hosts/cli/'];

function layerOf(path: string): number {
  const name = path.replace(/\.(ts|mjs|json)$/, '');
  const fitting = LAYERS.flatMap((patterns, layer) =>
    patterns
      .filter((pattern) => (pattern.endsWith('/') ? name.startsWith(pattern) : name === pattern))
      .map((pattern) => ({ pattern, layer })),
  );
  return fitting.sort((a, b) => b.pattern.length - a.pattern.length)[0]?.layer ?? -1;
}

describe.each([...modules])('%s', (path, imports) => {
  const targets = imports.map(({ target }) => target);

  it('belongs to a layer', () => {
    expect(layerOf(path)).toBeGreaterThanOrEqual(0);
  });

  it('imports nothing from above', () => {
    const above = targets.filter((target) => layerOf(target) > layerOf(path));
    expect(above).toEqual([]);
  });

  it('runs where there is no Node, unless it is at the edge', () => {
    const isEdge = EDGE.some((folder) => path.startsWith(folder));
    expect(isEdge ? [] : targets.filter((target) => target.startsWith('node:'))).toEqual([]);
  });
});
