import { labelSelectors } from '../../src/analysis/metadata/label-selector.ts';
import { KINDS_WITH_ADMISSION_RULES } from '../../src/analysis/requests/admission-rules.ts';
import { contradictionIn } from '../../src/analysis/requests/selector-reach.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'match/selector-contradictions',
  kinds: KINDS_WITH_ADMISSION_RULES,
  severity: 'warning',
  summary: 'The demands of a selector can be met together.',
  details: `
All demands of a selector must be met: those of \`matchLabels\` and each of \`matchExpressions\`. Two that exclude
each other, such as \`Exists\` and \`DoesNotExist\` of one key, select nothing, and the server does not mind. For
either of two values write one \`In\` with both.
`,
  reference:
    'https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors',
  messages: {
    none: {
      text: "the demands on the label '{key}' exclude each other, so this selects nothing",
      help: 'leave one of them out; for either of two values write one In with both',
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
      report('none', contradiction.field, { key: contradiction.key });
    }
  },
});
