// Measures how many CEL rules are parsed and checked a second on one core, beside the libraries on npm:
//   node scripts/run.mjs scripts/bench-cel.ts [SECONDS]
// The libraries parse (cel-js checks nothing; @marcbachmann/cel-js checks with its own types).
import { Environment as MarcbachmannEnvironment } from '@marcbachmann/cel-js';
import { parse as parseWithCelJs } from 'cel-js';
import { compile } from '../src/cel/kubernetes/compile.ts';
import type { Context } from '../src/cel/kubernetes/environments.ts';
import { SchemaTypes, SelfTypes } from '../src/cel/kubernetes/schema-types.ts';
import type { StructuralSchema } from '../src/crd/structural.ts';

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
  const type = new SchemaTypes('1.36').typeOf(SCHEMA);
  if (type === undefined) throw new Error('the schema has a CEL type');
  return { place: 'crd', minor: '1.36', self: new SelfTypes(type, true) };
}

function measure(name: string, run: (rule: string) => void): void {
  for (let times = 0; times < 300; times++) for (const rule of RULES) run(rule);
  const start = performance.now();
  let rules = 0;
  while (performance.now() - start < seconds * 1000) {
    for (const rule of RULES) run(rule);
    rules += RULES.length;
  }
  const rate = Math.round((rules / (performance.now() - start)) * 1000);
  process.stdout.write(`${name.padEnd(40)} ${rate.toLocaleString('en')} rules/s\n`);
}

const crd = crdContext();
measure('kubeadmit, compile in a CRD', (rule) => {
  const compiled = compile(rule, crd);
  if (!compiled.ok) throw new Error(`${rule}: ${compiled.detail}`);
});
const policy: Context = { place: 'vap-variable', minor: '1.36' };
measure('kubeadmit, compile in a policy', (rule) => {
  compile(rule.replaceAll('self.', 'object.').replaceAll('oldSelf', 'oldObject'), policy);
});
measure('cel-js, parse only', (rule) => {
  parseWithCelJs(rule);
});
const marcbachmann = new MarcbachmannEnvironment({ unlistedVariablesAreDyn: true });
measure('@marcbachmann/cel-js, parse only', (rule) => {
  marcbachmann.parse(rule);
});
measure('@marcbachmann/cel-js, parse and check', (rule) => {
  marcbachmann.check(rule);
});

for (const terms of [10, 100, 1000, 4000]) {
  const rule = Array.from({ length: terms }, (_, index) => `self.replicas > ${index}`).join(' && ');
  const times = Math.ceil(20_000 / terms);
  const start = performance.now();
  for (let time = 0; time < times; time++) compile(rule, crd);
  const each = ((performance.now() - start) / times / terms) * 1000;
  process.stdout.write(`${terms} terms: ${each.toFixed(2)} microseconds a term\n`);
}
