import { describe, expect, it } from 'vitest';
import { SymbolicPath } from '../../src/cel/symbolic/path.ts';
import { findFailures } from '../../src/cel/symbolic/search.ts';
import { ANY_SHAPE } from '../../src/cel/symbolic/shape.ts';
import { compile } from '../../src/server/expressions/compile.ts';
import { NEWEST_MINOR } from '../../src/server/kubernetes/minors.ts';
import { lintPedantically } from '../lint/lint-pedantically.ts';
import { celLines } from './cel-fixtures.ts';

/**
 * Generated expressions, and whether the server's evaluation of them ended in `no such key` for any of some hundred
 * objects in which optional fields are present or absent. The first line has the schema, or the variables.
 */
function readAnswers(name: string): readonly Record<string, unknown>[] {
  return celLines(name);
}

function isReported(object: object, rules: RegExp): boolean {
  const { findings } = lintPedantically([{ name: 'object.json', content: JSON.stringify(object) }]);
  return findings.some(({ rule }) => rules.test(rule));
}

function crdWith(schema: object, rule: unknown): object {
  const spec = { ...schema, 'x-kubernetes-validations': [{ rule, message: 'no' }] };
  const root = { type: 'object', required: ['spec'], properties: { spec } };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'pools.example.com' },
    spec: {
      group: 'example.com',
      names: { plural: 'pools', kind: 'Pool' },
      scope: 'Namespaced',
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: root } }],
    },
  };
}

function policyWith(variables: unknown, expression: unknown): object {
  const rule = {
    apiGroups: ['apps'],
    apiVersions: ['v1'],
    operations: ['CREATE', 'UPDATE', 'DELETE'],
    resources: ['deployments'],
  };
  return {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingAdmissionPolicy',
    metadata: { name: 'a.example.com' },
    spec: {
      matchConstraints: { resourceRules: [rule] },
      variables,
      validations: [{ expression, message: 'no' }],
    },
  };
}

/** The expressions that are reported and never fail, and those that fail and are not reported. */
function differences(answers: readonly Record<string, unknown>[], reported: readonly boolean[]) {
  return {
    falseAlarms: answers.filter(({ fails }, index) => reported[index] === true && fails !== true),
    misses: answers.filter(({ fails }, index) => reported[index] !== true && fails === true),
  };
}

describe('the expressions that are reported to fail for absent or null values', () => {
  it('fail on the server, as validation rules', () => {
    const [head, ...answers] = readAnswers('symbolic-rules');
    const schema = head?.schema ?? {};
    const reported = answers.map(({ rule }) =>
      isReported(crdWith(schema, rule), /^cel\/crd-unguarded-field$/),
    );
    const { falseAlarms, misses } = differences(answers, reported);
    expect(falseAlarms).toEqual([]);
    // A rule that needs too many executions.
    expect(misses.length).toBeLessThanOrEqual(1);
  });

  it('fail on the server, as validations of policies', () => {
    const [head, ...answers] = readAnswers('symbolic-policies');
    const reported = answers.map(({ expression }) =>
      isReported(policyWith(head?.variables, expression), /^cel\/(unguarded-field|null-)/),
    );
    expect(differences(answers, reported)).toEqual({ falseAlarms: [], misses: [] });
  });
});

describe('the budget of symbolic execution', () => {
  /** Searches for failures of an expression on any object. Returns the steps that are left. */
  function stepsLeft(expression: string, steps: number): number {
    const compiled = compile(expression, { environment: 'vap', minor: NEWEST_MINOR });
    if (!compiled.ok) throw new Error(compiled.detail);
    const object = SymbolicPath.root('object', ANY_SHAPE);
    const budget = { steps };
    findFailures(
      {
        evaluate: (_, evaluator) =>
          evaluator.evaluate(compiled.checked, () => ({ kind: 'input', path: object })),
        isValid: () => true,
      },
      budget,
    );
    return budget.steps;
  }

  const tests = Array.from({ length: 40 }, (_, index) => `has(object.a${index})`);
  // Each fold doubles the notation of the value that the next one iterates over.
  const doubling = (body: (inner: string, variable: string) => string) =>
    Array.from({ length: 40 }, (_, index) => `x${39 - index}`).reduce(
      (inner, variable, index) =>
        `[${body(index === 39 ? 'object.name' : `x${38 - index}`, variable)}].all(${variable}, ${inner})`,
      'x39 != object.other',
    );

  it.each([
    [
      'many decisions',
      tests
        .map((test) => `(${test} ? 1 : 0)`)
        .join(' + ')
        .concat(' > 0'),
    ],
    ['lists that double', doubling((outer) => `[${outer}, ${outer}]`)],
    ['strings that double', doubling((outer) => `string(${outer}) + string(${outer})`)],
  ])('is not exceeded by %s', (_, expression) => {
    const left = stepsLeft(expression, 10_000);
    expect(left).toBeLessThan(0);
    // The last step of all can spend as much as the budget once more.
    expect(left).toBeGreaterThan(-25_000);
  });

  it('is not exceeded by variables that double each other', () => {
    const variables = Array.from({ length: 200 }, (_, index) => {
      const above = `variables.v${index - 1}`;
      return {
        name: `v${index}`,
        expression: index === 0 ? 'object.metadata.labels.a' : `${above} + ${above}`,
      };
    });
    const policy = policyWith(variables, "variables.v199 == ''");
    const { findings } = lintPedantically([
      { name: 'object.json', content: JSON.stringify(policy) },
    ]);
    expect(findings.filter(({ rule }) => rule === 'internal/rule-crash')).toEqual([]);
  });
});
