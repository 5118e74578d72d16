import { reportSchemaProblems, schemaJudgements } from '../../src/analysis/crd/schemas.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'crd/preserve-unknown-fields',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'error',
  summary: 'Only x-kubernetes-preserve-unknown-fields: true preserves unknown fields.',
  details: `
\`spec.preserveUnknownFields: true\` dates from CRDs without schemas. The API server refuses it in
\`apiextensions.k8s.io/v1\`, with additional errors where the schema has defaults or the CRD has a conversion webhook.

To keep fields that the schema does not declare, set \`x-kubernetes-preserve-unknown-fields: true\` in the schema of the
object that contains them. To prune them, omit the keyword; \`false\` is not allowed.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#field-pruning',
  messages: {
    whole: {
      text: 'spec.preserveUnknownFields cannot be true in apiextensions.k8s.io/v1',
      help: 'remove it; set x-kubernetes-preserve-unknown-fields: true in the schema where unknown fields must be kept',
      cause: 'FieldValueInvalid',
      rows: ['crd-preserve-unknown-fields-true'],
      explains: ['crd/preserve-unknown-fields#defaults', 'crd/preserve-unknown-fields#conversion'],
    },
    defaults: {
      text: 'a schema cannot have defaults while spec.preserveUnknownFields is true',
      help: 'remove spec.preserveUnknownFields',
      cause: 'FieldValueInvalid',
      rows: ['crd-preserve-unknown-fields-defaults'],
    },
    conversion: {
      text: "the conversion strategy cannot be '{strategy}' while spec.preserveUnknownFields is true",
      help: 'remove spec.preserveUnknownFields',
      cause: 'FieldValueInvalid',
      rows: ['crd-preserve-unknown-fields-conversion'],
    },
    false: {
      text: 'x-kubernetes-preserve-unknown-fields cannot be false',
      help: 'remove it; without it, unknown fields are pruned',
      cause: 'FieldValueInvalid',
      rows: ['crd-preserve-false'],
      explains: ['crd/selectable-fields#unformed', 'crd/selectable-fields#schemaCrash'],
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
          preserveUnknownFields: true
          #                      ^^^^ expect: whole, defaults
          conversion:
            strategy: Webhook
            #         ^^^^^^^ expect: conversion
            webhook:
              clientConfig: { service: { name: hooks, namespace: shop } }
              conversionReviewVersions: [v1]
          versions:
            - name: v1
              served: true
              storage: true
              schema:
                openAPIV3Schema:
                  type: object
                  x-kubernetes-preserve-unknown-fields: false
                  #                                     ^^^^^ expect: false
                  properties:
                    spec: { type: object, default: {} }
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
                    values: { type: object, x-kubernetes-preserve-unknown-fields: true }
      `,
    ],
  },
  check(resource, { report }) {
    reportSchemaProblems(report, resource, { false: 'preserve-false' });
    const spec = resource.root.get('spec');
    const whole = spec.get('preserveUnknownFields');
    if (whole.value !== true) return;
    report({ message: 'whole', at: whole });
    if (schemaJudgements(resource).some(({ tree }) => tree.having('default').length > 0)) {
      report({ message: 'defaults', at: whole });
    }
    const strategy = spec.get('conversion').get('strategy');
    if (!strategy.pruned && strategy.value !== 'None') {
      report({ message: 'conversion', at: strategy, values: { strategy: strategy.value ?? '' } });
    }
  },
});
