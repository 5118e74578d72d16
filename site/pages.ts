import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadRules } from '../rules/index.ts';
import { rulesByChange } from '../scripts/generate/server-change-table.ts';
import { renderRulePage } from '../src/report/rule-page.ts';
import type { Rule } from '../src/rule/rule.ts';
import { withSiteLinks } from './links.ts';
import { factsOfRule } from './rule-facts.ts';
import { readServerMessages } from './server-messages.ts';
import { startPage } from './start-page.ts';

export { PICTURES } from './links.ts';

/** The files of the repository that are pages, other than those in `docs/`, and their paths on the site. */
const OTHER_PAGES: readonly (readonly [file: string, page: string])[] = [
  ['README.md', 'install'],
  ['CHANGELOG.md', 'changelog'],
  ['CONTRIBUTING.md', 'contributing'],
  ['SECURITY.md', 'security'],
  ['docs/rules/README.md', 'rules/'],
];

/** All pages of the site, by the paths of their files below the folder that VitePress reads. */
export async function sitePages(repository: string): Promise<ReadonlyMap<string, string>> {
  const rules = loadRules();
  const pages = pagePaths(repository, rules);
  const texts = new Map<string, string>([['index.md', await startPage(repository)]]);
  const context = { changes: rulesByChange(), messagesOf: readServerMessages() };
  for (const [file, page] of pages) {
    const rule = rules.find(({ id }) => file === `docs/rules/${id}.md`);
    const text =
      rule === undefined
        ? readFileSync(join(repository, file), 'utf8')
        : await rulePage(rule, context);
    const path = page.endsWith('/') ? `${page}index` : page;
    texts.set(`${path}.md`, withSiteLinks(text, file, pages));
  }
  return texts;
}

/** The paths of the pages on the site, by the file of the repository. */
function pagePaths(repository: string, rules: readonly Rule[]): ReadonlyMap<string, string> {
  const docs = readdirSync(join(repository, 'docs'), { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.md') && !path.startsWith('rules/'))
    .sort();
  return new Map([
    ...OTHER_PAGES,
    ...docs.map((path) => [`docs/${path}`, path.replace(/\.md$/, '')] as const),
    ...rules.map(({ id }) => [`docs/rules/${id}.md`, `rules/${id}`] as const),
  ]);
}

/** Facts about all rules. */
interface RuleContext {
  readonly changes: ReturnType<typeof rulesByChange>;
  readonly messagesOf: ReturnType<typeof readServerMessages>;
}

/** The page of a rule as in the repository, with more facts about the rule, and links to the playground. */
async function rulePage(rule: Rule, { changes, messagesOf }: RuleContext): Promise<string> {
  const facts = await factsOfRule(rule, changes, messagesOf(rule));
  const page = renderRulePage(rule).replace(`Severity: ${rule.severity}\n`, `${facts.table}\n`);
  const linked = page.replace(/^```yaml\n([\s\S]*?)^```$/gm, (block, example: string) => {
    const link = facts.playgroundLinks.get(example.trimEnd());
    return link === undefined ? block : `${block}\n\n${link}`;
  });
  return [linked, facts.messages, facts.changes].join('\n');
}
