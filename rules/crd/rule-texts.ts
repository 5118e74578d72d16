import { schemaJudgements, schemaLocation } from '../../src/analysis/crd/schemas.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { seen } from '../../src/server/crd/schema/keywords.ts';
import { keyword } from '../../src/server/crd/schema/problem.ts';

export default defineRule({
  id: 'crd/rule-texts',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'info',
  summary: 'Each validation rule has a message that users see, and is not repeated.',
  details: `
Without \`message\` and \`messageExpression\`, the error of a validation rule shows the expression: "failed rule:
self.minReplicas <= self.replicas". Add a message that says what to change.

With \`reason: FieldValueDuplicate\`, the error shows the value only; the message is not used.

A rule that is repeated in one schema costs twice, and its error is reported twice.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#validation-rules',
  messages: {
    none: {
      text: 'the rule has no message, so its error shows the expression',
      help: 'add a message that says what to change',
      rows: ['crd-lint-rule-message-missing'],
    },
    unused: {
      text: 'the message is never shown: errors with reason FieldValueDuplicate have no message',
      help: 'use reason FieldValueInvalid, or remove the message',
      severity: 'warning',
      rows: ['crd-lint-rule-message-unused'],
    },
    repeated: {
      text: 'the rule is repeated in this schema',
      help: 'remove one of the two',
      rows: ['crd-lint-rule-duplicate'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: { name: crontabs.stable.example.com }
        spec:
          group: stable.example.com
          names: { plural: crontabs, kind: CronTab }
          scope: Namespaced
          versions:
            - name: v1
              served: true
              storage: true
              schema:
                openAPIV3Schema:
                  type: object
                  properties:
                    spec:
                      type: object
                      properties:
                        schedule:
                          type: string
                          maxLength: 64
                          x-kubernetes-validations:
                            - rule: self != ''
                            # ^^^^ expect: none
                            - rule: self != 'never'
                              message: choose another schedule
                              #        ^^^^^^^^^^^^^^^^^^^^^^^ expect: unused
                              reason: FieldValueDuplicate
                            - rule: self != 'never'
                              #     ^^^^^^^^^^^^^^^ expect: repeated
                              message: choose another schedule
      `,
    ],
    good: [
      yaml`
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: { name: crontabs.stable.example.com }
        spec:
          group: stable.example.com
          names: { plural: crontabs, kind: CronTab }
          scope: Namespaced
          versions:
            - name: v1
              served: true
              storage: true
              schema:
                openAPIV3Schema:
                  type: object
                  properties:
                    spec:
                      type: object
                      properties:
                        schedule:
                          type: string
                          maxLength: 64
                          x-kubernetes-validations:
                            - { rule: self != '', message: write a schedule }
      `,
    ],
  },
  check(resource, { report }) {
    for (const judgement of schemaJudgements(resource)) {
      for (const node of seen(judgement.tree, RULES)) {
        if (node.role !== 'structural') continue;
        const texts = new Set<string>();
        for (const [index, one] of (node.schema[RULES] ?? []).entries()) {
          const { rule = '', message = '', messageExpression = '', reason, fieldPath = '' } = one;
          const location = (...below: readonly string[]) =>
            schemaLocation(resource, judgement, node, keyword(RULES, [index], ...below));
          if (rule.trim() === '') continue;
          if (message === '' && messageExpression === '') {
            // The server itself requires a message for a rule of several lines.
            if (!/[\n\r]/.test(rule.trim())) report({ message: 'none', at: location() });
          } else if (reason === 'FieldValueDuplicate') {
            report({
              message: 'unused',
              at: location(message === '' ? 'messageExpression' : 'message'),
            });
          }
          const text = `${fieldPath}\n${rule.trim()}`;
          if (texts.has(text)) report({ message: 'repeated', at: location('rule') });
          texts.add(text);
        }
      }
    }
  },
});

const RULES = 'x-kubernetes-validations';
