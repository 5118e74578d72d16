import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FORMATS } from '../../src/report/format.ts';
import { MINORS, NEWEST_MINOR } from '../../src/server/kubernetes/minors.ts';
import { runIn } from '../cli/fake-host.ts';
import { type Files, gitIn } from '../folders.ts';
import { repeat } from './inputs.ts';

/** A command whose files, or texts in them, grow with a number. */
export interface GrowingCommand {
  readonly name: string;
  /** A number for which the command takes long enough to be measured. */
  readonly n: number;
  readonly args: readonly string[];
  files(n: number): Files;
  /** Makes more of the folder before the command runs. */
  prepare?(folder: string, n: number): void | Promise<void>;
  stdin?(n: number): string;
  env?(folder: string): Readonly<Record<string, string>>;
}

const range = (n: number) => Array.from({ length: n }, (_, i) => i);
const filesOf = (n: number, entry: (i: number) => readonly [string, string]) =>
  Object.fromEntries(range(n).map(entry));
const quota = (i: number, more = '') =>
  `apiVersion: v1\nkind: ResourceQuota\nmetadata: { name: q${i} }\nspec: { hard: { pods: "1" }${more} }\n`;
const quotas = (n: number, more?: string) => repeat(n, (i) => quota(i, more), '---\n');
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
  repeat(
    n,
    (i) => crd(`Kind${i}`, '{ type: object, properties: { a: { type: string } } }'),
    '---\n',
  );
const properties = (n: number, type: string) =>
  `{ type: object, properties: { ${repeat(n, (i) => `p${i}: { type: ${type}, description: "Text ${i}." }`, ', ')} } }`;
const enumOf = (n: number, first: number) =>
  `{ type: string, enum: [${repeat(n, (i) => `v${i + first}`, ', ')}] }`;
const policy = (i: number) => `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: p${i} }
spec:
  matchConstraints:
    resourceRules: [{ apiGroups: [""], apiVersions: [v1], operations: ["*"], resources: [resourcequotas] }]
  validations: [{ expression: 'object.metadata.name != "x"' }]
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: { name: p${i} }
spec: { policyName: p${i}, validationActions: [Deny] }
`;
const policies = (n: number) => repeat(n, policy, '---\n');
const policyOf = (expressions: readonly string[]) =>
  policy(0).replace(
    / {2}validations: .*/,
    () =>
      `  validations:\n${expressions.map((text) => `  - { expression: '${text}' }\n`).join('')}`,
  );
const testsOf = (policyCount: number, testCount: number) => ({
  'p.yaml': policies(policyCount),
  'a.yaml': quota(0),
  't.kubeadmit-test.yaml': `policies: [p.yaml]\ntests:\n${repeat(testCount, (i) => `- { name: t${i}, object: a.yaml, expect: { decision: admitted } }\n`)}`,
});
const deployment = (containers: number, more: (i: number) => string) => `apiVersion: apps/v1
kind: Deployment
metadata: { name: a }
spec:
  selector: { matchLabels: { app: a } }
  template:
    metadata: { labels: { app: a } }
    spec:
      containers:
${repeat(containers, (i) => `      - { name: c${i}, ${more(i)} }\n`)}`;
const wrong = ', hrad: {}';

/** The commands and options that read files, with inputs that grow in one way each. */
export const COMMANDS: readonly GrowingCommand[] = [
  {
    name: 'overrides, and files that each of them is for',
    n: 250,
    files: (n) => ({
      '.kubeadmit.yaml': `overrides:\n${repeat(n, (i) => `- { files: d${i}/**, rules: { webhook: off } }\n`)}`,
      ...filesOf(n, (i) => [`d${i}/a.yaml`, quota(i)]),
    }),
    args: ['.'],
  },
  {
    name: 'patterns of `exclude`, and files',
    n: 250,
    files: (n) => ({
      '.kubeadmit.yaml': `exclude:\n${repeat(n, (i) => `- "**/x${i}*.yaml"\n`)}`,
      ...filesOf(n, (i) => [`d${i}/a.yaml`, quota(i)]),
    }),
    args: ['.'],
  },
  {
    name: 'lines of `.gitignore`, and files',
    n: 250,
    files: (n) => ({
      '.gitignore': repeat(n, (i) => `x${i}/*.yaml\n`),
      ...filesOf(n, (i) => [`d${i}/a.yaml`, quota(i)]),
    }),
    args: ['.'],
  },
  {
    name: 'rules of an extended configuration',
    n: 1000,
    files: (n) => ({
      '.kubeadmit.yaml': 'extends: ./b.yaml\n',
      'b.yaml': `overrides:\n${repeat(n, (i) => `- { files: f${i}, rules: { webhook: off, crd/size: error } }\n`)}`,
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
      gitIn(folder, 'init', '--quiet');
      gitIn(folder, 'add', '.');
      gitIn(folder, 'commit', '--quiet', '--message=all');
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
      'p.yaml': policies(n),
      'a.yaml': quota(0),
    }),
    args: ['admit', '.'],
  },
  {
    name: '`test`: tests',
    n: 100,
    files: (n) => testsOf(1, n),
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
      'p.yaml': policies(n),
    }),
    args: ['cost', 'p.yaml'],
  },
  {
    name: '`suppress`: findings',
    n: 50,
    files: (n) => ({ 'a.yaml': quotas(n, wrong) }),
    args: ['suppress', 'field/unknown', 'a.yaml', '--reason', 'x'],
  },
  {
    name: '`.gitignore` in folders in one another',
    n: 50,
    files: (n) => ({
      ...filesOf(n, (i) => [`${'d/'.repeat(i)}.gitignore`, `x${i}\n`]),
      ...filesOf(n, (i) => [`${'d/'.repeat(i)}a.yaml`, quota(i)]),
    }),
    args: ['.'],
  },
  {
    name: 'overlays of one another, each with a patch',
    n: 25,
    files: (n) => ({
      'o0/a.yaml': deployment(1, () => 'image: a'),
      'o0/kustomization.yaml': 'resources: [a.yaml]\n',
      ...filesOf(n, (i) => [
        `o${i + 1}/kustomization.yaml`,
        `resources: [../o${i}]\npatches:\n- patch: '{ apiVersion: apps/v1, kind: Deployment, metadata: { name: a }, spec: { replicas: ${i} } }'\n`,
      ]),
    }),
    args: ['.'],
  },
  {
    name: '`suppress`: files',
    n: 50,
    files: (n) => filesOf(n, (i) => [`d${i}/a.yaml`, quota(i, wrong)]),
    args: ['suppress', 'field/unknown', '.', '--reason', 'x'],
  },
  {
    name: '`--fix`: files that are written',
    n: 50,
    files: (n) => filesOf(n, (i) => [`d${i}/a.yaml`, quota(i, wrong)]),
    args: ['--fix', '--unsafe-fixes', '.'],
  },
  {
    name: '`--base` of a folder',
    n: 50,
    files: (n) => ({
      ...filesOf(n, (i) => [`old/d${i}/a.yaml`, quota(i)]),
      ...filesOf(n, (i) => [`new/d${i}/a.yaml`, quota(i)]),
    }),
    args: ['--base', 'old', 'new'],
  },
  {
    name: '`--base`, with objects that only one side has',
    n: 100,
    files: (n) => ({
      'old.yaml': quotas(n),
      'new.yaml': quotas(n).replaceAll('name: q', 'name: r'),
    }),
    args: ['--base', 'old.yaml', 'new.yaml'],
  },
  {
    name: '`test --coverage`: policies',
    n: 10,
    files: (n) => testsOf(n, 1),
    args: ['test', '--coverage', '.'],
  },
  {
    name: '`test --coverage`: tests',
    n: 50,
    files: (n) => testsOf(1, n),
    args: ['test', '--coverage', '.'],
  },
  {
    name: '`test --coverage`: policies and tests',
    n: 10,
    files: (n) => testsOf(n, n),
    args: ['test', '--coverage', '.'],
  },
  {
    name: '`admit`: policies and objects',
    n: 25,
    files: (n) => ({ 'p.yaml': policies(n), 'a.yaml': quotas(n) }),
    args: ['admit', '.'],
  },
  {
    name: 'operations of a JSON patch on one object',
    n: 100,
    files: (n) => ({
      'kustomization.yaml': `resources: [a.yaml]
patches:
- target: { kind: ConfigMap }
  patch: |-
${repeat(n, (i) => `    - { op: add, path: /data/k${i}, value: "${i}" }\n`)}`,
      'a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\ndata: { a: b }\n',
    }),
    args: ['.'],
  },
  {
    name: 'operations of a JSON patch on one list',
    n: 100,
    files: (n) => ({
      'kustomization.yaml': `resources: [a.yaml]
patches:
- target: { kind: Service }
  patch: |-
${repeat(n, (i) => `    - { op: add, path: /spec/ports/-, value: { name: p${i}, port: ${i + 1} } }\n`)}`,
      'a.yaml':
        'apiVersion: v1\nkind: Service\nmetadata: { name: a }\nspec: { ports: [{ name: a, port: 80 }] }\n',
    }),
    args: ['.'],
  },
  {
    name: 'JSON patches of one object',
    n: 100,
    files: (n) => ({
      'kustomization.yaml': `resources: [a.yaml]\npatches:\n${repeat(
        n,
        (i) =>
          `- { target: { kind: ConfigMap }, patch: '[{ op: add, path: /data/k${i}, value: "${i}" }]' }\n`,
      )}`,
      'a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\ndata: { a: b }\n',
    }),
    args: ['.'],
  },
  {
    name: 'strategic patches of one object',
    n: 50,
    files: (n) => ({
      'kustomization.yaml': `resources: [a.yaml]\npatches:\n${repeat(n, (i) => `- path: p${i}.yaml\n`)}`,
      ...filesOf(n, (i) => [
        `p${i}.yaml`,
        `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\ndata: { k${i}: "${i}" }\n`,
      ]),
      'a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\ndata: { a: b }\n',
    }),
    args: ['.'],
  },
  {
    name: 'containers of a strategic patch',
    n: 50,
    files: (n) => ({
      'kustomization.yaml': 'resources: [a.yaml]\npatches: [{ path: p.yaml }]\n',
      'p.yaml': deployment(n, () => 'image: b:1'),
      'a.yaml': deployment(n, () => 'image: a:1'),
    }),
    args: ['.'],
  },
  {
    name: 'replacements that read and write one object',
    n: 100,
    files: (n) => ({
      'kustomization.yaml': `resources: [a.yaml]\nreplacements:\n${repeat(
        n,
        (i) =>
          `- { source: { kind: ConfigMap, fieldPath: data.a${i} }, targets: [{ select: { kind: ConfigMap }, fieldPaths: [data.b${i}], options: { create: true } }] }\n`,
      )}`,
      'a.yaml': `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\ndata: { ${repeat(n, (i) => `a${i}: b`, ', ')} }\n`,
    }),
    args: ['.'],
  },
  {
    name: 'manifests in a ConfigMap',
    n: 50,
    files: (n) => ({
      'a.yaml': `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\ndata:\n  a: |\n${quotas(n).replaceAll(/^/gm, '    ')}\n`,
    }),
    args: ['.'],
  },
  {
    name: 'missing resources of a kustomization',
    n: 300,
    files: (n) => ({
      'kustomization.yaml': `resources:\n${repeat(n, (i) => `- missing${i}.yaml\n`)}`,
    }),
    args: ['.'],
  },
  {
    name: 'missing resources of a kustomization, beside as many files',
    n: 100,
    files: (n) => ({
      'kustomization.yaml': `resources:\n${repeat(n, (i) => `- missing${i}.yaml\n`)}`,
      ...filesOf(n, (i) => [`mising${i}.yaml`, quota(i)]),
    }),
    args: ['.'],
  },
  {
    name: '`explain`: a long message',
    n: 1000,
    files: () => ({}),
    args: ['explain', '-'],
    stdin: (n) => 'The Pod "a" is invalid: spec.x: Invalid value: "y": must be z\n'.repeat(n),
  },
  {
    name: '`explain`: a long line',
    n: 1000,
    files: () => ({}),
    args: ['explain', '-'],
    stdin: (n) => 'spec.x: Invalid value: "y": must be z, '.repeat(n),
  },
  {
    name: '`crds list`',
    n: 50,
    files: (n) => ({ 'c.yaml': crds(n) }),
    prepare: async (folder) => {
      await runIn({ cwd: folder }, 'crds', 'add', 'c.yaml');
    },
    args: ['crds', 'list'],
  },
  {
    name: '`crds add`: CRDs of a file',
    n: 50,
    files: (n) => ({ 'c.yaml': crds(n) }),
    args: ['crds', 'add', 'c.yaml'],
  },
  {
    name: '`crds add`: files',
    n: 50,
    files: (n) => filesOf(n, (i) => [`c/k${i}.yaml`, crd(`Kind${i}`, '{ type: object }')]),
    args: ['crds', 'add', 'c'],
  },
  {
    name: '`crds verify`',
    n: 50,
    files: (n) => ({ 'c.yaml': crds(n) }),
    prepare: async (folder) => {
      await runIn({ cwd: folder }, 'crds', 'add', 'c.yaml');
    },
    args: ['crds', 'verify'],
  },
  {
    name: '`cost`: expressions of one policy',
    n: 100,
    files: (n) => ({
      'p.yaml': policyOf(range(n).map((i) => `object.metadata.name != "x${i}"`)),
    }),
    args: ['cost', '--all', 'p.yaml'],
  },
  {
    name: '`cost`: rules of a CRD',
    n: 25,
    files: (n) => ({
      'c.yaml': crd(
        'A',
        `{ type: object, properties: { ${repeat(
          n,
          (i) =>
            `p${i}: { type: string, maxLength: 9, x-kubernetes-validations: [{ rule: "self != 'x${i}'" }] }`,
          ', ',
        )} } }`,
      ),
    }),
    args: ['cost', '--all', 'c.yaml'],
  },
  {
    name: '`example`: required properties',
    n: 100,
    files: (n) => ({
      'crd.yaml': crd(
        'A',
        properties(n, 'string').replace(
          '{ type: object',
          `{ type: object, required: [${repeat(n, (i) => `p${i}`, ', ')}]`,
        ),
      ),
    }),
    args: ['example', 'A', '--crds', 'crd.yaml'],
  },
  {
    name: '`example`: rules',
    n: 10,
    files: (n) => ({
      'crd.yaml': crd(
        'A',
        `{ type: object, required: [${repeat(n, (i) => `p${i}`, ', ')}], properties: { ${repeat(
          n,
          (i) =>
            `p${i}: { type: string, maxLength: 9, x-kubernetes-validations: [{ rule: "self != ''" }] }`,
          ', ',
        )} } }`,
      ),
    }),
    args: ['example', 'A', '--crds', 'crd.yaml'],
  },
  {
    name: '`example`: CRDs',
    n: 50,
    files: (n) => ({ 'crd.yaml': crds(n) }),
    args: ['example', 'Kind0', '--crds', 'crd.yaml'],
  },
  {
    name: '`eval`: elements of a list',
    n: 1000,
    files: (n) => ({
      'a.yaml': `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a, finalizers: [${repeat(n, (i) => `x/f${i}`, ', ')}] }\n`,
    }),
    args: ['eval', 'object.metadata.finalizers.all(f, f.startsWith("x"))', '--object', 'a.yaml'],
  },
  {
    name: '`eval`: values of the result',
    n: 1000,
    files: (n) => ({
      'a.yaml': `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a, finalizers: [${repeat(n, (i) => `x/f${i}`, ', ')}] }\n`,
    }),
    args: ['eval', 'object.metadata.finalizers.map(f, f + "y")', '--object', 'a.yaml'],
  },
  ...FORMATS.map(
    (format): GrowingCommand => ({
      name: `format ${format}: findings`,
      n: 50,
      files: (n) => ({ 'a.yaml': quotas(n, wrong) }),
      args: ['-f', format, 'a.yaml'],
    }),
  ),
  {
    name: 'step summary: findings',
    n: 50,
    files: (n) => ({ 'a.yaml': quotas(n, wrong) }),
    args: ['-f', 'github', 'a.yaml'],
    env: (folder) => ({ GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: join(folder, 'summary.md') }),
  },
  {
    name: 'format sarif: files',
    n: 50,
    files: (n) => filesOf(n, (i) => [`d${i}/a.yaml`, quota(i, wrong)]),
    args: ['-f', 'sarif', '.'],
  },
  {
    name: 'format gitlab: findings of one text',
    n: 50,
    files: (n) => ({
      'a.yaml': repeat(n, () => quota(0, wrong), '---\n'),
    }),
    args: ['-f', 'gitlab', 'a.yaml'],
  },
  {
    name: '`test`: files that name the same policies',
    n: 10,
    files: (n) => ({
      'p.yaml': policies(n),
      ...filesOf(n, (i) => [
        `${i}.kubeadmit-test.yaml`,
        'policies: [p.yaml]\ntests: [{ object: { apiVersion: v1, kind: Secret, metadata: { name: a } }, expect: { decision: admitted } }]\n',
      ]),
    }),
    args: ['test', '.'],
  },
  {
    name: 'findings in what a template was rendered to',
    n: 25,
    files: (n) => ({
      'rendered.yaml': repeat(n, (i) => `---\n# Source: c/templates/a.yaml\n${quota(i, wrong)}`),
      'c/templates/a.yaml': repeat(n, (i) => `---\n${quota(i, wrong)}`),
      'c/Chart.yaml': 'apiVersion: v2\nname: c\nversion: 0.1.0\n',
    }),
    args: ['--rendered-from', 'c', 'rendered.yaml'],
  },
  {
    name: '`--fix`: containers',
    n: 20,
    files: (n) => ({ 'a.yaml': deployment(n, () => 'image: a, commnd: [a]') }),
    args: ['--fix', '--dry-run', '--unsafe-fixes', 'a.yaml'],
  },
  {
    name: '`--fix`: containers with anchors',
    n: 20,
    files: (n) => ({ 'a.yaml': deployment(n, (i) => `image: &i${i} a, commnd: [*i${i}]`) }),
    args: ['--fix', '--dry-run', '--unsafe-fixes', 'a.yaml'],
  },
];
