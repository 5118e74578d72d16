// Measures the number of CEL rules that are parsed and checked per second on one core, and compares it with the
// libraries on npm:
//   npm run bench -- expressions [SECONDS]
// cel-js checks nothing; @marcbachmann/cel-js checks with its own types.
import { Environment as MarcbachmannEnvironment } from '@marcbachmann/cel-js';
import { parse as parseWithCelJs } from 'cel-js';
import { parse } from '../../src/cel/parse/parser.ts';
import type { StructuralSchema } from '../../src/server/crd/structural.ts';
import { compile } from '../../src/server/expressions/compile.ts';
import { type Context, parseOptions } from '../../src/server/expressions/environments.ts';
import { SchemaTypes, SelfTypes } from '../../src/server/expressions/types/schema-types.ts';
import { NEWEST_MINOR } from '../../src/server/kubernetes/minors.ts';

const seconds = Number(process.argv[2] ?? '2');

/** Rules as they are usual in CRDs. */
const RULES = [
  'self.minReplicas <= self.maxReplicas',
  'has(self.name) || has(self.selector)',
  "self.type == 'A' ? has(self.a) : !has(self.a)",
  'self.replicas >= 0 && self.replicas <= 10',
  'self.items.all(item, item.port > 0 && item.port < 65536)',
  'self.items.exists_one(item, item.primary)',
  "self.name.matches('^[a-z]+$')",
  'self.name == oldSelf.name',
  'self.items.map(item, item.name).isSorted()',
  "self.name.startsWith('x-') || size(self.name) < 64",
] as const;

const SCHEMA: StructuralSchema = {
  type: 'object',
  properties: {
    minReplicas: { type: 'integer' },
    maxReplicas: { type: 'integer' },
    replicas: { type: 'integer' },
    name: { type: 'string' },
    type: { type: 'string' },
    a: { type: 'string' },
    selector: { type: 'object', additionalProperties: { type: 'string' } },
    items: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          port: { type: 'integer' },
          primary: { type: 'boolean' },
        },
      },
    },
  },
};

function crdContext(): Context {
  const type = new SchemaTypes(NEWEST_MINOR).typeOf(SCHEMA);
  if (type === undefined) throw new Error('the schema has a CEL type');
  return { environment: 'crd', minor: NEWEST_MINOR, self: new SelfTypes(type, true) };
}

/**
 * The number of rules per second that a function processes. No two rules are equal, because some libraries keep the
 * results of parsing.
 */
function rate(run: (rule: string) => void): number {
  let rules = 0;
  const pass = () => {
    for (const rule of RULES) run(`${rule} || ${rules++} == 0`);
  };
  while (rules < 3000) pass();
  const warm = rules;
  const start = performance.now();
  while (performance.now() - start < seconds * 1000) pass();
  return ((rules - warm) / (performance.now() - start)) * 1000;
}

const crd = crdContext();
const policy: Context = { environment: 'vap-variable', minor: NEWEST_MINOR };
const parsing = parseOptions(crd);
const marcbachmann = new MarcbachmannEnvironment({ unlistedVariablesAreDyn: true });
function compileInCrd(rule: string): void {
  const compiled = compile(rule, crd);
  if (!compiled.ok) throw new Error(compiled.detail.slice(0, 200));
}

/** The functions with which each library processes a rule. Undefined if it cannot. */
const CONTENDERS: readonly {
  readonly name: string;
  readonly parse?: (rule: string) => void;
  readonly check?: (rule: string) => void;
}[] = [
  {
    name: 'kubeadmit, rules of a CRD',
    parse: (rule) => void parse(rule, parsing),
    check: compileInCrd,
  },
  {
    name: 'kubeadmit, expressions of a policy',
    check: (rule) => void compile(rule.replaceAll(/\bself\./g, 'object.'), policy),
  },
  { name: 'cel-js', parse: (rule) => void parseWithCelJs(rule) },
  {
    name: '@marcbachmann/cel-js',
    parse: (rule) => void marcbachmann.parse(rule),
    check: (rule) => void marcbachmann.check(rule),
  },
];

function row(...cells: readonly string[]): void {
  const [first = '', ...rest] = cells;
  process.stdout.write(`${first.padEnd(36)}${rest.map((cell) => cell.padStart(16)).join('')}\n`);
}

function rateText(run: ((rule: string) => void) | undefined): string {
  return run === undefined ? '-' : Math.round(rate(run)).toLocaleString('en');
}

row('rules a second', 'parse', 'parse and check');
for (const { name, parse, check } of CONTENDERS) row(name, rateText(parse), rateText(check));
