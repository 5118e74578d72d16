import { schemaJudgements, schemaProblems } from '../../src/analysis/crd/schemas.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'crd/preserve-unknown-fields',
  kinds: ['CustomResourceDefinition'],
  severity: 'error',
  summary:
    'Unknown fields are preserved by x-kubernetes-preserve-unknown-fields: true, and by nothing else.',
  details: `
\`spec.preserveUnknownFields: true\` is from the time before schemas; the API server refuses it in new CRDs, and says
so again where there are defaults or a conversion webhook. To keep fields that are not declared, write
\`x-kubernetes-preserve-unknown-fields: true\` in the schema where they are; to drop them, write nothing: there is no
\`false\`.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#field-pruning',
  messages: {
    whole: {
      text: 'spec.preserveUnknownFields cannot be true in a CRD of version v1',
      help: 'remove it, and write x-kubernetes-preserve-unknown-fields: true in the schema where it is needed',
      cause: 'FieldValueInvalid',
      rows: ['crd-preserve-unknown-fields-true'],
    },
    defaults: {
      text: 'with spec.preserveUnknownFields: true a schema cannot have defaults',
      help: 'remove spec.preserveUnknownFields',
      cause: 'FieldValueInvalid',
      rows: ['crd-preserve-unknown-fields-defaults'],
    },
    conversion: {
      text: "with spec.preserveUnknownFields: true the conversion strategy cannot be '{strategy}'",
      help: 'remove spec.preserveUnknownFields',
      cause: 'FieldValueInvalid',
      rows: ['crd-preserve-unknown-fields-conversion'],
    },
    false: {
      text: 'x-kubernetes-preserve-unknown-fields cannot be false',
      help: 'leave it out: unknown fields are dropped without it',
      cause: 'FieldValueInvalid',
      rows: ['crd-preserve-false'],
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
    for (const { location } of schemaProblems(resource, 'preserve-false'))
      report('false', location);
    const spec = resource.root.get('spec');
    const whole = spec.get('preserveUnknownFields');
    if (whole.value !== true) return;
    report('whole', whole);
    if (schemaJudgements(resource).some(({ tree }) => tree.having('default').length > 0)) {
      report('defaults', whole);
    }
    const strategy = spec.get('conversion').get('strategy');
    if (!strategy.pruned && strategy.value !== 'None') {
      report('conversion', strategy, { strategy: strategy.value ?? '' });
    }
  },
});
