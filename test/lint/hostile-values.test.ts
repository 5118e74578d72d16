import { describe, expect, it } from 'vitest';
import { NEWEST_MINOR } from '../../src/server/kubernetes/minors.ts';
import { crdYaml } from '../crd-yaml.ts';
import { lintPedantically } from './lint-pedantically.ts';

/** The CRD of a property with a schema in flow style. */
function crdOf(schema: string, name = 'field'): string {
  return crdYaml(`{ type: object, properties: { ${name}: ${schema} } }`, {
    group: 'example.com',
    kind: 'Test',
  });
}

/** The fields with errors that the server reports. */
function refusedFields(content: string): readonly (string | null)[] {
  const { findings } = lintPedantically([{ name: 'a.yaml', content }]);
  expect(findings.filter(({ rule }) => rule === 'internal/rule-crash')).toEqual([]);
  return findings.filter(({ severity }) => severity === 'error').map(({ field }) => field);
}

const SCHEMA = 'spec.versions[0].schema.openAPIV3Schema';
const FIELD = `${SCHEMA}.properties[field]`;

/** Names that objects of JavaScript have from their prototype. */
const INHERITED = ['constructor', 'toString', '__proto__', 'hasOwnProperty', 'valueOf'];

describe.each(INHERITED)('the name %s', (name) => {
  it('is an unknown type, whatever the format', () => {
    expect(refusedFields(crdOf(`{ type: ${name}, format: int32 }`))).toEqual([`${FIELD}.type`]);
  });

  it('is an unknown format', () => {
    expect(refusedFields(crdOf(`{ type: string, format: ${name}, default: x }`))).toEqual([]);
  });

  it('is a name of a property like others', () => {
    expect(refusedFields(crdOf('{ type: integer, default: 1, minimum: 2 }', name))).toEqual([
      `${SCHEMA}.properties[${name}].default`,
    ]);
    expect(refusedFields(crdOf(`{ type: object, default: {}, required: [${name}] }`))).toEqual([
      `${FIELD}.default.${name}`,
    ]);
  });

  it('is the name of a scope, an operator or a resource that does not exist', () => {
    expect(
      refusedFields(`apiVersion: v1
kind: ResourceQuota
metadata: { name: ${name.toLowerCase().replaceAll('_', '')} }
spec:
  scopes: [${name}]
  scopeSelector: { matchExpressions: [{ scopeName: ${name}, operator: ${name}, values: [${name}] }] }
`),
    ).toEqual([
      'spec.scopes',
      'spec.scopeSelector.matchExpressions.scopeName',
      'spec.scopeSelector.matchExpressions.operator',
    ]);
  });

  it('is an unknown field', () => {
    const content = `apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: { name: a }\n${name}: 1\n`;
    expect(refusedFields(content)).toEqual([name]);
  });

  it('is an undeclared name in an expression', () => {
    const rule = `'${name}() || self.${name} || ${name}'`;
    expect(
      refusedFields(
        crdOf(`{ type: string, maxLength: 1, x-kubernetes-validations: [{ rule: ${rule} }] }`),
      ),
    ).toEqual(Array(3).fill(`${FIELD}.x-kubernetes-validations[0].rule`));
  });
});

it('shows values of enums that are not scalars', () => {
  const listed = '{}, [1,9007199254740993], b';
  const content = crdOf(`{ type: string, enum: [${listed}], default: x }`);
  const { findings } = lintPedantically([{ name: 'a.yaml', content }]);
  expect(findings).toContainEqual(
    expect.objectContaining({
      field: `${FIELD}.default`,
      message: expect.stringContaining(listed),
    }),
  );
});

/** The results of rules on a default of 1,000 characters. The cost limit allows all of them. */
const LARGE_RESULTS: ReadonlyMap<string, string> = new Map([
  ['replace', `self.replace('', self).replace('', self) != self`],
  ['replace with a limit', `self.replace('', self, 900).replace('', self, 900000) != self`],
  ['join', `self.split('').map(c, self.replace('', self)).join(self) != self`],
  [
    'format',
    `[self.replace('', self)].map(s, '%s%s%s%s%s%s%s%s'.format([s, s, s, s, s, s, s, s])).map(s, s.replace('', s)) != []`,
  ],
  ['strings that are kept', `self.split('').map(c, self.replace('', self)).size() > 0`],
  ['the text of nested lists', `'%s'.format([[1]${'.map(x, [x, x])'.repeat(30)}]) != self`],
]);

it.each([...LARGE_RESULTS])('stops evaluations that make too long strings: %s', (_, rule) => {
  const schema = `{ type: string, maxLength: 1000, default: ${'a'.repeat(1000)}, x-kubernetes-validations: [{ rule: ${JSON.stringify(rule)} }] }`;
  const { documents, findings } = lintPedantically([{ name: 'a.yaml', content: crdOf(schema) }]);
  expect(findings.map(({ rule }) => rule)).not.toContain('internal/rule-crash');
  // It is unknown whether the server refuses the default, so no finding claims it.
  const ofDefault = findings.filter(({ rule }) => rule === 'cel/crd-defaults');
  expect(ofDefault.map(({ severity }) => severity)).toEqual(['warning']);
  expect(documents.flatMap(({ verdicts }) => Object.values(verdicts))).not.toContain('accepted');
});

describe('a pattern of very many instructions', () => {
  const pattern = '(a|b){1000}'.repeat(20);
  const text = 'a'.repeat(20_000);
  const rule = JSON.stringify(`self.matches('${pattern}')`);

  it.each([
    ['a pattern', `{ type: string, pattern: '${pattern}' }`, 'custom-resource/pattern'],
    [
      'a pattern below not',
      `{ type: string, not: { pattern: '${pattern}' } }`,
      'custom-resource/pattern',
    ],
    [
      'a rule',
      `{ type: string, maxLength: 20000, x-kubernetes-validations: [{ rule: ${rule} }] }`,
      'custom-resource/validation-rule',
    ],
  ])('leaves the verdict on a long value open: %s', (_, schema, expected) => {
    const resource = `---\napiVersion: example.com/v1\nkind: Test\nmetadata: { name: a }\nfield: ${text}\n`;
    const report = lintPedantically([{ name: 'a.yaml', content: crdOf(schema) + resource }]);
    expect(report.documents.map(({ verdicts }) => Object.values(verdicts))).toEqual([
      ['accepted'],
      ['unknown'],
    ]);
    const found = report.findings.filter(({ rule }) => rule.startsWith('custom-resource/'));
    expect(found).toMatchObject([{ rule: expected, severity: 'warning' }]);
  });

  it('leaves the verdict on a text open of which each search reads all', () => {
    const schema =
      '{ type: string, maxLength: 30000, x-kubernetes-validations: [{ rule: "self.findAll(\'a(.*b)?\').size() > 0" }] }';
    const resource = `---\napiVersion: example.com/v1\nkind: Test\nmetadata: { name: a }\nfield: ${'a'.repeat(30_000)}\n`;
    const report = lintPedantically([{ name: 'a.yaml', content: crdOf(schema) + resource }]);
    expect(report.documents[1]?.verdicts).toEqual({ [NEWEST_MINOR]: 'unknown' });
  });

  it('leaves the verdict on a CRD with a long default open', () => {
    const content = crdOf(`{ type: string, pattern: '${pattern}', default: ${text} }`);
    const { documents, findings } = lintPedantically([{ name: 'a.yaml', content }]);
    expect(documents.map(({ verdicts }) => Object.values(verdicts))).toEqual([['unknown']]);
    expect(findings.map(({ rule }) => rule)).toContain('crd/default-value');
  });
});

it('compares values that contain one another twice in linear time', () => {
  const nested = `[1]${'.map(x, [x, x])'.repeat(60)}`;
  const schema = `{ type: string, maxLength: 3, default: abc, x-kubernetes-validations: [{ rule: "${nested} == ${nested}" }] }`;
  expect(refusedFields(crdOf(schema))).toEqual([]);
});

it.each(['{}', '{ __proto__: a }', '[{}, []]'])('a name of a container that is %s', (name) => {
  const pod = `apiVersion: v1\nkind: Pod\nmetadata: { name: a }\nspec: { containers: [{ name: ${name} }] }\n`;
  expect(refusedFields(pod)).toContain('spec.containers[0].image');
});

it.each([
  'kind: APIService, apiVersion: apiregistration.k8s.io/v1, spec: { version: ODD, service: {}, group: ODD }',
  'kind: CompositeResourceDefinition, apiVersion: a.io/v1, spec: { claimNames: { plural: as }, group: ODD }',
])('a group that is a mapping: %s', (object) => {
  const content = `{ ${object.replaceAll('ODD', '{ a: [{}] }')}, metadata: { name: a } }`;
  const { documents } = lintPedantically([{ name: 'a.yaml', content }]);
  expect(documents.flatMap(({ verdicts }) => Object.values(verdicts))).not.toContain('accepted');
});
