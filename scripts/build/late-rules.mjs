import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadSource } from './load-source.mjs';

/** The entry and the pack of what only the pages of rules show. */
const TEXTS = 'rule-texts';

/**
 * The members of a rule that only its page shows, as the formatter leaves them. They are more than a third of the
 * command, and all but `explain` and `rules` do without.
 */
const MEMBERS = [
  { name: 'details', pattern: /^ {2}details: `\n[\s\S]*?\n`,\n/m },
  { name: 'examples', pattern: /^ {2}examples: \{(?:\n[\s\S]*?\n {2}\}| .*\}),\n/m },
];

/**
 * The rules as the command has them, written as ever: those for certain kinds are evaluated when an object of such
 * a kind comes along, and the longest texts are in a pack of their own.
 *
 * @param repository the root of the repository
 * @returns an esbuild plugin, the entries of what is loaded late, each with the kinds that it is for, and the entry of
 *   the texts
 */
export async function lateRules(repository) {
  const { rules } = await loadSource(repository, 'rules/index.ts');
  const texts = rules.map(({ id, details, examples }) => [id, { details, examples }]);
  const units = unitsOf(rules);
  return {
    entries: units.map(({ name, on, kinds }) => ({
      name,
      path: `late-rules:${name}`,
      kinds: kinds ?? on,
    })),
    texts: { name: TEXTS, path: TEXTS, packs: [TEXTS] },
    plugin: {
      name: 'late-rules',
      setup({ onLoad, onResolve }) {
        onLoad({ filter: /\/rules\/index\.ts$/ }, () => ({ contents: indexText(rules, units) }));
        onResolve({ filter: /^late-rules:/ }, ({ path }) => ({ path, namespace: 'late-rules' }));
        onLoad({ filter: /.*/, namespace: 'late-rules' }, ({ path }) => {
          const { ids } = units.find(({ name }) => path === `late-rules:${name}`);
          return { contents: unitText(ids), resolveDir: join(repository, 'rules') };
        });
        onLoad({ filter: /\/rules\/[^/]+\/[^/]+\.ts$/ }, ({ path }) => withoutTexts(path, rules));
        onResolve({ filter: /^(?:late-)?rule-texts$/ }, ({ path }) => ({ path, namespace: path }));
        onLoad({ filter: /.*/, namespace: TEXTS }, () => ({
          // One string, which V8 need not parse until the texts are asked for.
          contents: `export const texts = JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(texts)))});`,
        }));
        onLoad({ filter: /.*/, namespace: 'late-rule-texts' }, () => ({
          contents: `export function textsOf(id) { return loadEntry('${TEXTS}').texts[id]; }`,
        }));
      },
    },
  };
}

/** What rules have for their kinds that are for custom resources. */
export const CUSTOM = 'custom-resource';

/** What rules have for their kinds that are for objects which are applied together. */
export const INSTALLATION = 'installation';

/** What rules have for their kinds that report what policies decide. */
export const REQUEST = 'request';

/** The stages of the rules that are in a pack of their own. */
const LATE_STAGES = [CUSTOM, INSTALLATION, REQUEST];

/** The rules that are for the same kinds, and for nothing else. */
function unitsOf(rules) {
  const units = new Map();
  for (const { id, on, kinds } of rules) {
    if (kinds === undefined && !LATE_STAGES.includes(on)) continue;
    const key = `${on} ${kinds?.toSorted().join()}`;
    const unit = units.get(key) ?? { name: `rules-${units.size}`, on, kinds, ids: [] };
    units.set(key, unit);
    unit.ids.push(id);
  }
  return [...units.values()];
}

/** `rules/index.ts` with rules that are there when they are looked into. */
function indexText(rules, units) {
  const unitOf = (id) => units.findIndex(({ ids }) => ids.includes(id));
  const early = rules.filter(({ id }) => unitOf(id) === -1);
  const list = rules.map(({ id }) => {
    const unit = unitOf(id);
    return unit === -1
      ? `early${early.findIndex((rule) => rule.id === id)}`
      : `new LateRule('${id}', '${units[unit].on}', kinds${unit}, load${unit})`;
  });
  const getters = ['severity', 'summary', 'details', 'reference', 'messages', 'examples']
    .concat(['check'])
    .map((name) => `get ${name}() { return (this.rule ??= this.load()[this.id]).${name}; }`);
  return [
    ...early.map(({ id }, index) => `import early${index} from './${id}.ts';`),
    ...units.map(({ kinds }, index) => `const kinds${index} = ${JSON.stringify(kinds)};`),
    ...units.map(({ name }, index) => `const load${index} = () => loadEntry('${name}').rules;`),
    'class LateRule {',
    'constructor(id, on, kinds, load) {',
    'this.id = id; this.on = on; this.kinds = kinds; this.load = load; this.rule = undefined;',
    '}',
    ...getters,
    '}',
    `export const rules = [${list.join()}];`,
  ].join('\n');
}

function unitText(ids) {
  const imports = ids.map((id, index) => `import rule${index} from './${id}.ts';`);
  const members = ids.map((id, index) => `'${id}': rule${index}`);
  return `${imports.join('\n')}\nexport const rules = { ${members.join()} };`;
}

function withoutTexts(path, rules) {
  const source = readFileSync(path, 'utf8');
  if (!source.includes('defineRule({')) return undefined;
  const id = /^ {2}id: '(.+)',$/m.exec(source)?.[1];
  if (!rules.some((rule) => rule.id === id)) throw new Error(`no rule '${id}' in ${path}`);
  const contents = MEMBERS.reduce((text, { name, pattern }) => {
    if (!pattern.test(text)) throw new Error(`no ${name} as they are formatted in ${path}`);
    return text.replace(pattern, `  get ${name}() { return textsOf('${id}').${name}; },\n`);
  }, source);
  return { contents: `import { textsOf } from 'late-rule-texts';\n${contents}`, loader: 'ts' };
}
