import { describe, expect, it } from 'vitest';
import { lint } from '../../src/lint/lint.ts';
import { NEWEST_MINOR } from '../../src/server/kubernetes/minors.ts';
import { readParts } from '../../src/yaml/index.ts';
import { customKindsIn } from './custom-kinds.ts';

const crd = (type: string, plural = 'pools') => `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: ${plural}.shop.example.com }
spec:
  group: shop.example.com
  names: { plural: ${plural}, kind: Pool }
  scope: Namespaced
  versions:
    - name: v1
      served: true
      storage: true
      schema: { openAPIV3Schema: { type: ${type} } }
    - name: v0
      served: false
      storage: false
      schema: { openAPIV3Schema: { type: object } }
`;

describe('the kinds that CRDs define', () => {
  it('are found by plural and by kind, in the versions that are served', () => {
    const kinds = customKindsIn({ 'a.yaml': crd('object') }).seenFrom('b.yaml', NEWEST_MINOR);
    const pool = {
      group: 'shop.example.com',
      version: 'v1',
      kind: 'Pool',
      plural: 'pools',
      isNamespaced: true,
      schema: { type: 'object' },
    };
    expect(kinds.findResource('shop.example.com', 'v1', 'pools')).toEqual(pool);
    expect(kinds.findKind('shop.example.com', 'v1', 'Pool')).toEqual(pool);
    expect(kinds.findKind('shop.example.com', 'v0', 'Pool')).toBeUndefined();
    expect(kinds.findKind('shop.example.com', 'v1', 'pools')).toBeUndefined();
  });

  it.each([
    ['of a JSON text', (text: string) => JSON.stringify(lintable(text))],
    ['in a List', (text: string) => `apiVersion: v1\nkind: List\nitems:\n- ${indent(text)}`],
    ['behind another part', (text: string) => `a: 1\n---\n# a comment\n${text}---\nb: 2\n`],
  ])('are found %s', (_, wrap) => {
    const kinds = customKindsIn({ 'a.yaml': wrap(crd('object')) });
    expect(
      kinds.seenFrom('a.yaml', NEWEST_MINOR).findKind('shop.example.com', 'v1', 'Pool'),
    ).toMatchObject({ plural: 'pools', schema: { type: 'object' } });
  });

  it('are not those of a CRD that the server refuses', () => {
    const kinds = customKindsIn({ 'a.yaml': crd('string') }).seenFrom('a.yaml', NEWEST_MINOR);
    expect(kinds.findKind('shop.example.com', 'v1', 'Pool')).toBeUndefined();
  });

  it('are found the nearest first, and of copies the nearest only', () => {
    const other = crd('object').replace('scope: Namespaced', 'scope: Cluster');
    const kinds = customKindsIn({
      'a/x/crd.yaml': crd('object'),
      'a/y/crd.yaml': other,
      'b/crd.yaml': crd('object'),
    });
    const seenFrom = (file: string) =>
      [...kinds.find(file, NEWEST_MINOR, 'shop.example.com', 'Pool')].map((known) => known.file);
    expect(seenFrom('a/x/pool.yaml')).toEqual(['a/x/crd.yaml', 'a/y/crd.yaml']);
    expect(seenFrom('a/y/z/pool.yaml')).toEqual(['a/y/crd.yaml', 'a/x/crd.yaml']);
    expect(seenFrom('b/z/pool.yaml')).toEqual(['b/crd.yaml', 'a/y/crd.yaml']);
    expect(seenFrom('c/pool.yaml')).toEqual(['a/x/crd.yaml', 'a/y/crd.yaml']);
    expect(seenFrom('b/crd.yaml')).toEqual(['b/crd.yaml']);
  });

  it('can be given up and read again', () => {
    const [known] = customKindsIn({ 'a.yaml': crd('object') }).find(
      'b.yaml',
      NEWEST_MINOR,
      'shop.example.com',
      'Pool',
    );
    const before = known?.versions;
    known?.release();
    expect(known?.versions).not.toBe(before);
    expect(known?.versions).toEqual(before);
  });

  it('are those of the same file where several define one', () => {
    const kinds = customKindsIn({
      'a.yaml': crd('object'),
      'b.yaml': crd('object').replace('type: object', 'type: object, description: near'),
    });
    const schemaFrom = (file: string) =>
      kinds.seenFrom(file, NEWEST_MINOR).findResource('shop.example.com', 'v1', 'pools')?.schema;
    expect(schemaFrom('b.yaml')).toEqual({ type: 'object', description: 'near' });
    expect(schemaFrom('c.yaml')).toEqual({ type: 'object' });
  });
});

describe('sources that only define kinds', () => {
  it('are not reported on, but for CRDs that define nothing', () => {
    const { documents, findings, unusableCrds } = lint([], {
      crds: [
        { name: 'good.yaml', content: crd('object') },
        { name: 'bad.yaml', content: crd('string') },
        { name: 'broken.yaml', content: 'apiVersion: [\n' },
        { name: 'values.yaml', content: 'a: 1\n' },
      ],
    });
    expect([documents, findings]).toEqual([[], []]);
    expect(unusableCrds.map(({ file }) => file)).toEqual(['bad.yaml', 'broken.yaml']);
  });

  it('tell whether an object without a valid apiVersion is of Kubernetes', () => {
    const content = [
      'apiVersion: 1\nkind: Pool\nmetadata: { name: a }\n',
      'kind: Pool\nmetadata: { name: a }\n',
      'apiVersion: 1\nkind: Pond\nmetadata: { name: a }\n',
      'apiVersion: 1\nkind: Pool\nbasins: []\n',
    ].join('---\n');
    const padding = `# ${'x'.repeat(300_000)}\n`;
    for (const start of ['', padding]) {
      const crds = [{ name: 'crd.yaml', content: start + crd('object') }];
      const { documents } = lint([{ name: 'pools.yaml', content }], { crds });
      const verdicts = documents.map((document) => document.verdicts[NEWEST_MINOR]);
      expect(verdicts).toEqual(['undecodable', 'undecodable', 'skipped', 'skipped']);
    }
  });

  it('are only checked if an object needs them, where they are many', () => {
    const padding = `# ${'x'.repeat(300_000)}\n`;
    const object = (kind: string) =>
      `apiVersion: shop.example.com/v1\nkind: ${kind}\nmetadata: { name: a }\nspec: 1\n`;
    const run = (...objects: readonly string[]) => {
      const { documents, unusableCrds } = lint(
        objects.map((content, index) => ({ name: `${index}.yaml`, content })),
        {
          crds: [
            { name: 'good.yaml', content: crd('object, properties: { spec: { type: string } }') },
            { name: 'bad.yaml', content: padding + crd('string').replaceAll('Pool', 'Lake') },
            { name: 'broken.yaml', content: 'apiVersion: [\n' },
            {
              name: 'escaped.yaml',
              content: crd('object').replace(/kind: Pool\b/, 'kind: "P\\x6fnd"'),
            },
          ],
        },
      );
      return [
        ...documents.map(({ verdicts }) => verdicts[NEWEST_MINOR]),
        ...unusableCrds.map(({ file }) => file),
      ];
    };
    expect(run()).toEqual(['broken.yaml']);
    expect(run(object('Pool'))).toEqual(['rejected', 'broken.yaml']);
    expect(run(object('Lake'))).toEqual(['skipped', 'bad.yaml', 'broken.yaml']);
    expect(run(object('Pond'))).toEqual(['rejected', 'broken.yaml']);
  });
});

describe('objects that are looked at beside the others', () => {
  const policy = (group: string, resource: string, expression: string) => `
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: sizes.example.com }
spec:
  matchConstraints:
    resourceRules:
      - { apiGroups: ['${group}'], apiVersions: [v1], operations: [CREATE], resources: [${resource}] }
  validations: [{ expression: ${expression}, message: too large }]
`;
  const onPools = policy('shop.example.com', 'pools', 'object.sise < 3');
  const pools = crd('object, properties: { size: { type: integer } }');
  const findingsOf = (...texts: readonly string[]) =>
    lint(
      texts.map((content, index) => ({ name: `${index}.yaml`, content })),
      { only: ['cel/type-check'] },
    ).findings.map(({ file, message }) => `${file} ${message}`);
  const said =
    "sise is not a field of shop.example.com/v1 Pool: undefined field 'sise'; did you mean size?";

  it('see what comes before them, after them and in the same List', () => {
    const list = `apiVersion: v1\nkind: List\nitems:\n- ${indent(onPools.trim())}- ${indent(pools)}`;
    expect(findingsOf(pools, onPools)).toEqual([`1.yaml ${said}`]);
    expect(findingsOf(onPools, pools)).toEqual([`0.yaml ${said}`]);
    expect(findingsOf(list)).toEqual([`0.yaml ${said}`]);
  });

  it('see what is only defined', () => {
    const sources = [{ name: 'a.yaml', content: onPools }];
    const { findings } = lint(sources, { crds: [{ name: 'b.yaml', content: pools }] });
    expect(findings.map(({ message }) => message)).toContain(said);
  });

  it('are not judged by what nobody has defined', () => {
    expect(findingsOf(onPools)).toEqual([]);
  });

  it('get one finding about what is built in', () => {
    const onPods = policy('', 'pods', "object.spec.nodename != ''");
    expect(findingsOf(pools, onPods, onPools)).toEqual([
      "1.yaml spec.nodename is not a field of v1 Pod: undefined field 'nodename'; did you mean spec.nodeName?",
      `2.yaml ${said}`,
    ]);
  });
});

/** A CRD's text as a value; it has no scalars that YAML and JSON read differently. */
function lintable(text: string): unknown {
  const [part] = readParts(text);
  return part?.content.kind === 'value' ? part.content.document.value : null;
}

function indent(text: string): string {
  return text.trimEnd().replaceAll('\n', '\n  ').concat('\n');
}
