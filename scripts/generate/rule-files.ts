import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { renderRulePage } from '../../src/report/rule-page.ts';
import type { Rule } from '../../src/rule/rule.ts';

/** The rules' folder of this repository. */
export const RULES_FOLDER = join(import.meta.dirname, '../../rules');

/**
 * The ids of all rules: the paths of their files below `rules/`, bytewise. What only one rule needs is in a folder
 * of its name beside it.
 */
export function ruleIds(): readonly string[] {
  return readdirSync(RULES_FOLDER, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /^[^/]+\/[^/]+\.ts$/.test(path))
    .map((path) => path.slice(0, -'.ts'.length))
    .sort();
}

/** `rules/index.ts`: nobody registers a rule by hand. */
export function renderIndex(ids: readonly string[]): string {
  const imports = ids.map((id) => `import ${nameOf(id)} from './${id}.ts';`);
  const names = ids.map((id) => `  ${nameOf(id)},`);
  return [
    '// Made by scripts/generate/rule-index.ts from the files of this folder; do not edit.',
    "import type { Rule } from '../src/rule/rule.ts';",
    ...imports,
    '',
    '/** All rules, by id. */',
    'export const rules: readonly Rule[] = [',
    ...names,
    '];',
    '',
  ].join('\n');
}

/** The rules' pages and their table of contents: path below `docs/` to text. */
export function renderPages(rules: readonly Rule[]): ReadonlyMap<string, string> {
  const pages = new Map(rules.map((rule) => [`rules/${rule.id}.md`, renderRulePage(rule)]));
  const rows = rules.map(
    ({ id, severity, summary }) => `| [${id}](${id}.md) | ${severity} | ${summary} |`,
  );
  pages.set(
    'rules/README.md',
    ['# Rules', '', '| rule | severity | requirement |', '| --- | --- | --- |', ...rows, ''].join(
      '\n',
    ),
  );
  return pages;
}

function nameOf(id: string): string {
  return id.replace(/[/-](.)/g, (_, letter: string) => letter.toUpperCase());
}
