// Asks the newest API server what its CEL environments declare, for test/cel/environments.test.ts:
//   node scripts/run.mjs scripts/freeze/cel-declarations.ts ORACLES
// ORACLES is the folder of the program oracle-1.37 or newer. What is known of older servers is kept.
// Writes fixtures/cel/declarations.json:
// - `servers`: the servers that list functions; the oldest ones cannot
// - `in`: the environments in which the newest server declares something, and the compatibility version since which it
//   does; a server of minor M compiles new expressions with the compatibility version before M
// - `minors`: the servers that declare a function in some environment by default; `all` for each that lists functions
// - `until`: the last minor whose server declares a function that newer ones do not, with any compatibility version
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  ENVIRONMENTS,
  type EnvironmentName,
} from '../../src/server/expressions/environment-table.ts';
import { MINORS, type Minor, NEWEST_MINOR } from '../../src/server/kubernetes/minors.ts';
import { askCel } from '../fuzz/cel/oracle.ts';

interface Overload {
  readonly id: string;
  readonly member?: true;
  readonly args: readonly string[];
  readonly result: string;
}

interface Macro {
  readonly name: string;
  readonly args: number;
  readonly member?: true;
}

/** The declarations that `oracle cel` lists. */
interface Listed {
  /** Absent if a server cannot list them. */
  readonly functions?: Readonly<Record<string, readonly Overload[]>>;
  readonly variables: Readonly<Record<string, string>>;
  readonly macros: readonly Macro[];
  readonly libraries: readonly string[];
}

const [oracles] = process.argv.slice(2);
if (oracles === undefined) throw new Error('usage: cel-declarations.ts ORACLES');

/** The compatibility version of the oldest minor, and one for each change since then. */
const COMPATIBILITY_VERSIONS = ['1.29', ...MINORS];

/** The oracle does not know the environment of devices, which is not part of the API server's own libraries. */
const NAMES = Object.keys(ENVIRONMENTS).filter(
  (name) => name !== 'device',
) as readonly EnvironmentName[];

function list(minor: Minor, compatibility?: string): ReadonlyMap<EnvironmentName, Listed> {
  const requests = NAMES.map((env) =>
    JSON.stringify({
      env,
      expression: env === 'crd-message' ? "''" : 'true',
      ...(env.startsWith('crd') ? { schema: { type: 'object' } } : {}),
      ...(compatibility === undefined ? {} : { compatibility }),
      declarations: true,
      noAst: true,
    }),
  );
  const replies = askCel(join(oracles ?? '', `oracle-${minor}`), requests);
  return new Map(
    NAMES.flatMap((env, index) => {
      const { declarations }: { readonly declarations?: Listed } = JSON.parse(
        replies[index] ?? '{}',
      );
      // The oldest minors do not have all environments.
      return declarations === undefined ? [] : [[env, declarations] as const];
    }),
  );
}

/** The environments and compatibility versions that have each declaration, which is written as JSON. */
class Table {
  readonly #since = new Map<string, Map<EnvironmentName, string>>();

  add(declaration: object, env: EnvironmentName, compatibility: string): void {
    const key = JSON.stringify(declaration);
    const known = this.#since.get(key) ?? new Map<EnvironmentName, string>();
    if (!known.has(env)) known.set(env, compatibility);
    this.#since.set(key, known);
  }

  /** Reports whether a function with this name and id is in the table. */
  has(name: string): boolean {
    return [...this.#since.keys()].some((key) => nameOf(JSON.parse(key)) === name);
  }

  /** @param more members of a declaration that do not depend on the environment */
  print(more: (declaration: string) => object = () => ({})): string {
    const rows = [...this.#since].sort(([a], [b]) => (a < b ? -1 : 1));
    return rows
      .map(([declaration, since]) => {
        const versions = [...new Set(since.values())].sort();
        const ranges = versions.map((version) => {
          const envs = NAMES.filter((env) => since.get(env) === version);
          return {
            envs: envs.length === NAMES.length ? 'all' : envs,
            ...(version === COMPATIBILITY_VERSIONS[0] ? {} : { since: version }),
          };
        });
        return JSON.stringify({ ...JSON.parse(declaration), ...more(declaration), in: ranges });
      })
      .join(',\n');
  }
}

const functions = new Table();
const macros = new Table();
const variables = new Table();
const libraries = new Table();

interface NamedOverload extends Overload {
  readonly name: string;
}

function functionsOf({ functions: byName = {} }: Listed): readonly NamedOverload[] {
  return Object.entries(byName).flatMap(([name, overloads]) =>
    overloads.map(({ id, ...overload }) => ({ name, id, ...overload })),
  );
}

for (const compatibility of COMPATIBILITY_VERSIONS) {
  for (const [env, listed] of list(NEWEST_MINOR, compatibility)) {
    for (const declared of functionsOf(listed)) functions.add(declared, env, compatibility);
    for (const macro of listed.macros) macros.add(macro, env, compatibility);
    for (const name of listed.libraries) libraries.add({ name }, env, compatibility);
    for (const [name, type] of Object.entries(listed.variables)) {
      variables.add({ name, type }, env, compatibility);
    }
  }
}

const FILE = 'fixtures/cel/declarations.json';

interface KeptFunction extends NamedOverload {
  readonly minors: 'all' | readonly Minor[];
  readonly until?: Minor;
}

const kept: { readonly servers: readonly Minor[]; readonly functions: readonly KeptFunction[] } =
  JSON.parse(readFileSync(FILE, 'utf8'));
const olderServers = kept.servers.filter((minor) => minor !== NEWEST_MINOR);
const servers = [...olderServers, NEWEST_MINOR];

/** The older servers that declare a function by default. */
const olderDeclaring = new Map(
  kept.functions.map((declared) => {
    const minors = declared.minors === 'all' ? kept.servers : declared.minors;
    return [nameOf(declared), minors.filter((minor) => minor !== NEWEST_MINOR)] as const;
  }),
);
const newest = new Set([...list(NEWEST_MINOR).values()].flatMap(functionsOf).map(nameOf));

/** The types of parameters are written differently by some minors. */
function nameOf({ name, id }: Pick<NamedOverload, 'name' | 'id'>): string {
  return `${name} ${id}`;
}

function minorsOf(declaration: string): object {
  const name = nameOf(JSON.parse(declaration));
  const having = [...(olderDeclaring.get(name) ?? []), ...(newest.has(name) ? [NEWEST_MINOR] : [])];
  return { minors: having.length === servers.length ? 'all' : having };
}

/** The declarations that only older servers have. */
const gone = kept.functions
  .filter((declared) => !functions.has(nameOf(declared)))
  .map((declared) => ({
    ...declared,
    minors: olderDeclaring.get(nameOf(declared)) ?? [],
    until: declared.until ?? olderServers.at(-1),
  }))
  .map((declared) => JSON.stringify(declared));

writeFileSync(
  FILE,
  `{"environments":${JSON.stringify(NAMES)},
"servers":${JSON.stringify(servers)},
"functions":[
${[functions.print(minorsOf), ...gone].join(',\n')}
],
"macros":[
${macros.print()}
],
"variables":[
${variables.print()}
],
"libraries":[
${libraries.print()}
]}
`,
);
