import { valueLocation } from '../../src/analysis/custom-resources/locations.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'custom-resource/embedded-resource',
  on: 'custom-resource',
  severity: 'error',
  summary: 'An embedded object has an apiVersion, a kind and valid metadata.',
  details: `
A field with \`x-kubernetes-embedded-resource: true\` holds a whole Kubernetes object. The server decodes its metadata as those of
any object, and validates them nearly as strictly. The other fields of the object depend on the schema of the CRD.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#rawextension',
  messages: {
    required: {
      text: 'the embedded object needs {field}',
      help: 'add {field}',
      cause: 'FieldValueRequired',
      rows: ['cr-embedded-apiversion-required', 'cr-embedded-kind-required'],
      explains: ['custom-resource/validation-rule#blocked'],
    },
    invalid: {
      text: 'the embedded object is not valid: {reason}',
      help: 'correct {field}',
      cause: 'FieldValueInvalid',
      rows: [
        'cr-embedded-empty',
        'cr-embedded-apiversion-form',
        'cr-embedded-kind-label',
        'cr-embedded-metadata',
      ],
    },
    long: {
      text: 'the embedded object is not valid: {reason}',
      help: 'shorten {field}',
      cause: 'FieldValueTooLong',
      rows: ['cr-embedded-metadata'],
      explains: ['custom-resource/validation-rule#blocked'],
      withoutExample: 'it would be 256 KiB long',
    },
    unsupported: {
      text: 'the embedded object is not valid: {reason}',
      help: 'correct {field}',
      cause: 'FieldValueNotSupported',
      rows: ['cr-embedded-managed-fields'],
      explains: ['custom-resource/validation-rule#blocked'],
    },
    illTyped: {
      text: 'the embedded object cannot be decoded: {reason}',
      help: 'correct {field}; as long as it is wrong, the server reports nothing else about the object',
      cause: 'Undecodable',
      rows: ['cr-embedded-not-string'],
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
                        template:
                          type: object
                          x-kubernetes-embedded-resource: true
                          x-kubernetes-preserve-unknown-fields: true
        ---
        apiVersion: stable.example.com/v1
        kind: CronTab
        metadata: { name: nightly }
        spec:
          template: # expect: required
            apiVersion: batch/v1/beta
            #           ^^^^^^^^^^^^^ expect: invalid
            metadata:
              labels: { app: two words } # expect: invalid
              managedFields: [{ operation: Delete }]
              #                            ^^^^^^ expect: unsupported
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
                        template:
                          type: object
                          x-kubernetes-embedded-resource: true
                          x-kubernetes-preserve-unknown-fields: true
        ---
        apiVersion: stable.example.com/v1
        kind: CronTab
        metadata: { name: nightly }
        spec:
          template:
            apiVersion: 1
            #           ^ expect: illTyped
            kind: Job
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
                        template:
                          type: object
                          x-kubernetes-embedded-resource: true
                          x-kubernetes-preserve-unknown-fields: true
        ---
        apiVersion: stable.example.com/v1
        kind: CronTab
        metadata: { name: nightly }
        spec:
          template:
            apiVersion: batch/v1
            kind: Job
      `,
    ],
  },
  check(resource, { report }) {
    const { typeFault } = resource.decoded;
    if (typeFault !== undefined) {
      const { segments, reason } = typeFault;
      const location = valueLocation(resource, segments, null);
      report({
        message: 'illTyped',
        at: location,
        values: { reason, field: String(segments.at(-1)) },
      });
    }
    for (const { kind, segments, path, reason } of resource.errors.embedded) {
      const location = valueLocation(resource, segments, path);
      const field = String(segments.at(-1));
      if (kind === 'required') report({ message: 'required', at: location, values: { field } });
      else report({ message: MESSAGES[kind], at: location, values: { reason, field } });
    }
  },
});

const MESSAGES = {
  invalid: 'invalid',
  'too-long': 'long',
  'not-supported': 'unsupported',
} as const;
