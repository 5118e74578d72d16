import {
  type ValidationRuleSet,
  validationRuleSets,
} from '../../src/analysis/cel/symbolic/validation-rule-sets.ts';
import { ruleLocation } from '../../src/analysis/crd/rules.ts';
import type { Expr } from '../../src/cel/ast.ts';
import type { Location } from '../../src/rule/location.ts';
import type { Resource } from '../../src/rule/resource.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import type { SchemaNode } from '../../src/server/crd/schema-node.ts';
import { escapeProperty } from '../../src/server/expressions/escaping.ts';
import { removableProperty } from './crd-immutable-field/removal.ts';

export default defineRule({
  id: 'cel/crd-immutable-field',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'warning',
  summary: 'An immutable field cannot be removed and set again.',
  details: `
The API server evaluates a rule such as \`self == oldSelf\` only if the field is present both before and after an update. So an
optional field can be removed, and then be set to another value. The same applies to a required field in an optional
object, if the object can be removed.

Each version of a CRD has one finding. It is at the first of these fields, and the others are related places: the same
decision corrects them all.

Add a rule to the object that contains the field: \`!has(oldSelf.zone) || has(self.zone)\` prevents its removal, and
\`has(self.zone) == has(oldSelf.zone)\` also prevents it from being added later. Or make the field required, or set a default.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#transition-rules',
  messages: {
    removable: {
      text: '{name}{others} is not immutable: it can be removed, and then be set to another value',
      help: 'add to the rules of {owner}: !has(oldSelf.{inRules}) || has(self.{inRules})',
      rows: ['crd-lint-immutable-optional'],
    },
    removableParent: {
      text: '{name}{others} is not immutable: {parent} can be removed, and then be added with another value',
      help: 'add to the rules of {owner}: !has(oldSelf.{inRules}) || has(self.{inRules})',
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
                        network:
                          type: object
                          required: [name]
                          properties:
                            name:
                              type: string
                              maxLength: 20
                              x-kubernetes-validations:
                                # a related place
                                - rule: self == oldSelf
                                  message: the network cannot change
      `,
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
                        network:
                          type: object
                          required: [name]
                          properties:
                            name:
                              type: string
                              maxLength: 20
                              x-kubernetes-validations:
                                - rule: self == oldSelf
                                  #     ^^^^^^^^^^^^^^^ expect: removableParent
                                  message: the network cannot change
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
                    status:
                      type: object
                      properties:
                        zone:
                          type: string
                          maxLength: 20
                          x-kubernetes-validations:
                            - rule: self == oldSelf
                              message: the zone cannot change
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
                        secret:
                          type: object
                          default: {}
                          x-kubernetes-validations:
                            - rule: self == oldSelf
                              message: the secret cannot change
                          properties:
                            name:
                              type: string
                              maxLength: 20
                              x-kubernetes-validations:
                                - rule: self == oldSelf
                                  message: the name cannot change
      `,
    ],
  },
  check(resource, { report }) {
    for (const set of validationRuleSets(resource)) {
      const [first, ...others] = removableFields(set, resource);
      if (first === undefined) continue;
      const { node, removed, at } = first;
      report({
        message: removed === node ? 'removable' : 'removableParent',
        at,
        related: others.map((other) => ({ span: other.at.span, message: describeField(other) })),
        values: {
          name: nameOf(node),
          parent: nameOf(removed),
          owner: removed.parent === undefined ? 'the schema' : nameOf(removed.parent),
          inRules: escapeProperty(String(removed.key)) ?? String(removed.key),
          others: describeOthers(others.length),
        },
      });
    }
  },
});

function describeOthers(count: number): string {
  if (count === 0) return '';
  return count === 1 ? ' (and another field)' : ` (and ${count} other fields)`;
}

/** An immutable field that can be removed and set again. */
interface RemovableField {
  readonly node: SchemaNode;
  /** The property whose removal avoids the rule: the field, or one around it. */
  readonly removed: SchemaNode;
  /** The place of the rule. */
  readonly at: Location;
}

/** The immutable fields of a schema that can be removed and set again, in the order of the file. */
function removableFields(
  set: ValidationRuleSet,
  crd: Resource<'CustomResourceDefinition'>,
): readonly RemovableField[] {
  const rules = set.rules.filter(({ checked }) => isUnchanged(checked.ast.expr));
  const unchanged = new Set(rules.map(({ node }) => node));
  return rules
    .flatMap((rule) => {
      const { node, index } = rule;
      // Only controllers write the status.
      if (node.keyword !== 'properties' || isInStatus(node)) return [];
      const removed = removableProperty(set, rule);
      if (removed === undefined || isBelow(removed, unchanged)) return [];
      return [{ node, removed, at: ruleLocation(crd, rule.rules, { index, name: 'rule' }) }];
    })
    .sort((one, other) => one.at.span.start - other.at.span.start);
}

function describeField({ node, removed }: RemovableField): string {
  const name = nameOf(node);
  return removed === node
    ? `${name} can be removed too`
    : `${name}: ${nameOf(removed)} can be removed too`;
}

function isInStatus(node: SchemaNode): boolean {
  if (node.parent === undefined) return false;
  if (node.parent.parent === undefined) return node.key === 'status';
  return isInStatus(node.parent);
}

/** The name of a property in messages; the root has none. */
function nameOf({ parent, key, keyword }: SchemaNode): string {
  if (parent === undefined) return 'the root of the schema';
  return keyword === 'properties' ? String(key) : `the ${keyword} of ${nameOf(parent)}`;
}

/** Reports whether one of some values contains a value, so that it cannot stay the same without it. */
function isBelow({ parent }: SchemaNode, nodes: ReadonlySet<SchemaNode>): boolean {
  return parent !== undefined && (nodes.has(parent) || isBelow(parent, nodes));
}

/** Reports whether an expression is `self == oldSelf`. */
function isUnchanged(expr: Expr): boolean {
  if (expr.kind !== 'call' || expr.function !== '_==_') return false;
  const names = expr.args.map((arg) => (arg.kind === 'ident' ? arg.name : ''));
  return names.includes('self') && names.includes('oldSelf');
}
