import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rules } from '../../rules/index.ts';
import { Project } from '../../src/input/project.ts';
import type { Source } from '../../src/lint.ts';
import { PLAIN } from '../../src/report/style.ts';
import { textFindings } from '../../src/report/text.ts';
import { lintPedantically } from '../lint/lint-pedantically.ts';

const FIXTURES = join(import.meta.dirname, '../../fixtures/workspaces');

/** The rules about several objects; each has a repository without and one with findings. */
const RULES = rules.filter(({ kinds }) => kinds === 'installation').map(({ id }) => id);

describe.each(RULES)('%s', (id) => {
  const folder = join(FIXTURES, id);

  it('reports what is wrong in a repository', async () => {
    const report = lintPedantically(sourcesIn(join(folder, 'bad')), { only: [id] });
    expect(report.findings).not.toEqual([]);
    await expect([...textFindings(report, PLAIN)].join('\n')).toMatchFileSnapshot(
      join(folder, 'bad.txt'),
    );
  });

  it('reports nothing in a repository that is right, nor does any other rule about several objects', () => {
    const report = lintPedantically(sourcesIn(join(folder, 'good')));
    const found = report.findings.filter(
      ({ rule, severity }) => RULES.includes(rule) || severity === 'error',
    );
    expect(found).toEqual([]);
  });

  it('does not report what is missing in a part of the input', () => {
    const options = { only: [id], partial: true };
    const report = lintPedantically(sourcesIn(join(folder, 'bad')), options);
    expect(report.findings.filter(({ message }) => message.includes('the input has no'))).toEqual(
      [],
    );
  });
});

/** The files of a repository, with the project files around them. */
function sourcesIn(folder: string): readonly Source[] {
  if (!existsSync(folder)) throw new Error(`no fixture ${folder}`);
  const project = new Project();
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .sort()
    .map((path) => ({
      name: relative(folder, path),
      content: readFileSync(path, 'utf8'),
      surroundings: project.surroundingsOf(path, folder),
    }));
}
