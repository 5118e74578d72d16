import { defineRule, yaml } from '../../src/rule/rule.ts';
import { isMapping } from '../../src/yaml/index.ts';

export default defineRule({
  id: 'crd/needless-fields',
  kinds: ['CustomResourceDefinition'],
  severity: 'info',
  summary: 'The manifest of a CRD has no status and no preserveUnknownFields.',
  details: `
The API server drops the \`status\` that comes with a CRD and fills in its own. Old versions of controller-gen wrote an
empty one. Tools that compare manifests with the cluster, such as Argo CD, may report a difference for ever.

\`preserveUnknownFields: false\` is the default of \`apiextensions.k8s.io/v1\`. It is of use only where a CRD may have been
created through v1beta1, where true was the default, and is now updated.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#field-pruning',
  messages: {
    status: {
      text: 'the server drops the status that comes with a CRD',
      help: 'remove it',
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
    if (preserve.value === false && isWritten(preserve.documentPath)) report('preserve', preserve);
    const status = resource.root.get('status');
    const { uid } = resource.root.get('metadata').value ?? {};
    // What was exported from a cluster has more than a status, which is told elsewhere.
    if (isMapping(status.value as never) && uid === undefined)
      report('status', status.location('key'));

    function isWritten(path: readonly (string | number)[]): boolean {
      return resource.origin.document.locate(path) !== undefined;
    }
  },
});
