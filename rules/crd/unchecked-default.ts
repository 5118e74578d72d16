import { schemaJudgements, schemaLocation } from '../../src/analysis/crd/schemas.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { keyword } from '../../src/server/crd/schema/problem.ts';
import type { SchemaNode } from '../../src/server/crd/schema-node.ts';
import { valueText } from '../../src/server/crd/values/json-text.ts';
import { listFaults } from '../../src/server/crd/values/list-uniqueness.ts';
import { validateValue } from '../../src/server/crd/values/validate.ts';
import type { ValueFault } from '../../src/server/crd/values/validation-outcome.ts';
import { writtenAsFloat } from '../../src/yaml/index.ts';

export default defineRule({
  id: 'crd/unchecked-default',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'warning',
  summary: 'A default is valid, even where the server does not validate it.',
  details: `
The API server validates most defaults when a CRD is written. It does not validate defaults below
\`additionalProperties\`, and never checks the default of a list of type \`set\` or \`map\` (\`x-kubernetes-list-type\`) for
duplicates. Such a default is applied to objects and refused there: users who omit the field get an error for a value
that they did not write.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#defaulting',
  messages: {
    invalid: {
      text: 'the default is invalid, so objects that omit the field are refused: {reason}',
      help: 'fix the default; the server does not validate defaults below additionalProperties',
      rows: ['crd-lint-default-unchecked'],
    },
    repeated: {
      text: 'the default of a list of type {type} has duplicates, so objects that omit the field are refused',
      help: 'remove one of the equal items',
      rows: ['crd-lint-default-set-duplicates'],
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
                        zones:
                          type: array
                          x-kubernetes-list-type: set
                          items: { type: string }
                          default: [a, b, a]
                          #               ^ expect: repeated
                        pools:
                          type: object
                          additionalProperties:
                            type: object
                            properties:
                              size: { type: integer, default: small }
                              #                               ^^^^^ expect: invalid
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
                        zones:
                          type: array
                          x-kubernetes-list-type: set
                          items: { type: string }
                          default: [a, b]
                        pools:
                          type: object
                          additionalProperties:
                            type: object
                            properties:
                              size: { type: integer, default: 3 }
      `,
    ],
  },
  check(resource, { report, minor }) {
    for (const judgement of schemaJudgements(resource)) {
      for (const node of judgement.tree.having('default')) {
        const { schema, role } = node;
        const value = schema.default;
        if (value === undefined || role !== 'structural' || node.insideMetadata) continue;
        const location = (segments: readonly (string | number)[]) => {
          const below = { ...keyword('default'), segments: ['default', ...segments] };
          return schemaLocation(resource, judgement, node, below);
        };
        if (isBelowMap(node)) {
          const isFloat = writtenAsFloat(schema, 'default');
          const { problems } = validateValue(value, schema, { minor, of: 'resource' }, { isFloat });
          for (const { fault, segments } of problems) {
            report({
              message: 'invalid',
              at: location(segments),
              values: { reason: reasonOf(fault, segments) },
            });
          }
        }
        for (const { kind, segments, listType } of listFaults(value, schema, { fillsKeys: true })) {
          if (kind !== 'duplicate') continue;
          report({ message: 'repeated', at: location(segments), values: { type: listType } });
        }
      }
    }
  },
});

function isBelowMap(node: SchemaNode): boolean {
  for (let step: SchemaNode | undefined = node; step !== undefined; step = step.parent) {
    if (step.keyword === 'additionalProperties') return true;
  }
  return false;
}

function reasonOf(fault: ValueFault, segments: readonly (string | number)[]): string {
  switch (fault.kind) {
    case 'type':
      return `it is not of type ${fault.expected}`;
    case 'required':
      return `'${segments.at(-1) ?? ''}' is required`;
    case 'enum':
      return `it must be one of ${fault.values.map(valueText).join(', ')}`;
    case 'too-long':
      return `it is longer than ${fault.most} characters`;
    case 'too-many':
      return `it has more than ${fault.most} items or properties`;
    case 'forbidden':
      return `the property '${fault.property}' is not allowed`;
    case 'invalid':
      return fault.reason;
  }
}
