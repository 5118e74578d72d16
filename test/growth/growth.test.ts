import { afterAll, describe, expect, it } from 'vitest';
import { Patterns } from '../../src/config/patterns.ts';
import { readConfig } from '../../src/config/read-config.ts';
import { ConfiguredRules } from '../../src/config/rule-levels.ts';
import { initTests } from '../../src/features/policy-tests/init/init-tests.ts';
import { lint } from '../../src/lint/lint.ts';
import type { Source } from '../../src/lint/read/source.ts';
import { NEWEST_MINOR } from '../../src/server/kubernetes/minors.ts';
import { type Files, sourcesOf } from '../project/memory-project.ts';
import { budgets, crds, customResources, GROWING, type Growing } from './inputs.ts';
import { WorkCounter } from './work.ts';

/** Inputs whose work once grew faster than they did. `scripts/bench/growth.ts` measures the times of all of them. */
const ONCE_SLOW: readonly string[] = [
  'plain lines after what cannot be read',
  'blank lines after what cannot be read',
  'TAG directives',
  'keys given twice',
  'suppressions',
  'unknown fields at the top',
  'quantities that are not valid',
  'rules of a webhook',
  'rules of a webhook for built-in resources',
  'selectable fields',
  'variables of a policy',
];

/** The work that compares all objects with each other. Reading the input hides the number of comparisons here. */
const COMPARED: readonly string[] = [
  'limits and quotas of namespaces',
  'pods and their accounts',
  'policies, bindings and params',
  'webhooks and their Services',
  'Services, budgets and network policies of pods',
  'Services that select all pods',
  'budgets that select all pods',
  'Ingresses and their Services',
  'Ingresses and Services of one name',
  'webhooks and Services of one name',
  'autoscalers',
  'autoscalers of one name',
  'mounts of volumes',
  'flow schemas and priority levels',
  'flow schemas for users and resources',
  'rules of two flow schemas',
  'containers and limit ranges',
  'files of a projected volume at one path',
  'keys that a ConfigMap does not have',
  'suppressions of webhooks',
  'policies and the labels of objects',
  'rules of a policy and of its binding',
  'flow schemas of one name',
  'documents with suppressions',
  'policies of a List',
  'CRDs and resources of two Lists',
  'placeholders of a List',
  'groups, versions and resources of a rule',
];

/** Names that are compared with as many others, up to a limit. */
const COMPARED_UP_TO_A_LIMIT: readonly string[] = [
  'mounts of missing volumes',
  'accounts that are missing beside others',
  'misspelled properties',
  'Services and budgets that select no pods',
  'webhooks for pods that all pods serve',
  'clients of a Service of all pods, and policies',
];

/** The most work for 100 names. It is several times as much if all of them are compared. */
const MOST_WORK_OF_NAMES = 10_000_000;

const counter = new WorkCounter();
afterAll(() => counter.stop());

/**
 * The ratio of the work of two equal additions of input, of which the second follows the first. It is 2 if the work is
 * linear, and 4 if it is quadratic.
 */
function growth(work: (n: number) => void): number {
  // The first run makes tables.
  work(5);
  const [first = 0, second = 0, third = 0] = [50, 100, 200].map((n) => counter.of(() => work(n)));
  return (third - second) / (second - first);
}

function fastGrowing(work: (n: number) => void): readonly string[] {
  return counter.fastGrowing(work, 50);
}

function check(make: Growing): (n: number) => void {
  return (n) => lint([{ name: 'a.yaml', content: make(n) }], { pedantic: true });
}

describe('the work grows no faster than the input', () => {
  it.each(ONCE_SLOW)('for %s', (name) => {
    expect(growth(check(inputOf(name)))).toBeLessThan(3);
  });

  it.each(COMPARED)('for %s', (name) => {
    expect(fastGrowing(check(inputOf(name)))).toEqual([]);
  });

  it.each(COMPARED_UP_TO_A_LIMIT)('for %s', (name) => {
    expect(counter.fastGrowing(check(inputOf(name)), 310, 2)).toEqual([]);
  });

  it('for updates of a List', () => {
    const update = (n: number) => lint([listFile(budgets(n))], { base: [listFile(budgets(n))] });
    expect(fastGrowing(update)).toEqual([]);
  });

  it('for updates of objects of one name', () => {
    const states = (n: number) => filesOf(n, () => budgets(1));
    expect(fastGrowing((n) => lint(states(n), { base: states(n) }))).toEqual([]);
  });

  it('for resources that no copy of their CRD accepts', () => {
    const charts = (n: number) => [
      ...filesOf(n, () => crds(1)),
      ...filesOf(n, () => customResources(1).replace('spec: a', 'spec: 1'), 'resource.yaml'),
    ];
    expect(fastGrowing((n) => lint(charts(n)))).toEqual([]);
  });

  it.each<[string, (i: number) => string]>([
    ['names', (i) => `file-${i}.yaml`],
    ['folders', (i) => `folder-${i}/**`],
    ['beginnings of names', (i) => `**/file-${i}-*.yaml`],
    ['parts of names', (i) => `*${i}-x*`],
    ['nothing else', () => '**'],
  ])('for files and overrides for %s', (_, patternOf) => {
    const decide = (n: number) => {
      const text = range(n).map(
        (i) => `- { files: ${JSON.stringify(patternOf(i))}, rules: { webhook: off } }\n`,
      );
      const { layer } = readConfig(`overrides:\n${text.join('')}`, 'a');
      const levels = new ConfiguredRules({ file: 'a', layers: [layer] });
      for (const i of range(n)) levels.levelsFor(`folder-${i}/file-${i}-x.yaml`);
    };
    expect(fastGrowing(decide)).toEqual([]);
  });

  it('for misspelled rules of a configuration, of which few are like those that are known', () => {
    const read = (n: number) =>
      readConfig(
        `rules:\n${range(n)
          .map((i) => `  webhook/timeou${i}: off\n`)
          .join('')}`,
        'a',
      );
    // Each name is compared letter by letter with the similar ones only, not with some thousand rules.
    expect(counter.of(() => read(100))).toBeLessThan(MOST_WORK_OF_NAMES);
  });

  it('for files and patterns of files that are left out', () => {
    const decide = (n: number) => {
      const patterns = new Patterns(range(n).map((i) => `/folder-${i}/*.yaml`));
      for (const i of range(n)) patterns.match(`folder-${i}/file.yaml`);
    };
    expect(fastGrowing(decide)).toEqual([]);
  });

  it('for policies that have each a param, an annotation and an objection', () => {
    const object = listFile(QUOTA);
    const decide = (n: number) => lint([object], policiesOf(n));
    expect(counter.fastGrowing(decide, 25)).toEqual([]);
  });

  it('for tests of a policy with many alternatives', () => {
    const options = {
      minor: NEWEST_MINOR,
      kubernetesVersion: undefined,
      relativePath: (file: string) => file,
    };
    const make = (n: number) => initTests([listFile(policyWithAlternatives(n))], options);
    expect(fastGrowing(make)).toEqual([]);
  });

  it.each<[string, string, (i: number) => string]>([
    ['members', 'data: { a: b }', (i) => `{ op: add, path: /data/k${i}, value: a }`],
    ['wrong members', 'data: { a: b }', (i) => `{ op: add, path: /dta${i}, value: a }`],
  ])('for operations of a patch that add %s to an object', (_, data, operation) => {
    const build = (n: number) => {
      const operations = range(n).map((i) => `    - ${operation(i)}\n`);
      const patch = `- target: { kind: ConfigMap }\n  patch: |\n${operations.join('')}`;
      lint(sourcesOf(kustomizationOf(data, `patches:\n${patch}`)));
    };
    expect(fastGrowing(build)).toEqual([]);
  });

  it('for resources of a kustomization', () => {
    const build = (n: number) => {
      const names = range(n).map((i) => `c${i}.yaml`);
      const files = names.map((name) => [name, kustomizationOf('', '')['a.yaml'] ?? '']);
      const resources = names.map((name) => `- ${name}\n`).join('');
      const kustomization = { 'kustomization.yaml': `resources:\n${resources}` };
      lint(sourcesOf({ ...Object.fromEntries(files), ...kustomization }));
    };
    // The project in memory reads the kustomization again for each file of its folder.
    const compared = fastGrowing(build).filter((name) => name.includes('/kustomizations/'));
    expect(compared).toEqual([]);
  });

  it('for a chain of kustomizations that each add an object and patch it', () => {
    const build = (n: number) => {
      const objects = sourcesOf(
        Object.assign(
          {},
          ...range(n).map((i) => ({
            [`o${i}/a.yaml`]: `{ apiVersion: v1, kind: ConfigMap, metadata: { name: a${i} } }`,
            [`o${i}/kustomization.yaml`]: `resources: [a.yaml${i > 0 ? `, ../o${i - 1}` : ''}]
patches: [{ patch: "{ apiVersion: v1, kind: ConfigMap, metadata: { name: a${i} }, data: { a: b } }" }]
`,
          })),
        ),
      );
      lint(objects);
    };
    // Up to the most kustomizations that include each other, each object is one of all kustomizations above it.
    expect(counter.fastGrowing(build, 100)).toEqual([]);
  });

  it('for replacements that read and write one object', () => {
    const replacement = (i: number) =>
      `- { source: { kind: ConfigMap, fieldPath: data.a${i} }, targets: [{ select: { kind: ConfigMap }, fieldPaths: [data.b${i}], options: { create: true } }] }\n`;
    const build = (n: number) => {
      const data = `data: { ${range(n).map((i) => `a${i}: b`)} }`;
      const replacements = range(n).map(replacement).join('');
      lint(sourcesOf(kustomizationOf(data, `replacements:\n${replacements}`)));
    };
    // For each source, the changes before it are looked through. They are not made again.
    const written = fastGrowing(build).filter((name) => name.includes('/replacement.'));
    expect(written).toEqual([]);
  });

  it('for manifests in a ConfigMap', () => {
    const read = (n: number) => {
      const manifests = budgets(n).replaceAll(/^/gm, '    ');
      const head = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\ndata:\n  a: |\n';
      lint([listFile(head + manifests)]);
    };
    expect(fastGrowing(read)).toEqual([]);
  });

  it('for the resources of a List of CRDs', () => {
    const use = (n: number) => lint([listFile(customResources(n))], { crds: [listFile(crds(n))] });
    expect(fastGrowing(use)).toEqual([]);
  });
});

function range(n: number): readonly number[] {
  return Array.from({ length: n }, (_, i) => i);
}

/** A file in each of some folders. */
function filesOf(n: number, contentOf: () => string, name = 'a.yaml'): readonly Source[] {
  return Array.from({ length: n }, (_, i) => ({ name: `${i}/${name}`, content: contentOf() }));
}

/** The files of a kustomization with a ConfigMap. */
function kustomizationOf(data: string, changes: string): Files {
  return {
    'a.yaml': `{ apiVersion: v1, kind: ConfigMap, metadata: { name: a }, ${data} }`,
    'kustomization.yaml': `resources: [a.yaml]\n${changes}`,
  };
}

function listFile(content: string): Source {
  return { name: 'a.yaml', content };
}

/** A policy with its binding, whose expression has n alternatives. */
function policyWithAlternatives(n: number): string {
  const names = Array.from({ length: n }, (_, i) => `object.metadata.name == 'team-${i}'`);
  return `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: a }
spec:
  matchConstraints:
    resourceRules:
    - { apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [configmaps] }
  validations:
  - expression: "${names.join(' || ')}"
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: { name: a }
spec: { policyName: a, validationActions: [Deny] }
`;
}

const QUOTA =
  'apiVersion: v1\nkind: ResourceQuota\nmetadata: { name: a, namespace: a }\nspec: {}\n';

/** Policies that object to a quota, each with a binding, a param and an audit annotation. */
function policiesOf(n: number): { readonly policies: readonly Source[] } {
  const policies = range(n).map(
    (i) => `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: p${i} }
spec:
  paramKind: { apiVersion: v1, kind: ConfigMap }
  matchConstraints:
    resourceRules:
    - { apiGroups: [''], apiVersions: [v1], operations: ['*'], resources: [resourcequotas] }
  validations: [{ expression: object.metadata.name == params.metadata.name }]
  auditAnnotations: [{ key: a, valueExpression: object.metadata.name }]
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: { name: p${i} }
spec:
  policyName: p${i}
  paramRef: { name: p${i}, namespace: a, parameterNotFoundAction: Deny }
  validationActions: [Deny]
---
apiVersion: v1
kind: ConfigMap
metadata: { name: p${i}, namespace: a }
`,
  );
  return { policies: [{ name: 'policies.yaml', content: policies.join('---\n') }] };
}

function inputOf(name: string): Growing {
  const make = GROWING.get(name);
  if (make === undefined) throw new Error(`there is no input ${name}`);
  return make;
}

describe('the growth of work', () => {
  it('is 2 where it is linear', () => {
    expect(growth((n) => count(n * 100))).toBeCloseTo(2, 1);
  });

  it('is 4 where it is quadratic', () => {
    expect(growth((n) => count(n * n))).toBeCloseTo(4, 1);
  });
});

function count(n: number): number {
  let counted = 0;
  for (let i = 0; i < n; i++) counted += i;
  return counted;
}
