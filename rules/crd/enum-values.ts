import { schemaJudgements, schemaLocation } from '../../src/analysis/crd/schemas.ts';
import { declaringSchemas } from '../../src/crd/declaring-schemas.ts';
import { seen } from '../../src/crd/keywords.ts';
import { keyword } from '../../src/crd/problem.ts';
import { isIntOrString, type StructuralSchema } from '../../src/crd/structural.ts';
import type { Value } from '../../src/kubernetes/value.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { isMapping } from '../../src/yaml/index.ts';

export default defineRule({
  id: 'crd/enum-values',
  kinds: ['CustomResourceDefinition'],
  severity: 'warning',
  summary: 'Each value of an enum can be used, and stands there once.',
  details: `
The API server takes any values in an \`enum\`. One of another type than the schema's can never be used: the type is
checked as well. In YAML this happens to texts that look like something else: \`on\`, \`no\`, \`1.0\` and \`null\` need
quotes to be texts.

A value that may be null (\`nullable: true\`) and has an enum is refused when it is null, even where the enum lists null.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#validation',
  messages: {
    type: {
      text: 'the enum lists {value}, a {kind}, but the type is {type}: it can never be used',
      help: 'write a value of type {type}, in quotes where it is a text, or take it out',
      rows: ['crd-lint-enum-type'],
    },
    repeated: {
      text: 'the enum lists {value} twice',
      help: 'take one of them out',
      rows: ['crd-lint-enum-type'],
    },
    nullable: {
      text: 'the value may be null, but null is always refused where there is an enum',
      help: 'take nullable out, and leave the property out instead of setting it to null',
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
        const isNullable = declared?.nullable === true;
        if (isNullable && node.role === 'structural') {
          report('nullable', schemaLocation(resource, judgement, node, keyword('nullable')));
        }
        const known = new Set<Value>();
        for (const [index, value] of values.entries()) {
          const location = () =>
            schemaLocation(resource, judgement, node, keyword('enum', [index]));
          const kind = kindOf(value);
          const shown = show(value);
          if (known.has(value)) report('repeated', location(), { value: shown });
          else if (
            declared !== undefined &&
            !fits(kind, declared) &&
            !(isNullable && value === null)
          ) {
            const type = isIntOrString(declared) ? 'integer or string' : (declared.type ?? '');
            report('type', location(), {
              value: shown,
              kind: kind === 'boolean' ? 'truth value' : kind,
              type,
            });
          }
          known.add(value);
        }
      }
    }
  },
});

type Kind = 'null' | 'boolean' | 'string' | 'integer' | 'number' | 'list' | 'object';

function kindOf(value: Value): Kind {
  if (value === null) return 'null';
  if (typeof value === 'boolean' || typeof value === 'string') return typeof value as Kind;
  if (typeof value === 'bigint') return 'integer';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return isMapping(value) ? 'object' : 'list';
}

function fits(kind: Kind, schema: StructuralSchema): boolean {
  if (isIntOrString(schema)) return kind === 'integer' || kind === 'string';
  const type = schema.type ?? '';
  if (type === '') return true;
  if (type === 'number') return kind === 'number' || kind === 'integer';
  return type === (kind === 'list' ? 'array' : kind);
}

function show(value: Value): string {
  if (typeof value === 'string') return `'${value}'`;
  if (isMapping(value)) return '{...}';
  return Array.isArray(value) ? '[...]' : String(value);
}
