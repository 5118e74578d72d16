import { reportSchemaProblems } from '../../src/analysis/crd/schemas.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'crd/default-embedded',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'error',
  summary: 'A default that is an embedded resource has apiVersion, kind and valid metadata.',
  details: `
If a schema has \`x-kubernetes-embedded-resource: true\`, its default is a Kubernetes object and is validated as one: it
requires \`apiVersion\` and \`kind\`, and its \`metadata\` (name, labels, annotations ...) must be valid. The server validates a
default inside the metadata of an embedded resource in the same way.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#defaulting',
  messages: {
    required: {
      text: 'the default is an embedded resource without {member}',
      help: 'add {member} to the default',
      cause: 'FieldValueRequired',
      rows: ['crd-default-embedded-required'],
    },
    metadata: {
      text: 'the default is not a valid embedded resource: {reason}',
      cause: 'FieldValueInvalid',
      rows: ['crd-default-embedded-metadata'],
    },
    unsupported: {
      text: 'the default is not a valid embedded resource: {reason}',
      cause: 'FieldValueNotSupported',
      rows: ['crd-default-embedded-metadata'],
    },
    inside: {
      text: 'with this default the embedded resource is not valid: {reason}',
      cause: 'FieldValueInvalid',
      rows: ['crd-default-inside-meta'],
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
                    template:
                      type: object
                      x-kubernetes-embedded-resource: true
                      x-kubernetes-preserve-unknown-fields: true
                      default: { kind: Pod, metadata: { name: a/b, managedFields: [{ operation: Delete }] } } # expect: required, metadata, unsupported
                      properties:
                        metadata:
                          type: object
                          properties:
                            labels: { type: object, additionalProperties: { type: string }, default: { app: "a b" } }
                            #                                                                        ^^^^^^^^^^^^^^ expect: inside
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
                    template:
                      type: object
                      x-kubernetes-embedded-resource: true
                      x-kubernetes-preserve-unknown-fields: true
                      default: { apiVersion: v1, kind: Pod, metadata: { name: demo } }
      `,
    ],
  },
  check(resource, { report }) {
    reportSchemaProblems(report, resource, {
      required: 'default-embedded-required',
      metadata: 'default-embedded-metadata',
      unsupported: 'default-embedded-unsupported',
      inside: 'default-inside-metadata',
    });
  },
});
