import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';

const folder = join(import.meta.dirname, '../../.github/workflows');
const workflows = readdirSync(folder).map((name) => ({
  name,
  text: readFileSync(join(folder, name), 'utf8'),
}));

describe.each(workflows)('$name', ({ text }) => {
  it('names each action by a commit, with its version as a comment', () => {
    const actions = [...text.matchAll(/uses: (.*)/g)].map(([, action = '']) => action);
    const pinned = /^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;
    expect(actions.filter((action) => !pinned.test(action))).toEqual([]);
    expect(actions).not.toEqual([]);
  });

  it('may only read the repository, unless a job says why', () => {
    expect(load(text)).toMatchObject({ permissions: { contents: 'read' } });
    const more = [...text.matchAll(/^ +[\w-]+: write.*$/gm)].map(([line]) => line);
    expect(more.filter((line) => !/ # \S/.test(line))).toEqual([]);
  });
});
