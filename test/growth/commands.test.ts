import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runIn } from '../cli/fake-host.ts';
import type { Files } from '../folders.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { WorkCounter } from './work.ts';

/** The work with a limit of its own: on edits of texts, on decisions of policies, and on lines of templates. */
const LIMITED = /compare-lines|rule-entries|server\/admission|template-line/;

const counter = new WorkCounter();
afterAll(() => counter.stop());

const range = (n: number) => Array.from({ length: n }, (_, i) => i);
const repeat = (n: number, part: (i: number) => string) => range(n).map(part).join('');
const files = (n: number, entry: (i: number) => readonly [string, string]) =>
  Object.fromEntries(range(n).map(entry));

const quota = (i: number) =>
  `apiVersion: v1\nkind: ResourceQuota\nmetadata: { name: q${i} }\nspec: { hrad: {} }\n`;

const policies = (n: number) =>
  repeat(
    n,
    (i) => `---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: p${i} }
spec:
  matchConstraints:
    resourceRules: [{ apiGroups: [""], apiVersions: [v1], operations: ["*"], resources: [services] }]
  validations: [{ expression: "object.metadata.name != 'x'" }]
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: { name: p${i} }
spec: { policyName: p${i}, validationActions: [Deny] }
`,
  );

const crdOf = (values: readonly string[]) => `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: as.example.com }
spec:
  group: example.com
  names: { plural: as, singular: a, kind: A, listKind: AList }
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    schema: { openAPIV3Schema: { type: object, properties: { a: { type: string, enum: [${values}] } } } }
`;

const deployment = (n: number, container: (i: number) => string) => `apiVersion: apps/v1
kind: Deployment
metadata: { name: a }
spec:
  selector: { matchLabels: { app: a } }
  template:
    metadata: { labels: { app: a } }
    spec:
      containers:
${repeat(n, (i) => `      - ${container(i)}\n`)}`;

interface Case {
  readonly few: number;
  files(n: number): Files;
  readonly args: readonly string[];
}

/** Files and commands whose time once grew faster than they did. */
const ONCE_SLOW: Readonly<Record<string, Case>> = {
  'test files that name the same policies': {
    few: 10,
    files: (n) => ({
      'p.yaml': policies(n),
      ...files(n, (i) => [
        `${i}.kubeadmit-test.yaml`,
        `policies: [p.yaml]\ntests: [{ object: ${JSON.stringify({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a' } })}, expect: { decision: admitted } }]\n`,
      ]),
    }),
    args: ['test', '.'],
  },
  'values of an enum that change': {
    few: 100,
    files: (n) => ({
      'old.yaml': crdOf(range(n).map((i) => `v${i}`)),
      'new.yaml': crdOf(range(n).map((i) => `v${i + 1}`)),
    }),
    args: ['diff', 'old.yaml', 'new.yaml'],
  },
  'findings in what a template was rendered to': {
    few: 25,
    files: (n) => ({
      'rendered.yaml': repeat(n, (i) => `---\n# Source: c/templates/a.yaml\n${quota(i)}`),
      'c/templates/a.yaml': repeat(n, (i) => `---\n${quota(i)}`),
      'c/Chart.yaml': 'apiVersion: v2\nname: c\nversion: 0.1.0\n',
    }),
    args: ['--rendered-from', 'c', 'rendered.yaml'],
  },
  'fixes of containers': {
    few: 20,
    files: (n) => ({ 'a.yaml': deployment(n, (i) => `{ name: c${i}, image: a, commnd: [a] }`) }),
    args: ['--fix', '--dry-run', '--unsafe-fixes', 'a.yaml'],
  },
  'fixes beside anchors': {
    few: 20,
    files: (n) => ({
      'a.yaml': deployment(n, (i) => `{ name: c${i}, image: &i${i} a, commnd: [*i${i}] }`),
    }),
    args: ['--fix', '--dry-run', '--unsafe-fixes', 'a.yaml'],
  },
};

describe('the work of commands grows no faster than the files', () => {
  it.each(Object.entries(ONCE_SLOW))('for %s', async (_, { few, files: make, args }) => {
    const work = async (n: number) => {
      const cwd = temporaryFolder(make(n));
      mkdirSync(join(cwd, '.git'), { recursive: true });
      const { code, stdout } = await runIn({ cwd }, ...args);
      expect([code, stdout.length > 0]).not.toEqual([2, false]);
    };
    const growing = await counter.fastGrowingSteps(work, few);
    expect(growing.filter((name) => !LIMITED.test(name))).toEqual([]);
  });
});
