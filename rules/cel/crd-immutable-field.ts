import { validationRuleSets } from '../../src/analysis/cel/symbolic/validation-rule-sets.ts';
import { ruleLocation } from '../../src/analysis/crd/rules.ts';
import type { Expr } from '../../src/cel/ast.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { removableProperty } from './crd-immutable-field/removal.ts';

export default defineRule({
  id: 'cel/crd-immutable-field',
  kinds: ['CustomResourceDefinition'],
  severity: 'warning',
  summary: 'A field that is not to change cannot be removed either.',
  details: `
\`self == oldSelf\` at a field is run only where the field is there both before and after an update. Where
the field is optional, it can be removed, and then be set to another value: it changes in two steps.

Add a rule to the object that has the field: \`!has(oldSelf.zone) || has(self.zone)\` forbids to remove it;
\`has(self.zone) == has(oldSelf.zone)\` forbids to add it later, too. Or require the field, or give it a
default.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#transition-rules',
  messages: {
    removable: {
      text: '{name} can be removed and then be set to something else: this rule is not run then',
      help: 'add to the rules of the object around it: !has(oldSelf.{inRules}) || has(self.{inRules})',
      rows: ['crd-lint-immutable-optional'],
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
                  properties:
                    spec:
                      type: object
                      properties:
                        zone:
                          type: string
                          maxLength: 20
                          x-kubernetes-validations:
                            - rule: self == oldSelf
                              #     ^^^^^^^^^^^^^^^ expect: removable
                              message: the zone cannot change
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
                  properties:
                    spec:
                      type: object
                      required: [region]
                      x-kubernetes-validations:
                        - rule: "!has(oldSelf.zone) || has(self.zone)"
                          message: the zone cannot be removed
                      properties:
                        zone:
                          type: string
                          maxLength: 20
                          x-kubernetes-validations:
                            - rule: self == oldSelf
                              message: the zone cannot change
                        region:
                          type: string
                          maxLength: 20
                          x-kubernetes-validations:
                            - rule: self == oldSelf
                              message: the region cannot change
      `,
    ],
  },
  check(resource, { report }) {
    for (const set of validationRuleSets(resource)) {
      for (const rule of set.rules) {
        const { node, index, checked } = rule;
        if (node.keyword !== 'properties' || !isUnchanged(checked.ast.expr)) continue;
        const inRules = removableProperty(set, rule);
        if (inRules === undefined) continue;
        const location = ruleLocation(resource, rule.rules, { index, name: 'rule' });
        report('removable', location, { name: String(node.key), inRules });
      }
    }
  },
});

/** Whether an expression is `self == oldSelf`. */
function isUnchanged(expr: Expr): boolean {
  if (expr.kind !== 'call' || expr.function !== '_==_') return false;
  const names = expr.args.map((arg) => (arg.kind === 'ident' ? arg.name : ''));
  return names.includes('self') && names.includes('oldSelf');
}
