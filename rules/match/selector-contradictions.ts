import { labelSelectors } from '../../src/analysis/metadata/label-selector.ts';
import { KINDS_WITH_RESOURCE_RULES } from '../../src/analysis/requests/resource-rules.ts';
import { contradictionIn } from '../../src/analysis/requests/selector-reach.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'match/selector-contradictions',
  on: 'object',
  kinds: KINDS_WITH_RESOURCE_RULES,
  severity: 'warning',
  summary: 'The requirements of a selector do not contradict each other.',
  details: `
A selector matches objects that meet all its requirements: those of \`matchLabels\` and all of \`matchExpressions\`. With
requirements that contradict each other, such as \`Exists\` and \`DoesNotExist\` for the same key, it matches nothing, but the
API server accepts it. To match either of two values, use one \`In\` requirement with both.
`,
  reference:
    'https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors',
  messages: {
    none: {
      text: "the requirements on the label '{key}' contradict each other, so the selector matches nothing",
      help: 'remove one of them; to match either of two values, use one In requirement with both',
      rows: ['lint-selector-contradiction'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: names }
        spec:
          matchConstraints:
            namespaceSelector:
              matchLabels: { env: prod }
              matchExpressions:
                - key: env
                # ^^^ expect: none
                  operator: NotIn
                  values: [prod, test]
            resourceRules:
              - operations: [CREATE]
                apiGroups: [""]
                apiVersions: [v1]
                resources: [pods]
          validations:
            - expression: object.metadata.name != 'test'
              message: do not call it test
      `,
    ],
    good: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: names }
        spec:
          matchConstraints:
            namespaceSelector:
              matchLabels: { env: prod }
              matchExpressions:
                - { key: team, operator: NotIn, values: [infrastructure] }
            resourceRules:
              - operations: [CREATE]
                apiGroups: [""]
                apiVersions: [v1]
                resources: [pods]
          validations:
            - expression: object.metadata.name != 'test'
              message: do not call it test
      `,
    ],
  },
  check(resource, { report }) {
    for (const selector of labelSelectors(resource)) {
      const contradiction = contradictionIn(selector);
      if (contradiction === undefined) continue;
      report({ message: 'none', at: contradiction.field, values: { key: contradiction.key } });
    }
  },
});
