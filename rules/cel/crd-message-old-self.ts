import { validationRuleSets } from '../../src/analysis/cel/symbolic/validation-rule-sets.ts';
import { ruleLocation } from '../../src/analysis/crd/rules.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'cel/crd-message-old-self',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'warning',
  summary: 'A messageExpression uses oldSelf only if its rule does.',
  details: `
A rule that uses \`oldSelf\` is evaluated only in updates of an existing value, so its message can use \`oldSelf\` too. Any other rule
is also evaluated when a resource is created. Then \`oldSelf\` does not exist, the messageExpression fails, and the \`message\`
or the text of the rule is shown instead.

With \`optionalOldSelf: true\`, \`oldSelf\` is an optional value in both: \`oldSelf.hasValue() ? ... : ...\`.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#message-expression',
  messages: {
    unbound: {
      text: 'oldSelf does not exist when a resource is created, so this message is not shown then',
      help: 'use only self, or use oldSelf with optionalOldSelf in the rule too',
      rows: ['crd-lint-message-expression-oldself'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: { name: pools.shop.example.com }
        spec:
          group: shop.example.com
          names: { plural: pools, kind: Pool }
          scope: Namespaced
          versions:
            - name: v1
              served: true
              storage: true
              schema:
                openAPIV3Schema:
                  type: object
                  required: [zone]
                  properties:
                    zone:
                      type: string
                      maxLength: 20
                      x-kubernetes-validations:
                        - rule: self != ''
                          messageExpression: "'the zone was ' + oldSelf"
                          #                  ^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: unbound
      `,
    ],
    good: [
      yaml`
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: { name: pools.shop.example.com }
        spec:
          group: shop.example.com
          names: { plural: pools, kind: Pool }
          scope: Namespaced
          versions:
            - name: v1
              served: true
              storage: true
              schema:
                openAPIV3Schema:
                  type: object
                  required: [zone]
                  properties:
                    zone:
                      type: string
                      maxLength: 20
                      x-kubernetes-validations:
                        - rule: self == oldSelf
                          messageExpression: "'the zone stays ' + oldSelf"
      `,
    ],
  },
  check(resource, { report }) {
    for (const { rules } of validationRuleSets(resource)) {
      for (const { rules: of, index, entry, usesOldSelf } of rules) {
        const { message } = entry;
        if (usesOldSelf || message?.compiled.ok !== true) continue;
        const messageUsesOldSelf = [...message.compiled.checked.references.values()].some(
          (reference) => reference.kind === 'variable' && reference.name === 'oldSelf',
        );
        if (!messageUsesOldSelf) continue;
        report({
          message: 'unbound',
          at: ruleLocation(resource, of, { index, name: 'messageExpression' }),
        });
      }
    }
  },
});
