import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ANY_SHAPE, Place } from '../../src/cel/flow/place.ts';
import { findFailures } from '../../src/cel/flow/search.ts';
import { compile } from '../../src/expressions/compile.ts';
import { NEWEST_MINOR } from '../../src/kubernetes/minors.ts';
import { lintPedantically } from '../lint/lint-pedantically.ts';

/**
 * Made-up expressions, and whether the server's evaluation of them ended in `no such key` for any of some
 * hundred objects in which optional fields are there or not. The first line says what they are about.
 */
function readAnswers(name: string): readonly Record<string, unknown>[] {
  const text = readFileSync(new URL(`../../fixtures/cel/${name}.jsonl`, import.meta.url), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

function isTold(object: object, rules: RegExp): boolean {
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

/** What is told and fails never, and what fails and is not told. */
function differences(answers: readonly Record<string, unknown>[], told: readonly boolean[]) {
  return {
    alarms: answers.filter(({ fails }, index) => told[index] === true && fails !== true),
    misses: answers.filter(({ fails }, index) => told[index] !== true && fails === true),
  };
}

describe('what is said to fail where something is absent or null', () => {
  it('is what fails on the server, in rules of CRDs', () => {
    const [head, ...answers] = readAnswers('flow-rules');
    const schema = head?.schema ?? {};
    const told = answers.map(({ rule }) =>
      isTold(crdWith(schema, rule), /^cel\/crd-unguarded-field$/),
    );
    const { alarms, misses } = differences(answers, told);
    expect(alarms).toEqual([]);
    // Rules with too many cases to go through.
    expect(misses.length).toBeLessThanOrEqual(1);
  });

  it('is what fails on the server, in validations of policies', () => {
    const [head, ...answers] = readAnswers('flow-policies');
    const told = answers.map(({ expression }) =>
      isTold(policyWith(head?.variables, expression), /^cel\/(unguarded-field|null-)/),
    );
    expect(differences(answers, told)).toEqual({ alarms: [], misses: [] });
  });
});

describe('what a search costs', () => {
  /** Looks for failures of an expression about any object, and gives how many steps are left. */
  function stepsLeft(expression: string, steps: number): number {
    const compiled = compile(expression, { place: 'vap', minor: NEWEST_MINOR });
    if (!compiled.ok) throw new Error(compiled.detail);
    const object = Place.root('object', ANY_SHAPE);
    const budget = { steps };
    findFailures(
      {
        evaluate: (_, evaluator) =>
          evaluator.evaluate(compiled.checked, () => ({ kind: 'input', place: object })),
        isOrdinary: () => true,
      },
      budget,
    );
    return budget.steps;
  }

  const questions = Array.from({ length: 40 }, (_, index) => `has(object.a${index})`);
  // Each fold doubles the text of the value that the next one goes through.
  const doubling = (body: (inner: string, variable: string) => string) =>
    Array.from({ length: 40 }, (_, index) => `x${39 - index}`).reduce(
      (inner, variable, index) =>
        `[${body(index === 39 ? 'object.name' : `x${38 - index}`, variable)}].all(${variable}, ${inner})`,
      'x39 != object.other',
    );

  it.each([
    [
      'many cases',
      questions
        .map((one) => `(${one} ? 1 : 0)`)
        .join(' + ')
        .concat(' > 0'),
    ],
    ['lists that double', doubling((outer) => `[${outer}, ${outer}]`)],
    ['texts that double', doubling((outer) => `string(${outer}) + string(${outer})`)],
  ])('is no more than is granted, with %s', (_, expression) => {
    const left = stepsLeft(expression, 10_000);
    expect(left).toBeLessThan(0);
    // What has been granted may be spent once more by the last step of all.
    expect(left).toBeGreaterThan(-25_000);
  });

  it('is bounded where variables double each other', () => {
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
