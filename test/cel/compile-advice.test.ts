import { describe, expect, it } from 'vitest';
import { compileAdvice } from '../../src/analysis/cel/compile-advice.ts';
import { lint } from '../../src/lint/lint.ts';
import { compile } from '../../src/server/expressions/compile.ts';
import type { EnvironmentName } from '../../src/server/expressions/environment-table.ts';
import { NEWEST_MINOR } from '../../src/server/kubernetes/minors.ts';

/** The help for the first error of an expression. */
function adviceOn(expression: string, environment: EnvironmentName): string | undefined {
  const context = { environment, minor: NEWEST_MINOR };
  const compiled = compile(expression, context);
  const [issue] = compiled.ok ? [] : compiled.issues;
  if (issue === undefined) throw new Error(`no error: ${expression}`);
  return compileAdvice(expression, context, issue);
}

describe('the help for an expression that does not compile', () => {
  it.each<[string, RegExp]>([
    ['len(object.spec.tolerations) > 1', /^use size\(\)$/],
    ['object.spec.tolerations.any(t, t.key == 1)', /^use list\.exists\(x, condition\)$/],
    ["object.spec.host.toLowerCase() == 'a'", /lowerAscii/],
    ["object.metadata.name.startswith('a')", /^use startsWith, if that is meant$/],
    ['obj.spec.replicas > 1', /^use object, if that is meant$/],
    ['self.spec.replicas > 1', /^use object$/],
    ["object.spec.limits.has('cpu')", /'key' in map/],
    ["has(object.metadata.annotations['a'])", /'key' in map/],
    ['{name: 1}.size() == 1', /in quotes: 'name'/],
    ["{'a': 1, name : 1}.size() == 1", /in quotes: 'name'/],
    ["object.metadata.labels.my-app == ''", /\['key'\]/],
    ['object.a != nil', /^use has/],
    ["'a' == null", /^use has/],
    ["1 == 'a'", /same type/],
    ["'a' + 1 == 'a1'", /^use string/],
    ["['a'] + 'b' == []", /list \+ \[item\]/],
    ["object.a + {'b': '1'} == {}", /maps cannot be merged/],
    ["'a' in 'abc'", /^use contains/],
    ["!'a'", /requires a boolean/],
    ['object.a and object.b', /^use && /],
    ['object.a or object.b', /^use \|\| /],
    ['not object.a', /^use ! /],
    ['object.a = 1', /^use == /],
    ['object.a === 1', /^use == /],
  ])('%s', (expression, expected) => {
    expect(adviceOn(expression, 'vap')).toMatch(expected);
  });

  it.each([
    'object.spec.zone ? containers : []',
    "[object.spec.zone == '' ? zones : zone].size() > 0",
    'object.spec.replicas > thing',
    'object.spec.host.contains(1)',
    "optional.of('a') + 'b' == ''",
    "optional.of('a') == 'b'",
    'object.spec.replicas >',
    'object.spec.replicas - other > 1',
    `${'('.repeat(300)}1${')'.repeat(300)}`,
  ])('is absent where nothing shows what is meant: %s', (expression) => {
    expect(adviceOn(expression, 'vap')).toBeUndefined();
  });

  it('names the variables of policies', () => {
    expect(adviceOn('self.size > 1', 'webhook')).toBe('use object');
    expect(adviceOn('oldSelf.size > 1', 'vap')).toBe('use oldObject');
  });

  it('names the variables of validation rules', () => {
    const spec = {
      type: 'object',
      properties: { size: { type: 'integer' } },
      'x-kubernetes-validations': [{ rule: 'object.size > 1', message: 'a' }],
    };
    const openAPIV3Schema = { type: 'object', properties: { spec } };
    const crd = {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'as.example.com' },
      spec: {
        group: 'example.com',
        names: { plural: 'as', kind: 'A' },
        scope: 'Namespaced',
        versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema } }],
      },
    };
    const { findings } = lint([{ name: 'crd.json', content: JSON.stringify(crd) }]);
    expect(findings.map(({ help }) => help)).toEqual(['use self']);
  });

  it('shows how the operations of a JSON patch are written', () => {
    const patch = "[{'op': 'add', 'path': '/spec', 'value': {'a': 'b'}}]";
    expect(adviceOn(patch, 'map-jsonpatch')).toMatch(/^use JSONPatch\{op: /);
  });
});

it.each([
  ['variables.container.size() > 0', 'did you mean containers?'],
  ['variables.something.size() > 0', null],
])(
  'the help for %s is about the variables, and the types of other expressions are checked',
  (expression, help) => {
    const policy = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: a }
spec:
  matchConstraints:
    resourceRules:
    - { apiGroups: [apps], apiVersions: [v1], operations: [CREATE], resources: [deployments] }
  variables: [{ name: containers, expression: object.spec.template.spec.containers }]
  validations: [{ expression: '${expression}' }, { expression: object.spec.replica > 1 }]
`;
    const { findings } = lint([{ name: 'a.yaml', content: policy }]);
    expect(findings.map((finding) => [finding.rule, finding.help])).toEqual([
      ['cel/compilation', help],
      ['cel/type-check', 'use spec.replicas'],
    ]);
  },
);
