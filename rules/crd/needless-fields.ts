import { defineRule, yaml } from '../../src/rule/rule.ts';
import { isMapping } from '../../src/yaml/index.ts';

export default defineRule({
  id: 'crd/needless-fields',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'info',
  summary: 'The manifest of a CRD sets neither status nor preserveUnknownFields.',
  details: `
The API server ignores the \`status\` of the manifest of a CRD and writes its own. Old versions of controller-gen
generated an empty one. Tools that compare manifests with the cluster, such as Argo CD, may report it as a permanent
difference.

\`preserveUnknownFields: false\` is the default in \`apiextensions.k8s.io/v1\`. It has an effect only on the update of a CRD
that was created through v1beta1, where the default was \`true\`.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#field-pruning',
  messages: {
    status: {
      text: 'the server ignores the status in the manifest of a CRD',
      help: 'remove status',
      rows: ['crd-lint-status-in-manifest'],
    },
    preserve: {
      text: 'preserveUnknownFields: false is the default',
      help: 'remove it, unless the CRD may have been created through v1beta1',
      rows: ['crd-lint-preserve-unknown-fields-field'],
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
          preserveUnknownFields: false
          #                      ^^^^^ expect: preserve
          versions:
            - { name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object } } }
        status: # expect: status
          conditions: []
          storedVersions: []
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
            - { name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object } } }
      `,
    ],
  },
  check(resource, { report }) {
    const preserve = resource.root.get('spec').get('preserveUnknownFields');
    if (preserve.value === false && preserve.isWritten)
      report({ message: 'preserve', at: preserve });
    const status = resource.root.get('status');
    const { uid } = resource.root.get('metadata').value ?? {};
    // Another rule reports all needless fields of an object that was exported from a cluster.
    if (isMapping(status.value as never) && uid === undefined)
      report({ message: 'status', at: status.location('key') });
  },
});
