import { schemaJudgements, schemaLocation } from '../../src/analysis/crd/schemas.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { declaringSchemas } from '../../src/server/crd/schema/declaring-schemas.ts';
import { seen } from '../../src/server/crd/schema/keywords.ts';
import { keyword } from '../../src/server/crd/schema/problem.ts';
import type { SchemaNode } from '../../src/server/crd/schema-node.ts';
import { isIntOrString, type StructuralSchema } from '../../src/server/crd/structural.ts';
import type { JsonType } from '../../src/server/crd/values/validation-outcome.ts';
import type { Value } from '../../src/server/kubernetes/value.ts';

export default defineRule({
  id: 'crd/enum-values',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'warning',
  summary: 'Each value of an enum is of the type of the schema, and none is repeated.',
  details: `
The API server accepts any values in an \`enum\`. A value whose type is not that of the schema is never accepted in an
object, because the type is validated as well. In YAML this happens to strings that are not quoted: \`on\`, \`no\`, \`1.0\`
and \`null\` are strings only in quotes.

If a schema has \`nullable: true\` and an \`enum\`, the server rejects null, even if the enum contains it. It does not apply
\`allOf\`, \`anyOf\`, \`oneOf\` and \`not\` to null, so an \`enum\` in one of their branches does not reject it; \`enum: [null]\` in a
branch documents that the value may be null. This is an info, because CRDs that are generated from types in Rust have
\`nullable: true\` for each optional enum.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#validation',
  messages: {
    type: {
      text: 'the enum contains {value}, but the type is {type}: this value is never accepted',
      help: 'use a value of type {type} (in YAML, quote a string), or remove it',
      rows: ['crd-lint-enum-type'],
    },
    none: {
      text: 'the enum contains no value of type {type}, so no value is ever accepted',
      help: 'move it into items if the items of a list are meant; else use values of type {type}',
      rows: ['crd-lint-enum-type'],
    },
    repeated: {
      text: 'the enum contains {value} more than once',
      help: 'remove one of them',
      severity: 'info',
      rows: ['crd-lint-enum-type'],
    },
    nullable: {
      text: 'nullable is true, but null is always rejected: an enum never accepts null',
      help: 'remove nullable, or move the enum into allOf, which does not apply to null',
      severity: 'info',
      rows: ['crd-lint-nullable-enum'],
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
                        power:
                          type: string
                          enum: [on, "off", "off"]
                          #      ^^ expect: type
                          #                 ^^^^^ expect: repeated
                        days:
                          type: array
                          items: { type: string }
                          enum: [monday, friday]
                          #     ^^^^^^^^^^^^^^^^ expect: none
                        restart:
                          type: string
                          nullable: true
                          #         ^^^^ expect: nullable
                          enum: [Always, Never, null]
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
                        power: { type: string, enum: ["on", "off"] }
                        port: { x-kubernetes-int-or-string: true, enum: [80, http] }
                        restart: { type: string, anyOf: [{ enum: [Always, Never] }, { enum: [null] }] }
                        policy: { type: string, nullable: true, allOf: [{ enum: [Retain, Delete] }] }
      `,
    ],
  },
  check(resource, { report }) {
    for (const judgement of schemaJudgements(resource)) {
      const { tree } = judgement;
      const declaring = declaringSchemas(tree);
      for (const node of seen(tree, 'enum')) {
        const values = node.schema.enum ?? [];
        if (values.length === 0) continue;
        const declared = declaring(node);
        if (declared?.nullable === true && node.role === 'structural') {
          report({
            message: 'nullable',
            at: schemaLocation(resource, judgement, node, keyword('nullable')),
          });
        }
        const isMisfit = (value: Value) =>
          declared !== undefined && !isUsable(value, node, declared);
        const type = declared === undefined ? '' : typeOf(declared);
        if (values.length > 1 && values.every(isMisfit)) {
          const at = schemaLocation(resource, judgement, node, keyword('enum'));
          report({ message: 'none', at, values: { type } });
          continue;
        }
        const known = new Set<Value>();
        for (const [index, value] of values.entries()) {
          const location = () =>
            schemaLocation(resource, judgement, node, keyword('enum', [index]));
          if (known.has(value))
            report({ message: 'repeated', at: location(), values: { value: describe(value) } });
          else if (isMisfit(value))
            report({ message: 'type', at: location(), values: { value: describe(value), type } });
          known.add(value);
        }
      }
    }
  },
});

const typeOf = (declared: StructuralSchema) =>
  isIntOrString(declared) ? 'integer or string' : (declared.type ?? '');

function isUsable(value: Value, { role }: SchemaNode, declared: StructuralSchema): boolean {
  if (value === null && (declared.nullable === true || role === 'nested')) return true;
  return fits(kindOf(value), declared);
}

function kindOf(value: Value): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  switch (typeof value) {
    case 'boolean':
      return 'boolean';
    case 'string':
      return 'string';
    case 'bigint':
      return 'integer';
    case 'number':
      return Number.isInteger(value) ? 'integer' : 'number';
    default:
      return 'object';
  }
}

function fits(kind: JsonType, schema: StructuralSchema): boolean {
  if (isIntOrString(schema)) return kind === 'integer' || kind === 'string';
  const type = schema.type ?? '';
  if (type === '') return true;
  return type === kind || (type === 'number' && kind === 'integer');
}

function describe(value: Value): string {
  const kind = kindOf(value);
  switch (kind) {
    case 'null':
      return 'null';
    case 'string':
      return `the string '${value}'`;
    case 'array':
    case 'object':
      return `an ${kind}`;
    default:
      return `the ${kind} ${value}`;
  }
}
