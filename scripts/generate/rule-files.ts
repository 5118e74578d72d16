import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { indexBy } from '../../src/base/index-by.ts';
import { familyOf } from '../../src/lint/rules/rule-names.ts';
import { renderRulePage } from '../../src/report/rule-page.ts';
import type { Rule } from '../../src/rule/rule.ts';
import { loadText } from '../build/load-source.mjs';

export const RULES_FOLDER = join(import.meta.dirname, '../../rules');

/**
 * The ids of all rules: the paths of their files below `rules/`, bytewise. Files that only one rule needs are in a
 * folder of its name.
 */
export function ruleIds(): readonly string[] {
  return readdirSync(RULES_FOLDER, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /^[^/]+\/[^/]+\.ts$/.test(path))
    .map((path) => path.slice(0, -'.ts'.length))
    .sort();
}

/** The rules as their files declare them, by id. */
export async function readRules(): Promise<readonly Rule[]> {
  const lines = ruleIds().map(
    (id, index) => `export { default as rule${index} } from './${id}.ts';`,
  );
  const modules = await loadText(join(RULES_FOLDER, '..'), RULES_FOLDER, lines.join('\n'));
  return ruleIds().map((_, index) => modules[`rule${index}`]);
}

/** The text of `rules/index.ts`, so that rules are not registered by hand. */
export function renderIndex(rules: readonly Rule[]): string {
  const imports = rules.map(({ id }) => `import ${nameOf(id)} from './${id}.ts';`);
  // Many rules are for the same kinds.
  const lists = [...new Set(rules.flatMap((rule) => kindsText(rule) ?? []))];
  const entries = rules.map((rule) => {
    const { id, on } = rule;
    const list = kindsText(rule);
    const kinds = list === undefined ? '' : `, kinds: KINDS_${lists.indexOf(list)}`;
    return `  { id: '${id}', on: '${on}'${kinds}, load: () => ${nameOf(id)} },`;
  });
  return [
    '// Made by `npm run generate` from the files of this folder; do not edit.',
    "import type { Rule, RuleEntry } from '../src/rule/rule.ts';",
    ...imports,
    '',
    ...lists.map((list, index) => `const KINDS_${index} = ${list} as const;`),
    '',
    '/** All rules, in the order of their ids. */',
    'export const rules: readonly RuleEntry[] = [',
    ...entries,
    '];',
    '',
    '/** Loads all rules. */',
    'export function loadRules(): readonly Rule[] {',
    '  return rules.map((rule) => rule.load());',
    '}',
    '',
  ].join('\n');
}

/** The rules' pages and their table of contents: their paths in the repository, and texts. */
export function renderPages(rules: readonly Rule[]): ReadonlyMap<string, string> {
  const pages = new Map(rules.map((rule) => [`docs/rules/${rule.id}.md`, renderRulePage(rule)]));
  pages.set('docs/rules/README.md', contentsOf(rules));
  return pages;
}

/** A table of the rules of each family. */
function contentsOf(rules: readonly Rule[]): string {
  const families = indexBy(rules, ({ id }) => [familyOf(id)]);
  const links = [...families.keys()].map((family) => `[${family}](#${family})`);
  const sections = [...families].flatMap(([family, members]) => [
    `## ${family}`,
    '',
    '| rule | severity | requirement |',
    '| --- | --- | --- |',
    ...members.map(
      ({ id, severity, summary }) => `| [${id}](${id}.md) | ${severity} | ${summary} |`,
    ),
    '',
  ]);
  return ['# Rules', '', `Families: ${links.join(', ')}.`, '', ...sections].join('\n');
}

function kindsText(rule: Rule): string | undefined {
  return 'kinds' in rule ? JSON.stringify(rule.kinds) : undefined;
}

function nameOf(id: string): string {
  return id.replace(/[/-](.)/g, (_, letter: string) => letter.toUpperCase());
}
