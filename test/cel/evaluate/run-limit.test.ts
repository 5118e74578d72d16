import { expect, it } from 'vitest';
import {
  countEvaluation,
  EvaluationLimitExceeded,
  limitRun,
  limitsOfRun,
} from '../../../src/base/run-limits.ts';
import { admit } from '../../../src/features/admit/admit.ts';
import { admissionInput } from '../../../src/features/eval/expression-input.ts';
import { evaluateExpression } from '../../../src/server/expressions/evaluation.ts';

function evaluate() {
  return evaluateExpression('1 + 1', admissionInput('vap', {}, '1.36'), '1.36');
}

/** Spends the budget of a run on evaluations of a cost. */
function spend(cost: number, times: number): void {
  for (let count = 0; count < times; count++) countEvaluation(() => ({ cost }));
}

it.each([
  [100_000, 1000],
  [10_000, 100_000],
])('the costs of all evaluations of a run are limited: %d, %d times', (cost, times) => {
  limitRun(() => {
    spend(cost, times - 1);
    expect(evaluate()).toMatchObject({ kind: 'value', text: '2' });
    spend(cost, 1);
    expect(() => spend(1, 1)).toThrow(EvaluationLimitExceeded);
    expect(evaluate()).toMatchObject({
      kind: 'error',
      error: 'it takes too much time to evaluate all expressions',
    });
  });
  expect(evaluate()).toMatchObject({ kind: 'value' });
});

it('the parts of a run have one limit', () => {
  const limited = limitsOfRun();
  limited(() => spend(100_000, 1000));
  expect(() => spend(100_000, 1)).not.toThrow();
  expect(() => limited(() => spend(1, 1))).toThrow(EvaluationLimitExceeded);
});

const POLICY = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: a }
spec:
  matchConstraints:
    resourceRules: [{ apiGroups: [''], apiVersions: [v1], operations: ['*'], resources: [configmaps] }]
  validations: [{ expression: 'true' }]
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: { name: a }
spec: { policyName: a, validationActions: [Deny] }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: a }
`;

it('the decisions of a run are limited', () => {
  const requests = () => admit([{ name: 'a.yaml', content: POLICY }]).requests;
  limitRun(() => {
    spend(10_000, 99_999);
    expect(requests()).toMatchObject([{ outcome: 'admitted' }]);
    // Each decision counts, even though the expression costs nothing.
    for (let count = 0; count < 20; count++) requests();
    expect(requests()).toMatchObject([
      {
        outcome: 'unknown',
        unknown: 'it takes too much time to evaluate all expressions',
        decisions: [],
      },
    ]);
  });
  expect(requests()).toMatchObject([{ outcome: 'admitted' }]);
});
