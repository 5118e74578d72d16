import { EXPRESSION_LIMIT, schemaCosts } from '../../src/analysis/crd/rule-costs.ts';
import { schemaJudgements, schemaLocation } from '../../src/analysis/crd/schemas.ts';
import { firstInFile } from '../../src/analysis/first-in-file.ts';
import { seen } from '../../src/crd/keywords.ts';
import { keyword } from '../../src/crd/problem.ts';
import type { SchemaNode } from '../../src/crd/schema-node.ts';
import { isIntOrString, isMap } from '../../src/crd/structural.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'crd/rule-bounds',
  kinds: ['CustomResourceDefinition'],
  severity: 'info',
  summary: 'Texts, lists and maps with rules have an upper limit.',
  details: `
The API server estimates what the rules of a CRD cost at most, and refuses a CRD whose rules are too expensive. Where a
text has no \`maxLength\`, a list no \`maxItems\` or a map no \`maxProperties\`, it reckons with as much as fits into a
request of 3 MiB; a rule on the items of such a list counts as often as items fit in there. A little
more in the rule, or one list more around it, and the CRD is refused.

Give what has rules a generous limit: it costs nothing and can be raised later.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#resource-use-by-validation-functions',
  messages: {
    self: {
      text: 'the {what} has rules, but no {limit}: the server reckons with one of 3 MiB{others}',
      help: 'add {limit}',
      rows: ['crd-lint-rule-unbounded'],
    },
    around: {
      text: 'there are rules below the {what}, which has no {limit}: the server counts them as often as items fit into 3 MiB{others}',
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
    // Where a cost is near its limit or above, the rules about costs say which limits are missing.
    const told = new Set(
      schemaCosts(resource)
        .filter(({ expressions }) => expressions.some(({ cost }) => cost > EXPRESSION_LIMIT / 2n))
        .map(({ judgement }) => judgement),
    );
    for (const judgement of schemaJudgements(resource)) {
      if (told.has(judgement)) continue;
      const open = openNodes(seen(judgement.tree, 'x-kubernetes-validations'));
      const first = firstInFile([...open.keys()], (node) =>
        schemaLocation(resource, judgement, node, keyword('type')),
      );
      if (first === undefined) continue;
      const others = open.size === 1 ? '' : `; there are ${open.size - 1} more without a limit`;
      const { what, limit } = LIMITS[kindOf(first.node) ?? 'text'];
      report(open.get(first.node) ?? 'self', first.location, { what, limit, others });
    }
  },
});

const LIMITS = {
  text: { what: 'text', limit: 'maxLength' },
  list: { what: 'list', limit: 'maxItems' },
  map: { what: 'map', limit: 'maxProperties' },
} as const;

/** The schemas without a limit that have rules, or around some that have. */
function openNodes(withRules: readonly SchemaNode[]): ReadonlyMap<SchemaNode, 'self' | 'around'> {
  const open = new Map<SchemaNode, 'self' | 'around'>();
  const visited = new Set<SchemaNode>();
  for (const node of withRules) {
    const rules = node.schema['x-kubernetes-validations'] ?? [];
    if (node.role !== 'structural' || rules.length === 0) continue;
    if (isOpen(node) && rules.some(({ rule = '' }) => readsAll(rule))) open.set(node, 'self');
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

/** Whether a rule may do more than compare: it calls a function, or looks something up. */
function readsAll(rule: string): boolean {
  return rule.includes('(') || / in /.test(rule);
}

function isOpen(node: SchemaNode): boolean {
  const { schema } = node;
  switch (kindOf(node)) {
    case 'text':
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
  if (schema.type === 'string') return 'text';
  if (schema.type === 'array') return 'list';
  return schema.type === 'object' && isMap(schema) && schema.additionalProperties !== false
    ? 'map'
    : undefined;
}

/** Formats of which the server knows how long their texts can be. */
function hasShortFormat(format = ''): boolean {
  return /^(?:date|date-?time|duration)$/.test(format);
}
