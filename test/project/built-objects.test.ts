import { expect, it } from 'vitest';
import { lint } from '../../src/lint/lint.ts';
import type { RunOptions } from '../../src/lint/options.ts';
import { notices } from '../../src/report/summary.ts';
import { type Files, sourcesOf } from './memory-project.ts';

const WEB = `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      containers: [{ name: web, image: nginx }]
`;

const BASE: Files = { 'base/web.yaml': WEB, 'base/kustomization.yaml': 'resources: [web.yaml]' };

/** A kustomization in a folder next to the base, with one patch of JSON for each list of operations. */
function overlay(operations: readonly (readonly object[])[], targets: readonly object[] = []) {
  const patches = operations.map((patch, index) => ({
    target: targets[index] ?? { kind: 'Deployment' },
    patch: JSON.stringify(patch),
  }));
  return JSON.stringify({ resources: ['../base'], patches });
}

/** The files, lines and rules of the findings. */
function findingsIn(files: Files, options?: RunOptions): readonly string[] {
  return lint(sourcesOf(files), options).findings.map(
    ({ file, line, rule }) => `${file}:${line} ${rule}`,
  );
}

const NEGATIVE = { op: 'add', path: '/spec/replicas', value: -1 };

it('nothing is reported on builds of a part of the input', () => {
  const files = { ...BASE, 'over/kustomization.yaml': overlay([[NEGATIVE]]) };
  expect(findingsIn(files)).toEqual(['over/kustomization.yaml:1 workload/numbers']);
  expect(findingsIn(files, { partial: true })).toEqual([]);
});

it.each([
  ['the replicas', 'replicas: [{ name: web, count: 3 }]', { op: 'remove', path: '/spec/replicas' }],
  [
    'the metadata of pods with its labels',
    'commonLabels: { app: web }',
    { op: 'add', path: '/spec/template/metadata/annotations', value: {} },
  ],
  [
    'the labels that are copied',
    'labels: [{ pairs: { team: a } }]',
    { op: 'copy', from: '/metadata/labels/team', path: '/spec/template/spec/schedulerName' },
  ],
])('operations may be applied if a kustomization sets %s', (_, field, operation) => {
  const web = WEB.replace('    metadata: { labels: { app: web } }\n', '').replace(
    '  selector: { matchLabels: { app: web } }\n',
    '',
  );
  const over = { 'base/web.yaml': web, 'over/kustomization.yaml': overlay([[operation]]) };
  const failed = 'over/kustomization.yaml:1 project/patch-target';
  expect(findingsIn({ ...BASE, ...over })).toContain(failed);
  const base = { 'base/kustomization.yaml': `resources: [web.yaml]\n${field}` };
  expect(findingsIn({ ...base, ...over })).not.toContain(failed);
});

const LABELS = { op: 'add', path: '/metadata/labels', value: { tier: 'front' } };
const RENAME = { op: 'replace', path: '/metadata/name', value: 'blue' };
const VOLUMES = '/spec/template/spec/volumes';

it.each([
  ['labels', LABELS, { labelSelector: 'tier=front' }],
  ['the name', RENAME, { kind: 'Deployment', name: 'blue' }],
])('nothing is reported if patches change %s that others select by', (_, change, target) => {
  const operations = [
    [change],
    [{ op: 'add', path: VOLUMES, value: [] }],
    [{ op: 'add', path: `${VOLUMES}/-`, value: { name: 'a', emptyDir: {} } }],
  ];
  const over = overlay(operations, [{ kind: 'Deployment' }, target]);
  expect(findingsIn({ ...BASE, 'over/kustomization.yaml': over })).toEqual([]);
  const [first = [], ...later] = operations;
  const mid = { 'mid/kustomization.yaml': overlay([first]) };
  const outer = overlay(later, [target]).replace('../base', '../mid');
  expect(findingsIn({ ...BASE, ...mid, 'over/kustomization.yaml': outer })).toEqual([]);
});

it('nothing is reported by rules that are off in the file with the error, or in that of the object', () => {
  const files = { ...BASE, 'over/kustomization.yaml': overlay([[NEGATIVE]]) };
  const offIn = (folder: string) =>
    sourcesOf(files).map((source) =>
      source.name.startsWith(folder)
        ? { ...source, ruleLevels: new Map([['workload/numbers', 'off'] as const]) }
        : source,
    );
  expect(lint(offIn('over/')).findings).toEqual([]);
  expect(lint(offIn('')).findings).toEqual([]);
  expect(lint(offIn('base/')).findings).toEqual([]);
});

it.each(['examples', 'tests', 'docs', 'templates'])(
  'nothing is reported on values of an overlay in %s',
  (folder) => {
    const over = overlay([[NEGATIVE]]).replace('../base', '../../base');
    expect(findingsIn({ ...BASE, [`${folder}/a/kustomization.yaml`]: over })).toEqual([]);
  },
);

const INGRESS = `apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: { name: web }
spec:
  rules:
    - host: good.example.com
    - host: Bad.example.com
`;

it.each([
  ['removes', { op: 'remove', path: '/spec/rules/0' }],
  ['inserts', { op: 'add', path: '/spec/rules/0', value: { host: 'x.example.com' } }],
  ['changes', { op: 'replace', path: '/spec/rules/0/host', value: 'x.example.com' }],
])('an error of a base is reported once if a patch %s another item', (_, operation) => {
  const files = {
    ...BASE,
    'base/web.yaml': INGRESS,
    'over/kustomization.yaml': overlay([[operation]], [{ kind: 'Ingress' }]),
  };
  expect(findingsIn(files)).toEqual(['base/web.yaml:7 ingress/hosts']);
});

it('an error in an item that a patch adds is in the patch, also if it removes another item', () => {
  const operations = [
    { op: 'remove', path: '/spec/rules/1' },
    { op: 'add', path: '/spec/rules/0', value: { host: 'Bad.example.com' } },
  ];
  const files = {
    ...BASE,
    'base/web.yaml': INGRESS.replace('Bad', 'other'),
    'over/kustomization.yaml': overlay([operations], [{ kind: 'Ingress' }]),
  };
  expect(findingsIn(files)).toEqual(['over/kustomization.yaml:1 ingress/hosts']);
});

it('objects with too many patches are counted, and the others are checked', () => {
  const names = Array.from({ length: 300 }, (_, index) => `web-${index}`);
  const objects = names.map((name) => WEB.replace('{ name: web }', `{ name: ${name} }`));
  const report = lint(
    sourcesOf({
      ...BASE,
      'base/web.yaml': objects.join('---\n'),
      // All patches are in one line, whose beginning is read for each of them.
      'over/kustomization.yaml': overlay(names.map(() => [NEGATIVE])),
    }),
  );
  expect(report.unbuilt).toBeGreaterThan(200);
  expect(report.findings).not.toEqual([]);
  const notice = `in all kustomizations, which are too many: ${report.unbuilt} objects`;
  expect(notices(report).join('\n')).toContain(notice);
});

const CLAIM = `apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: data }
spec:
  accessModes: [ReadWriteOnce]
  resources: { requests: { storage: SIZE } }
`;

/** The base with a component of one patch, which is applied before the patches of the overlay. */
function withComponent(operations: readonly object[], overlay: string): Files {
  return {
    ...BASE,
    'part/kustomization.yaml': JSON.stringify({
      kind: 'Component',
      patches: [{ target: { kind: 'Deployment' }, patch: JSON.stringify(operations) }],
    }),
    'over/kustomization.yaml': overlay,
  };
}

it('a component is applied to what was included before it', () => {
  const over = 'resources: [../base]\ncomponents: [../part]\n';
  expect(findingsIn(withComponent([NEGATIVE], over))).toEqual([
    'part/kustomization.yaml:1 workload/numbers',
  ]);
  const patch =
    'patches:\n  - target: { kind: Deployment }\n    patch: |-\n      - op: replace\n        path: /spec/replicas\n        value: 2\n';
  expect(findingsIn(withComponent([NEGATIVE], over + patch))).toEqual([]);
});

it('nothing is reported if the input has not all components', () => {
  const over = 'resources: [../base]\ncomponents: [../part, ../elsewhere]\n';
  expect(findingsIn(withComponent([NEGATIVE], over))).toEqual([]);
});

it('an object that two overlays of one kustomization share is built by each', () => {
  const files = {
    ...BASE,
    'a/kustomization.yaml': `namePrefix: a-\nresources: [../base]`,
    'b/kustomization.yaml': overlay([[NEGATIVE]]),
    'all/kustomization.yaml': 'resources: [../a, ../b]',
  };
  expect(findingsIn(files)).toEqual(['b/kustomization.yaml:1 workload/numbers']);
});

/** A kustomization that writes a value of the Deployment into the claim. */
function replacing(fieldPath: string, options = '{}'): Files {
  return {
    'web.yaml': WEB,
    'claim.yaml': CLAIM,
    'kustomization.yaml': `resources: [web.yaml, claim.yaml]
replacements:
  - source: { kind: Deployment, name: web, fieldPath: ${fieldPath} }
    targets:
      - select: { kind: PersistentVolumeClaim }
        fieldPaths:
          - spec.resources.requests.storage
        options: ${options}
`,
  };
}

const IMAGE = "'spec.template.spec.containers.[name=web].image'";

it('a value that a replacement writes is reported in the replacement', () => {
  expect(findingsIn(replacing(IMAGE))).toEqual(['kustomization.yaml:7 field/format']);
  const joined = "{ delimiter: '/', index: 1 }";
  expect(findingsIn(replacing(IMAGE, joined))).toEqual(['kustomization.yaml:7 field/format']);
});

const FAILED = ['kustomization.yaml:3 project/patch-target'];

it.each([
  ['a field that its source lacks', 'spec.strategy', FAILED],
  ['an item that its source lacks', "'spec.template.spec.containers.[name=app].image'", FAILED],
  ['a member of a list', 'spec.template.spec.containers.name', FAILED],
  ['the last item, which only kustomize knows', 'spec.template.spec.containers.-.image', []],
  ['annotations, of which kustomize has some', 'metadata.annotations', []],
])('a replacement that reads %s', (_, path, expected) => {
  expect(findingsIn(replacing(path))).toEqual(expected);
});

it('a replacement reads a part that its source lacks', () => {
  const reading = replacing("metadata.name, options: { delimiter: '-', index: 1 }");
  expect(findingsIn(reading)).toEqual(FAILED);
  const named = WEB.replace('name: web }', "name: 'web${SUFFIX}' }");
  const text = reading['kustomization.yaml']?.replace('name: web,', '') ?? '';
  expect(findingsIn({ ...reading, 'web.yaml': named, 'kustomization.yaml': text })).toEqual([]);
  const prefixed = { ...reading, 'kustomization.yaml': `namePrefix: a-\n${text}` };
  expect(findingsIn(prefixed)).not.toEqual(expect.arrayContaining(FAILED));
});

it('a source that several overlays build is reported with those for which it fails', () => {
  const replacing = `components: [../component]`;
  const patch = JSON.stringify([{ op: 'add', path: '/spec/minReadySeconds', value: 3 }]);
  const { findings } = lint(
    sourcesOf({
      ...BASE,
      'component/kustomization.yaml': `kind: Component
replacements:
  - source: { kind: Deployment, fieldPath: spec.minReadySeconds }
    targets: [{ select: { kind: Service }, fieldPaths: [spec.a] }]
`,
      'one/kustomization.yaml': `resources: [../base]\n${replacing}\n`,
      'two/kustomization.yaml': `resources: [../base]\n${replacing}
patches: [{ target: { kind: Deployment }, patch: '${patch}' }]
`,
    }),
  );
  expect(findings.map(({ file, message }) => [file, message])).toEqual([
    ['component/kustomization.yaml', expect.stringContaining('in one, two: this replacement')],
  ]);
});

it('nothing is reported if the value of a replacement is not known', () => {
  const moved = replacing('metadata.name');
  const labels = 'labels: [{ pairs: { app: x }, includeTemplates: true }]\n';
  expect(
    findingsIn({ ...replacing('metadata.labels.app'), ...moved, 'claim.yaml': CLAIM }),
  ).toHaveLength(1);
  const file = moved['kustomization.yaml']?.replace('metadata.name', 'metadata.labels.app') ?? '';
  expect(findingsIn({ ...moved, 'kustomization.yaml': `${labels}${file}` })).toEqual([]);
});

it('a mapping that a replacement has read stays as it is when its object changes', () => {
  const into = (kind: string, path: string) =>
    `targets: [{ select: { kind: ${kind} }, fieldPaths: [${path}], options: { create: true } }]`;
  const from = (kind: string, path: string) => `source: { kind: ${kind}, fieldPath: ${path} }`;
  const first = `sourceValue: b, ${into('Deployment', 'metadata.annotations.b')}`;
  const reading = `${from('Deployment', 'metadata.annotations')}, ${into('ConfigMap', 'data')}`;
  const changing = `sourceValue: huge, ${into('Deployment', 'metadata.annotations.a')}`;
  const again = `${from('Deployment', 'metadata.annotations.a')}, ${into('ConfigMap', 'data.b')}`;
  const last = `${from('ConfigMap', 'data.a')}, ${into('PersistentVolumeClaim', 'spec.resources.requests.storage')}`;
  const build = (...replacements: readonly string[]) => ({
    'web.yaml': WEB.replace('{ name: web }', '{ name: web, annotations: { a: 1Gi } }'),
    'a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\ndata: {}\n',
    'claim.yaml': CLAIM.replace('SIZE', '1Gi'),
    'kustomization.yaml': `resources: [web.yaml, a.yaml, claim.yaml]\nreplacements:\n${replacements
      .map((replacement) => `- { ${replacement} }\n`)
      .join('')}`,
  });
  expect(findingsIn(build(first, changing, reading, again, last))).toEqual([
    'kustomization.yaml:7 field/format',
  ]);
  expect(findingsIn(build(first, reading, changing, again, last))).toEqual([]);
});

it('a replacement rejects objects', () => {
  const files = replacing(IMAGE);
  const file = files['kustomization.yaml']?.replace(
    '        fieldPaths:',
    '        reject: [{ name: data }]\n        fieldPaths:',
  );
  const claim = CLAIM.replace('SIZE', '1Gi');
  expect(findingsIn({ ...files, 'claim.yaml': claim, 'kustomization.yaml': file ?? '' })).toEqual(
    [],
  );
});

it('an item is found in the operation that adds it, also where others add to the same list', () => {
  const added = (port: number) =>
    `    - { op: add, path: /spec/ports/-, value: { name: p${port}, port: ${port}, targetPort: 1 } }\n`;
  const files = {
    'a.yaml': 'apiVersion: v1\nkind: Service\nmetadata: { name: a }\nspec: { ports: [] }\n',
    'kustomization.yaml': `resources: [a.yaml]
patches:
- target: { kind: Service }
  patch: |
${added(99_999)}${added(80)}${added(99_998)}`,
  };
  expect(findingsIn(files)).toEqual([
    'kustomization.yaml:5 service/ports',
    'kustomization.yaml:7 service/ports',
  ]);
});

it('a comment in the text of a patch suppresses its errors', () => {
  const withComment = (comment: string) => `resources: [../base]
patches:
  - target: { kind: Deployment }
    patch: |-
      - op: add
        path: /spec/replicas
        ${comment}
        value: -1
      - op: add
        path: /metadata/annotations
        value:
          text: |
            # kubeadmit: ignore[workload/numbers] no comment
`;
  const files = (comment: string) => ({ ...BASE, 'over/kustomization.yaml': withComment(comment) });
  const found = ['over/kustomization.yaml:8 workload/numbers'];
  expect(findingsIn(files('# a comment'))).toEqual(found);
  expect(findingsIn(files('# kubeadmit: ignore[workload/numbers] a test'))).toEqual([]);
});

it('nothing is reported on a ConfigMap into which a generator merges data', () => {
  const files = {
    'map.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n',
    'kustomization.yaml': `resources: [map.yaml]
patches:
  - target: { kind: ConfigMap }
    patch: '[{ "op": "add", "path": "/data", "value": { "a b": "" } }]'
`,
  };
  const generator = 'configMapGenerator: [{ name: a, behavior: replace, literals: [b=c] }]\n';
  expect(findingsIn(files)).toHaveLength(1);
  const merged = files['kustomization.yaml'] + generator;
  expect(findingsIn({ ...files, 'kustomization.yaml': merged })).toEqual([]);
});
