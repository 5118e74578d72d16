import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LONG_TEXT } from '../../src/base/steps.ts';
import { Project } from '../../src/hosts/node/project.ts';
import { lint } from '../../src/lint/lint.ts';
import type { LintOptions } from '../../src/lint/options.ts';
import type { Source } from '../../src/lint/read/source.ts';
import { SourceStore } from '../../src/lint/source-store.ts';
import type { Report } from '../../src/result/report.ts';
import { crdYaml } from '../crd-yaml.ts';
import { numbersFrom } from '../hosts/language-server/random-editing.ts';

const FIXTURES = join(import.meta.dirname, '../../fixtures');

/** The manifests in a folder of fixtures, with the folders around them. */
function sourcesIn(folder: string): readonly Source[] {
  const top = join(FIXTURES, folder);
  const project = new Project();
  return (
    readdirSync(top, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.ya?ml$/.test(name))
      // Evaluating expressions up to the limits of their costs takes seconds.
      .filter((name) => !/budget|cost/.test(name))
      .sort()
      .map((name) => ({
        name: `${folder}/${name}`,
        content: readFileSync(join(top, name), 'utf8'),
        surroundings: project.surroundingsOf(join(top, name), top),
      }))
  );
}

/** A text with a random change of one of its lines. */
function edited(text: string, below: (limit: number) => number, others: readonly string[]): string {
  const lines = text.split('\n');
  const at = below(lines.length);
  const line = lines[at] ?? '';
  const column = below(line.length + 1);
  const other = others[below(others.length)] ?? '';
  const edits: readonly (() => readonly string[])[] = [
    () => [],
    () => [line, line],
    () => [line.slice(0, below(line.length + 1))],
    () => [` ${line}`],
    () => [line.slice(0, column) + line.slice(column + 1)],
    () => [`${line.slice(0, column)}x${line.slice(column)}`],
    () => [line.replace(/\d+/, (digits) => String(Number(digits) + 1))],
    () => [line.replace(/: \S+$/, ': changed')],
    () => [line, '---', ...other.split('\n'), '---'],
  ];
  const edit = edits[below(edits.length)];
  return lines.toSpliced(at, 1, ...(edit?.() ?? [])).join('\n');
}

/** A report as data, with the texts of the files with findings. */
function dataOf({ texts, ...report }: Report) {
  return { ...report, texts: report.findings.map(({ file }) => texts.get(file)) };
}

const BASE = sourcesIn('installations/update');

describe.each<readonly [string, readonly Source[], LintOptions]>([
  ['layouts', sourcesIn('layouts'), {}],
  ['references', sourcesIn('installations/reference'), { pedantic: true }],
  ['custom resources', sourcesIn('conformance/customresource').slice(0, 11), {}],
  [
    'objects with policies and CRDs',
    sourcesIn('demo'),
    {
      crds: sourcesIn('conformance/customresource').slice(0, 3),
      policies: sourcesIn('conformance/admission').slice(0, 8),
    },
  ],
  ['base', BASE, { base: BASE, kubernetesVersions: ['1.30', '1.31'] }],
])('random edits of %s', (_, sources, options) => {
  it('give the same reports as a run from nothing', () => {
    const below = numbersFrom(1);
    const store = new SourceStore(options);
    const current = new Map(sources.map((source) => [source.name, source]));
    for (const source of sources) store.set(source);
    const contents = sources.map(({ content }) => String(content));
    for (let round = 0; round < 8; round++) {
      expect(dataOf(store.report())).toEqual(dataOf(lint(current.values(), options)));
      const source = [...current.values()][below(current.size)];
      if (source === undefined) break;
      if (below(6) === 0) {
        store.delete(source.name);
        current.delete(source.name);
        continue;
      }
      const changed = { ...source, content: edited(String(source.content), below, contents) };
      store.set(changed);
      current.set(source.name, changed);
    }
  });
});

it('gives the same report on a long text after each edit', () => {
  const properties = Array.from(
    { length: 1500 },
    (_, index) => `
                field${index}:
                  type: string
                  description: The field with the number ${index}.`,
  ).join('');
  const schema = `
          type: object
          properties:
            spec:
              type: object
              properties:${properties}`;
  const crd = crdYaml(schema);
  const below = numbersFrom(3);
  const store = new SourceStore();
  const words = [
    'string',
    'strin',
    'type',
    'typo',
    '.',
    ': ',
    'pattern: "("',
    'default: 1',
    'x-kubernetes-validations: [{ rule: "self" }]',
  ];
  let content = crd;
  for (let round = 0; round < 25; round++) {
    const source = { name: 'crd.yaml', content };
    store.set(source);
    expect(dataOf(store.report())).toEqual(dataOf(lint([source])));
    const lines = content.split('\n');
    const at = below(lines.length);
    const word = words[below(words.length)] ?? '';
    const line = lines[at] ?? '';
    lines[at] =
      below(2) === 0
        ? line.replace(/[^ ]+$/, word)
        : line.replace(/[^ ].*$/, `$&\n${line.replace(/[^ ].*$/, word)}`);
    // Half of the edits are made on a valid text.
    content = below(2) === 0 ? crd : lines.join('\n');
  }
});

describe('a source of many characters', () => {
  const map = (index: number) =>
    `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: map-${index} }\ndata: { text: ${'x'.repeat(500)} }\n`;
  const maps = Array.from({ length: 200 }, (_, index) => map(index));
  const listOf = (items: readonly string[]) =>
    `apiVersion: v1\nkind: List\nitems:\n${items.map((item) => `- ${item.trim().replaceAll('\n', '\n  ')}\n`).join('')}`;
  const single = map(0).replace('xx', 'x'.repeat(LONG_TEXT));

  it.each([
    ['documents', maps.join('---\n'), maps.length],
    ['items of a List', listOf(maps), maps.length],
    ['rules on one object', single, 15],
  ])('is checked in steps: %s', (_, content, least) => {
    const store = new SourceStore();
    store.set({ name: 'long.yaml', content });
    expect([...store.reportInSteps()].length).toBeGreaterThan(least);
  });

  it('gives the same report when it becomes one document and several again', () => {
    const store = new SourceStore();
    for (const content of [single, `${single}---\n${map(1)}`, single, `${map(1)}---\n${single}`]) {
      const source = { name: 'long.yaml', content };
      store.set(source);
      expect(dataOf(store.report())).toEqual(dataOf(lint([source])));
    }
  });
});

it('reads only the source that has changed', () => {
  const read: string[] = [];
  const watched = (name: string, replicas: number): Source => ({
    name,
    get content() {
      read.push(name);
      return `apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: { name: ${name} }\nspec: { maxUnavailable: ${replicas} }\n`;
    },
  });
  const store = new SourceStore({ base: [watched('base', 1)] });
  for (const name of ['a', 'b']) store.set(watched(name, 1));
  expect(store.report().summary).toMatchObject({ files: 2, errors: 0 });
  expect(read).toEqual(['base', 'a', 'b']);
  store.set(watched('b', -1));
  expect(store.report().summary).toMatchObject({ files: 2, errors: 1 });
  expect(read).toEqual(['base', 'a', 'b', 'b']);
});

it('checks what is applied together again when something elsewhere in the input changes that it refers to', () => {
  const binding = `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: { name: readers }
roleRef: { apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: pod-readers }
subjects: [{ kind: ServiceAccount, name: app, namespace: shop }]
---
apiVersion: v1
kind: ServiceAccount
metadata: { name: app, namespace: shop }
`;
  const clusterRole = (name: string) =>
    `apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: { name: ${name} }\nrules: []\n`;
  const sources = (name: string): readonly Source[] => [
    { name: 'a/binding.yaml', content: binding },
    { name: 'a/role.yaml', content: clusterRole('pod-reader') },
    { name: 'b/role.yaml', content: clusterRole(name) },
  ];
  const store = new SourceStore({ pedantic: true });
  const counts = ['pod-readers', 'others', 'pod-readers'].map((name) => {
    for (const source of sources(name)) store.set(source);
    const report = store.report();
    expect(dataOf(report)).toEqual(dataOf(lint(sources(name), { pedantic: true })));
    return report.findings.filter(({ rule }) => rule === 'reference/bound-role').length;
  });
  expect(counts).toEqual([0, 1, 0]);
});
