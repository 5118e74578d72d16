import { EXPRESSION_LIMIT, schemaCosts } from '../../src/analysis/crd/rule-costs.ts';
import { schemaJudgements, schemaLocation } from '../../src/analysis/crd/schemas.ts';
import { firstInFile } from '../../src/analysis/first-in-file.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { seen } from '../../src/server/crd/schema/keywords.ts';
import { keyword } from '../../src/server/crd/schema/problem.ts';
import type { SchemaNode } from '../../src/server/crd/schema-node.ts';
import { isIntOrString, isMap } from '../../src/server/crd/structural.ts';

export default defineRule({
  id: 'crd/rule-bounds',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'info',
  summary: 'Strings, lists and maps with validation rules have a size limit.',
  details: `
The API server estimates the cost of the validation rules of a CRD, and refuses a CRD whose rules are too expensive.
Where a string has no \`maxLength\`, a list no \`maxItems\` or a map no \`maxProperties\`, the estimate assumes the largest
value that fits into a request of 3 MiB. A rule on the items of such a list counts once for each possible item. A
slightly longer rule, or one more enclosing list, can then exceed the limit.

Set a generous limit; it can be raised later.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#resource-use-by-validation-functions',
  messages: {
    self: {
      text: 'the {what} has rules but no {limit}; the cost estimate assumes 3 MiB{others}',
      help: 'add {limit}',
      rows: ['crd-lint-rule-unbounded'],
    },
    around: {
      text: 'the {what} contains rules but has no {limit}; the cost estimate assumes as many items as fit into 3 MiB{others}',
      help: 'add {limit}',
      rows: ['crd-lint-rule-unbounded'],
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
                          #     ^^^^^^ expect: self
                          x-kubernetes-validations:
                            - { rule: "self.matches('^@[a-z]+$')", message: write @daily }
      `,
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
                        ports:
                          type: array
                          #     ^^^^^ expect: around
                          items:
                            type: integer
                            x-kubernetes-validations:
                              - { rule: self != 80, message: choose another port }
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
                        ports:
                          type: array
                          maxItems: 64
                          items:
                            type: integer
                            x-kubernetes-validations:
                              - { rule: self != 80, message: choose another port }
      `,
    ],
  },
  check(resource, { report }) {
    // If a cost is near its limit or above it, the rules for costs report the missing limits.
    const reportedByCost = new Set(
      schemaCosts(resource)
        .filter(({ expressions }) => expressions.some(({ cost }) => cost > EXPRESSION_LIMIT / 2n))
        .map(({ judgement }) => judgement),
    );
    for (const judgement of schemaJudgements(resource)) {
      if (reportedByCost.has(judgement)) continue;
      const open = openNodes(seen(judgement.tree, 'x-kubernetes-validations'));
      const first = firstInFile([...open.keys()], (node) =>
        schemaLocation(resource, judgement, node, keyword('type')),
      );
      if (first === undefined) continue;
      const others = open.size === 1 ? '' : `; the same for ${open.size - 1} more`;
      const { what, limit } = LIMITS[kindOf(first.node) ?? 'string'];
      report({
        message: open.get(first.node) ?? 'self',
        at: first.location,
        values: { what, limit, others },
      });
    }
  },
});

const LIMITS = {
  string: { what: 'string', limit: 'maxLength' },
  list: { what: 'list', limit: 'maxItems' },
  map: { what: 'map', limit: 'maxProperties' },
} as const;

/** The schemas without a limit that have rules themselves, or contain schemas that have some. */
function openNodes(withRules: readonly SchemaNode[]): ReadonlyMap<SchemaNode, 'self' | 'around'> {
  const open = new Map<SchemaNode, 'self' | 'around'>();
  const visited = new Set<SchemaNode>();
  for (const node of withRules) {
    const rules = node.schema['x-kubernetes-validations'] ?? [];
    if (node.role !== 'structural' || rules.length === 0) continue;
    if (isOpen(node) && rules.some(({ rule = '' }) => readsWholeValue(rule))) {
      open.set(node, 'self');
    }
    for (
      let around = node.parent;
      around !== undefined && !visited.has(around);
      around = around.parent
    ) {
      visited.add(around);
      if (!open.has(around) && isOpen(around)) open.set(around, 'around');
    }
  }
  return open;
}

/**
 * Reports whether a rule may read a whole value, because it calls a function or uses the operator `in`. Comparisons are
 * cheap.
 */
function readsWholeValue(rule: string): boolean {
  return rule.includes('(') || / in /.test(rule);
}

function isOpen(node: SchemaNode): boolean {
  const { schema } = node;
  switch (kindOf(node)) {
    case 'string':
      return (
        schema.maxLength === undefined &&
        (schema.enum ?? []).length === 0 &&
        !hasShortFormat(schema.format)
      );
    case 'list':
      return schema.maxItems === undefined;
    case 'map':
      return schema.maxProperties === undefined;
    default:
      return false;
  }
}

function kindOf({ schema }: SchemaNode): keyof typeof LIMITS | undefined {
  if (isIntOrString(schema)) return undefined;
  if (schema.type === 'string') return 'string';
  if (schema.type === 'array') return 'list';
  return schema.type === 'object' && isMap(schema) && schema.additionalProperties !== false
    ? 'map'
    : undefined;
}

/** Formats for which the server's estimate has a maximum length of its own. */
function hasShortFormat(format = ''): boolean {
  return /^(?:date|date-?time|duration)$/.test(format);
}
