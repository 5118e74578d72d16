import { DECIDING_KINDS } from '../../src/analysis/admission/deciders.ts';
import { celCompilations } from '../../src/analysis/cel/compilations.ts';
import { nodeLocation } from '../../src/analysis/cel/types/expression-locations.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { environmentOf } from '../../src/server/expressions/environments.ts';
import { refusedLiterals } from './refused-literal/refused-literals.ts';

export default defineRule({
  id: 'cel/refused-literal',
  on: 'object',
  kinds: DECIDING_KINDS,
  severity: 'warning',
  summary: 'A constant that a function parses is valid.',
  details: `
The API server checks constant durations, timestamps and regular expressions when it compiles an expression. But it parses IP addresses,
CIDR ranges, quantities, versions and URLs only during the evaluation. If one of them is invalid, each evaluation fails, and
\`failurePolicy\` determines the result: \`Fail\` denies all these requests.

\`isIP(...)\`, \`isQuantity(...)\` and similar functions test whether a string is valid, without an error.
`,
  reference: 'https://kubernetes.io/docs/reference/using-api/cel/#kubernetes-ip-address-library',
  messages: {
    refused: {
      text: "'{text}' is not valid for {function}, so each evaluation fails: {reason}",
      help: 'use a string that {function} accepts',
      rows: ['lint-expression-runtime-literal'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: limits.example.com }
        spec:
          matchConstraints:
            resourceRules:
              - apiGroups: [""]
                apiVersions: [v1]
                operations: [CREATE]
                resources: [persistentvolumeclaims]
          validations:
            - expression: quantity(object.spec.resources.requests.storage).isLessThan(quantity('10GB'))
              #                                                                                ^^^^^^ expect: refused
              message: at most 10 gigabytes
      `,
    ],
    good: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: limits.example.com }
        spec:
          matchConstraints:
            resourceRules:
              - apiGroups: [""]
                apiVersions: [v1]
                operations: [CREATE]
                resources: [persistentvolumeclaims]
          validations:
            - expression: quantity(object.spec.resources.requests.storage).isLessThan(quantity('10G'))
              message: at most 10 gigabytes
      `,
    ],
  },
  check(resource, { report }) {
    for (const compilation of celCompilations(resource)) {
      const { compiled, context } = compilation;
      if (!compiled.ok) continue;
      const { functions } = environmentOf(context);
      for (const found of refusedLiterals(compiled.checked, functions)) {
        const { function: name, literal, reason } = found;
        report({
          message: 'refused',
          at: nodeLocation(compilation, found.argument),
          values: { function: name, text: literal, reason },
        });
      }
    }
  },
});
