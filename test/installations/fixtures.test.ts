import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rules } from '../../rules/index.ts';
import { Project } from '../../src/hosts/node/project.ts';
import type { Source } from '../../src/lint/read/source.ts';
import { textFindings } from '../../src/report/formats/text.ts';
import { shownReport } from '../../src/report/shown-report.ts';
import { PLAIN } from '../../src/report/style.ts';
import { lintPedantically } from '../lint/lint-pedantically.ts';

const FIXTURES = join(import.meta.dirname, '../../fixtures/installations');

/**
 * The rules about several objects. Each has a repository without findings and one with findings, and some have stored
 * objects.
 */
const RULES = rules
  .filter(({ on }) =>
    ['installation', 'patch', 'kustomization', 'listed-file', 'chart-values'].includes(on),
  )
  .map(({ id }) => id);

describe.each(RULES)('%s', (id) => {
  const folder = join(FIXTURES, id);
  const stored = join(folder, 'stored');
  const options = existsSync(stored) ? { base: sourcesIn(stored) } : {};

  it('reports what is wrong in a repository', async () => {
    const report = lintPedantically(sourcesIn(join(folder, 'bad')), { ...options, only: [id] });
    expect(report.findings).not.toEqual([]);
    await expect([...textFindings(shownReport(report), PLAIN)].join('\n')).toMatchFileSnapshot(
      join(folder, 'bad.txt'),
    );
  });

  it('reports nothing in a repository that is right, nor does any other rule about several objects', () => {
    const report = lintPedantically(sourcesIn(join(folder, 'good')), options);
    const found = report.findings.filter(
      ({ rule, severity }) => RULES.includes(rule) || severity === 'error',
    );
    expect(found).toEqual([]);
  });

  it('does not report what is missing in a part of the input', () => {
    const report = lintPedantically(sourcesIn(join(folder, 'bad')), {
      ...options,
      only: [id],
      partial: true,
    });
    const missing = report.findings.filter(({ message }) =>
      /the input has no|no longer in the input/.test(message),
    );
    expect(missing).toEqual([]);
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
