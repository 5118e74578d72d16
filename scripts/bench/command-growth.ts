// Measures how the CPU time of commands and options grows with their input: at n, 2n, 4n and 8n.
//   npm run bench -- command-growth [--only PATTERN]
// Prints a table for docs/reliability.md. The exponent is log8 of the time at 8n in times at n; 1 is
// linear, 2 quadratic. Exits with 1 where one is above 1.2.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { MINORS, NEWEST_MINOR } from '../../src/server/kubernetes/minors.ts';
import { runIn } from '../../test/cli/fake-host.ts';
import { makeFolder, removeFolder } from '../../test/cli/folder.ts';
import { cpuTime } from '../cpu-time.ts';
import { measureGrowth } from './measure-growth.ts';

const { values } = parseArgs({ options: { only: { type: 'string' } } });

/** The files of an input, and the command line. */
interface Case {
  readonly name: string;
  readonly n: number;
  files(n: number): Readonly<Record<string, string>>;
  readonly args: readonly string[];
  /** Makes more of the folder before the command is measured. */
  prepare?(folder: string, n: number): void;
}

const HIGHEST = 1.2;

const range = (n: number) => Array.from({ length: n }, (_, i) => i);
const filesOf = (n: number, entry: (i: number) => readonly [string, string]) =>
  Object.fromEntries(range(n).map(entry));
const quota = (i: number, more = '') =>
  `apiVersion: v1\nkind: ResourceQuota\nmetadata: { name: q${i} }\nspec: { hard: { pods: "1" }${more} }\n`;
const quotas = (n: number, more?: string) =>
  range(n)
    .map((i) => quota(i, more))
    .join('---\n');
const crd = (kind: string, schema: string) => `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: ${kind.toLowerCase()}s.example.com }
spec:
  group: example.com
  names: { plural: ${kind.toLowerCase()}s, singular: ${kind.toLowerCase()}, kind: ${kind}, listKind: ${kind}List }
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    schema: { openAPIV3Schema: { type: object, properties: { spec: ${schema} } } }
`;
const crds = (n: number) =>
  range(n)
    .map((i) => crd(`Kind${i}`, '{ type: object, properties: { a: { type: string } } }'))
    .join('---\n');
const properties = (n: number, type: string) =>
  `{ type: object, properties: { ${range(n)
    .map((i) => `p${i}: { type: ${type}, description: "Text ${i}." }`)
    .join(', ')} } }`;
const enumOf = (n: number, first: number) =>
  `{ type: string, enum: [${range(n)
    .map((i) => `v${i + first}`)
    .join(', ')}] }`;
const policy = (
  i: number,
  expression = 'object.metadata.name != "x"',
) => `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: p${i} }
spec:
  matchConstraints:
    resourceRules: [{ apiGroups: [""], apiVersions: [v1], operations: ["*"], resources: [resourcequotas] }]
  validations: [{ expression: '${expression}' }]
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: { name: p${i} }
spec: { policyName: p${i}, validationActions: [Deny] }
`;
const wrong = ', hrad: {}';

const CASES: readonly Case[] = [
  {
    name: 'overrides, and files that each of them is for',
    n: 250,
    files: (n) => ({
      '.kubeadmit.yaml': `overrides:\n${range(n)
        .map((i) => `- { files: d${i}/**, rules: { webhook: off } }\n`)
        .join('')}`,
      ...filesOf(n, (i) => [`d${i}/a.yaml`, quota(i)]),
    }),
    args: ['.'],
  },
  {
    name: 'patterns of `exclude`, and files',
    n: 250,
    files: (n) => ({
      '.kubeadmit.yaml': `exclude:\n${range(n)
        .map((i) => `- "**/x${i}*.yaml"\n`)
        .join('')}`,
      ...filesOf(n, (i) => [`d${i}/a.yaml`, quota(i)]),
    }),
    args: ['.'],
  },
  {
    name: 'lines of `.gitignore`, and files',
    n: 250,
    files: (n) => ({
      '.gitignore': range(n)
        .map((i) => `x${i}/*.yaml\n`)
        .join(''),
      ...filesOf(n, (i) => [`d${i}/a.yaml`, quota(i)]),
    }),
    args: ['.'],
  },
  {
    name: 'rules of an extended configuration',
    n: 1000,
    files: (n) => ({
      '.kubeadmit.yaml': 'extends: ./b.yaml\n',
      'b.yaml': `overrides:\n${range(n)
        .map((i) => `- { files: f${i}, rules: { webhook: off, crd/size: error } }\n`)
        .join('')}`,
      'a.yaml': quota(0),
    }),
    args: ['a.yaml'],
  },
  {
    name: '`--base` of a file',
    n: 200,
    files: (n) => ({ 'old.yaml': quotas(n), 'new.yaml': quotas(n) }),
    args: ['--base', 'old.yaml', 'new.yaml'],
  },
  {
    name: '`--since`, with files that have changed',
    n: 50,
    files: (n) => filesOf(n, (i) => [`d${i}/a.yaml`, quota(i, wrong)]),
    prepare: (folder, n) => {
      const git = (...args: readonly string[]) =>
        execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
          cwd: folder,
        });
      git('init', '--quiet');
      git('add', '.');
      git('commit', '--quiet', '--message=all');
      for (const i of range(n)) {
        writeFileSync(join(folder, `d${i}/a.yaml`), `# changed\n${quota(i, wrong)}`);
      }
    },
    args: ['--since', 'HEAD', '.'],
  },
  {
    name: '`--baseline`',
    n: 100,
    files: (n) => ({ 'a.yaml': quotas(n, wrong) }),
    args: ['--write-baseline', '--baseline', 'known.json', 'a.yaml'],
  },
  {
    name: 'CRDs of an archive',
    n: 50,
    files: (n) => ({
      ...filesOf(n, (i) => [`c/k${i}.yaml`, crd(`Kind${i}`, '{ type: object }')]),
      'a.yaml': quota(0),
    }),
    prepare: (folder) => {
      execFileSync('tar', ['-czf', 'crds.tgz', 'c'], { cwd: folder });
    },
    args: ['--crds', 'crds.tgz', 'a.yaml'],
  },
  {
    name: '`--fix`',
    n: 50,
    files: (n) => ({ 'a.yaml': quotas(n, wrong) }),
    args: ['--fix', '--dry-run', '--unsafe-fixes', 'a.yaml'],
  },
  {
    name: '`admit`: objects',
    n: 200,
    files: (n) => ({ 'p.yaml': policy(0), 'a.yaml': quotas(n) }),
    args: ['admit', '.'],
  },
  {
    name: '`admit`: policies',
    n: 50,
    files: (n) => ({
      'p.yaml': range(n)
        .map((i) => policy(i))
        .join('---\n'),
      'a.yaml': quota(0),
    }),
    args: ['admit', '.'],
  },
  {
    name: '`test`: tests',
    n: 100,
    files: (n) => ({
      'p.yaml': policy(0),
      'a.yaml': quota(0),
      't.kubeadmit-test.yaml': `policies: [p.yaml]\ntests:\n${range(n)
        .map((i) => `- { name: t${i}, object: a.yaml, expect: { decision: admitted } }\n`)
        .join('')}`,
    }),
    args: ['test', '.'],
  },
  {
    name: '`diff`: CRDs',
    n: 25,
    files: (n) => ({ 'old.yaml': crds(n), 'new.yaml': crds(n).replaceAll('string', 'integer') }),
    args: ['diff', 'old.yaml', 'new.yaml'],
  },
  {
    name: '`diff`: values of an enum',
    n: 1000,
    files: (n) => ({ 'old.yaml': crd('A', enumOf(n, 0)), 'new.yaml': crd('A', enumOf(n, 1)) }),
    args: ['diff', 'old.yaml', 'new.yaml'],
  },
  {
    name: '`diff`: properties',
    n: 50,
    files: (n) => ({
      'old.yaml': crd('A', properties(n, 'string')),
      'new.yaml': crd('A', properties(n, 'integer')),
    }),
    args: ['diff', 'old.yaml', 'new.yaml'],
  },
  {
    name: '`example --full`: properties',
    n: 500,
    files: (n) => ({ 'crd.yaml': crd('A', properties(n, 'string')) }),
    args: ['example', 'A', '--crds', 'crd.yaml', '--full'],
  },
  {
    name: '`upgrade`: objects',
    n: 100,
    files: (n) => ({ 'a.yaml': quotas(n) }),
    args: ['upgrade', MINORS[0], NEWEST_MINOR, 'a.yaml'],
  },
  {
    name: '`cost`: expressions',
    n: 50,
    files: (n) => ({
      'p.yaml': range(n)
        .map((i) => policy(i))
        .join('---\n'),
    }),
    args: ['cost', 'p.yaml'],
  },
  {
    name: '`suppress`: findings',
    n: 50,
    files: (n) => ({ 'a.yaml': quotas(n, wrong) }),
    args: ['suppress', 'field/unknown', 'a.yaml', '--reason', 'x'],
  },
];

/** The CPU time of a run in milliseconds, without what is done before it. */
async function timeOf({ files, prepare, args }: Case, n: number): Promise<number> {
  const folder = makeFolder(files(n));
  mkdirSync(join(folder, '.git'));
  prepare?.(folder, n);
  const before = cpuTime();
  await runIn({ cwd: folder }, ...args);
  const time = cpuTime() - before;
  removeFolder(folder);
  return time;
}

let highest = 0;
console.log('| input | n | ms at n | 2n | 4n | 8n | exponent |');
console.log('| --- | --- | --- | --- | --- | --- | --- |');
for (const one of CASES) {
  if (values.only !== undefined && !new RegExp(values.only).test(one.name)) continue;
  // The first runs compile the code.
  for (const n of [1, one.n, one.n]) await timeOf(one, n);
  const { times, exponent } = await measureGrowth(one.n, (n) => timeOf(one, n));
  highest = Math.max(highest, exponent);
  const cells = times.map((time) => time.toFixed(0));
  console.log(`| ${one.name} | ${one.n} | ${cells.join(' | ')} | ${exponent.toFixed(2)} |`);
}
process.exitCode = highest > HIGHEST ? 1 : 0;
