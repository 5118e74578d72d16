import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';

/**
 * The layers of docs/architecture.md, lowest first. A pattern is a folder or a file without its
 * ending; the longest one that fits counts.
 */
const LAYERS: readonly (readonly string[])[] = [
  ['src/go/'],
  ['src/yaml/'],
  ['src/cel/'],
  ['src/kubernetes/'],
  ['src/decode/'],
  ['src/crd/'],
  ['src/expressions/'],
  ['src/result/', 'src/project/'],
  ['src/rule/'],
  ['src/analysis/'],
  ['rules/'],
  ['src/engine/'],
  ['src/lint'],
  ['src/report/', 'src/input/'],
  ['src/index', 'src/cli/'],
];

/** The layers that may touch the file system, the clock and the terminal. */
const EDGE = ['src/input/', 'src/cli/'];

const repository = join(import.meta.dirname, '../..');

const files = ['src', 'rules'].flatMap((folder) =>
  readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => posix.join(folder, path.replaceAll('\\', '/')))
    .filter((path) => path.endsWith('.ts')),
);

function layerOf(path: string): number {
  const name = path.replace(/\.(ts|mjs|json)$/, '');
  const fitting = LAYERS.flatMap((patterns, layer) =>
    patterns
      .filter((pattern) => (pattern.endsWith('/') ? name.startsWith(pattern) : name === pattern))
      .map((pattern) => ({ pattern, layer })),
  );
  return fitting.sort((a, b) => b.pattern.length - a.pattern.length)[0]?.layer ?? -1;
}

function importsOf(path: string): readonly string[] {
  const text = readFileSync(join(repository, path), 'utf8');
  return [...text.matchAll(/^(?:import|export)\b[^'"]*?from '([^']+)';|^import '([^']+)';/gm)].map(
    (match) => match[1] ?? match[2] ?? '',
  );
}

describe.each(files)('%s', (path) => {
  const imports = importsOf(path);

  it('belongs to a layer', () => {
    expect(layerOf(path)).toBeGreaterThanOrEqual(0);
  });

  it('imports nothing from above', () => {
    const above = imports
      .filter((name) => name.startsWith('.'))
      .map((name) => posix.join(posix.dirname(path), name))
      .filter((target) => layerOf(target) > layerOf(path));
    expect(above).toEqual([]);
  });

  it('runs where there is no Node, unless it is at the edge', () => {
    const isEdge = EDGE.some((folder) => path.startsWith(folder));
    expect(isEdge ? [] : imports.filter((name) => name.startsWith('node:'))).toEqual([]);
  });
});
