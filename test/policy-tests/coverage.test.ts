import { describe, expect, it } from 'vitest';
import { admit } from '../../src/features/admit/admit.ts';
import { OperandRanges } from '../../src/features/operand-ranges.ts';
import { CoverageRecorder } from '../../src/features/policy-tests/coverage/recorder.ts';
import { coverageText } from '../../src/features/policy-tests/coverage-text.ts';
import { PLAIN } from '../../src/report/style.ts';

/** The coverage of a policy for ConfigMaps by requests of ConfigMaps with some data. */
function coverageOf(spec: object, data: readonly object[]) {
  const metadata = { name: 'limit' };
  const apiVersion = 'admissionregistration.k8s.io/v1';
  const resourceRules = [
    { apiGroups: [''], apiVersions: ['v1'], operations: ['*'], resources: ['configmaps'] },
  ];
  const policy = {
    apiVersion,
    kind: 'ValidatingAdmissionPolicy',
    metadata,
    spec: { matchConstraints: { resourceRules }, ...spec },
  };
  const binding = {
    apiVersion,
    kind: 'ValidatingAdmissionPolicyBinding',
    metadata,
    spec: { policyName: 'limit', validationActions: ['Deny'] },
  };
  const recorder = new CoverageRecorder();
  for (const one of data) {
    const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: one };
    admit([{ name: 'object.yaml', content: JSON.stringify(object) }], {
      policies: [
        {
          name: 'policy.yaml',
          content: [policy, binding].map((part) => `${JSON.stringify(part)}\n`).join('---\n'),
        },
      ],
      observer: recorder,
    });
  }
  return recorder.coverage;
}

function missingOf(expression: string, data: readonly object[]): readonly string[] {
  const [coverage] = coverageOf({ validations: [{ expression }] }, data);
  return (coverage?.missing ?? []).map(({ never, text }) => `${never}: ${text}`);
}

const A = "object.data.a == '1'";
const B = "object.data.b == '1'";
const LOW = { a: '1', b: '1' };
const HIGH = { a: '2', b: '2' };

describe('the expressions that no test has evaluated', () => {
  it.each<[expression: string, data: readonly object[], missing: readonly string[]]>([
    [A, [LOW, HIGH], []],
    [A, [LOW], [`false: ${A}`]],
    [A, [HIGH], [`true: ${A}`]],
    [`${A} || ${B}`, [LOW], [`false: ${A}`, `evaluated: ${B}`]],
    [`${A} || ${B}`, [LOW, HIGH], [`true: ${B}`]],
    [`${A} && ${B}`, [HIGH], [`true: ${A}`, `evaluated: ${B}`]],
    [`${A} && (${B} || ${A})`, [HIGH], [`true: ${A}`, `evaluated: ${B} || ${A}`]],
    [
      `${A} && ${B} && has(object.data.c)`,
      [LOW],
      [`false: ${A}`, `false: ${B}`, 'true: has(object.data.c)'],
    ],
    [`!(${A} || ${B})`, [LOW], [`false: ${A}`, `evaluated: ${B}`]],
    [`${A} ? ${B} : true`, [LOW], [`false: ${A}`, `false: ${B}`, 'evaluated: true']],
    [`${A} ? ${B} : true`, [LOW, HIGH], [`false: ${B}`]],
    ["['x', 'y'].all(k, k in object.data)", [LOW], ["true: ['x', 'y'].all(k, k in object.data)"]],
    [
      "['a', 'b'].exists(k, k in object.data)",
      [LOW],
      ["false: ['a', 'b'].exists(k, k in object.data)"],
    ],
    [
      "['a', 'x'].exists(k, k in object.data)",
      [LOW],
      ["false: ['a', 'x'].exists(k, k in object.data)"],
    ],
    ["[].all(k, k == '')", [LOW], ["false: [].all(k, k == '')", "evaluated: k == ''"]],
  ])('%s', (expression, data, missing) => {
    expect(missingOf(expression, data)).toEqual(missing);
  });

  it('counts variables, match conditions, messages and annotations', () => {
    const spec = {
      variables: [{ name: 'low', expression: A }],
      matchConditions: [{ name: 'b', expression: 'has(object.data.b)' }],
      validations: [{ expression: 'variables.low', messageExpression: "'a' + 'b'" }],
      auditAnnotations: [{ key: 'k', valueExpression: `${A} ? 'low' : 'high'` }],
    };
    const [coverage] = coverageOf(spec, [LOW]);
    expect(coverage).toMatchObject({
      file: 'policy.yaml',
      name: 'limit',
      outcomes: 11,
      covered: 6,
    });
    expect(coverage?.missing.map(({ field, never }) => [field, never])).toEqual([
      ['spec.variables[0].expression', 'false'],
      ['spec.matchConditions[0].expression', 'false'],
      ['spec.validations[0].expression', 'false'],
      ['spec.auditAnnotations[0].valueExpression', 'false'],
      ['spec.auditAnnotations[0].valueExpression', 'evaluated'],
    ]);
  });

  it('has the place of the part in the file', () => {
    const [coverage] = coverageOf({ validations: [{ expression: `${A} || ${B}` }] }, [LOW]);
    const [first, second] = coverage?.missing ?? [];
    expect([first?.line, second?.line]).toEqual([1, 1]);
    expect((second?.column ?? 0) - (first?.column ?? 0)).toBe(`${A} || `.length);
  });
});

it('has the policies without a binding, of which nothing is evaluated', () => {
  const recorder = new CoverageRecorder();
  const policy = {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingAdmissionPolicy',
    metadata: { name: 'unbound' },
    spec: {
      matchConstraints: {
        resourceRules: [
          { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] },
        ],
      },
      validations: [{ expression: A }],
    },
  };
  admit([{ name: 'policy.yaml', content: JSON.stringify(policy) }], { observer: recorder });
  const [coverage] = recorder.coverage;
  expect(coverage).toMatchObject({ name: 'unbound', isBound: false, outcomes: 2, covered: 0 });
  expect(coverageText(recorder.coverage, PLAIN, undefined)).toBe(`
ValidatingAdmissionPolicy unbound  policy.yaml
  0 of 2 outcomes tested (0%): the policy has no binding, so nothing is evaluated
`);
});

describe('the operands of operators in a text', () => {
  it.each<[text: string, operator: '&&' | '||', operands: readonly string[]]>([
    ['a || b', '||', ['a', 'b']],
    ['(a && b) || c', '||', ['a && b', 'c']],
    ['(a) && (b)', '&&', ['a', 'b']],
    ['f(a && b, c)', '&&', ['a', 'b']],
    ['x ? a && b : c', '&&', ['a', 'b']],
    ["'||' == a || b", '||', ["'||' == a", 'b']],
    ['a.?b.orValue(c) == m[?k] || d', '||', ['a.?b.orValue(c) == m[?k]', 'd']],
  ])('%s', (text, operator, operands) => {
    const at = operator === '||' ? text.lastIndexOf('||') : text.lastIndexOf('&&');
    const ranges = new OperandRanges(text).ofLogic(operator, at) ?? [];
    expect(ranges.map(({ from, to }) => text.slice(from, to))).toEqual(operands);
  });

  it.each<[text: string, at: string, parts: readonly string[]]>([
    ['a ? b : c', '?', ['a', 'b', 'c']],
    ['a ? b ? c : d : e', '?', ['a', 'b ? c : d', 'e']],
    ['f(a ? {k: v} : {k: w}, x)', '?', ['a', '{k: v}', '{k: w}']],
    ["a == '?' ? b : c ? d : e", '? b', ["a == '?'", 'b', 'c ? d : e']],
  ])('%s', (text, at, parts) => {
    const ranges = new OperandRanges(text).ofConditional(text.indexOf(at)) ?? [];
    expect(ranges.map(({ from, to }) => text.slice(from, to))).toEqual(parts);
  });
});
