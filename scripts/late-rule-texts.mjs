import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

/** The file in dist/ with what only the pages of rules show. */
const FILE = 'rule-texts.json';

/**
 * The members of a rule that only its page shows, as the formatter leaves them. They are more than a third of the
 * command, and all but `explain` and `rules` do without.
 */
const MEMBERS = [
  { name: 'details', pattern: /^ {2}details: `\n[\s\S]*?\n`,\n/m },
  { name: 'examples', pattern: /^ {2}examples: \{(?:\n[\s\S]*?\n {2}\}| .*\}),\n/m },
];

/**
 * A plugin that takes the longest texts of the rules out of a bundle: it reads them from a file beside the command
 * when they are asked for. Rules are written as ever.
 *
 * @param repository the root of the repository
 * @param dist where the bundle goes, and the file
 */
export async function lateRuleTexts(repository, dist) {
  const rules = await readRules(repository);
  const texts = rules.map(({ id, details, examples }) => [id, { details, examples }]);
  writeFileSync(join(dist, FILE), JSON.stringify(Object.fromEntries(texts)));
  return {
    name: 'late-rule-texts',
    setup({ onLoad, onResolve }) {
      onLoad({ filter: /\/rules\/[^/]+\/[^/]+\.ts$/ }, ({ path }) => {
        const source = readFileSync(path, 'utf8');
        if (!source.includes('defineRule({')) return undefined;
        const id = /^ {2}id: '(.+)',$/m.exec(source)?.[1];
        if (!rules.some((rule) => rule.id === id)) throw new Error(`no rule '${id}' in ${path}`);
        const contents = MEMBERS.reduce((text, { name, pattern }) => {
          if (!pattern.test(text)) throw new Error(`no ${name} as they are formatted in ${path}`);
          return text.replace(pattern, `  get ${name}() { return textsOf('${id}').${name}; },\n`);
        }, source);
        return {
          contents: `import { textsOf } from 'late-rule-texts';\n${contents}`,
          loader: 'ts',
        };
      });
      onResolve({ filter: /^late-rule-texts$/ }, ({ path }) => ({ path, namespace: 'late' }));
      onLoad({ filter: /^late-rule-texts$/, namespace: 'late' }, () => ({
        // Of start.cjs in the same folder, whatever becomes of names in the bundle.
        contents: `const load = require;
          export function textsOf(id) { return load('./${FILE}')[id]; }`,
      }));
    },
  };
}

async function readRules(repository) {
  const folder = mkdtempSync(join(repository, 'node_modules/.rules-'));
  try {
    const outfile = join(folder, 'rules.mjs');
    await build({
      absWorkingDir: repository,
      entryPoints: ['rules/index.ts'],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      packages: 'external',
      logLevel: 'warning',
    });
    const { rules } = await import(pathToFileURL(outfile).href);
    return rules;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
