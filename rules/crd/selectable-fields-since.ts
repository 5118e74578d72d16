import { defineRule, yaml } from '../../src/rule/rule.ts';
import { minorsBefore } from '../../src/server/kubernetes/server-changes.ts';

export default defineRule({
  id: 'crd/selectable-fields-since',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'info',
  summary: 'Selectable fields are supported by the targeted version of Kubernetes.',
  details: `
\`selectableFields\` lets clients select objects by the value of a field (\`kubectl get --field-selector\`). It is enabled by
default since Kubernetes 1.31. An API server of 1.30 drops it when the CRD is written, and refuses such selectors.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#crd-selectable-fields',
  messages: {
    dropped: {
      text: 'Kubernetes 1.30 drops selectableFields, so it refuses field selectors that use them',
      help: 'require Kubernetes 1.31 or later, or remove selectableFields',
      range: minorsBefore('selectable-fields'),
      rows: ['crd-lint-selectable-before-131'],
      withoutExample: 'examples are checked for the newest minor',
    },
  },
  examples: {
    bad: [],
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
    for (const version of resource.root.get('spec').itemsOf('versions')) {
      const fields = version.get('selectableFields');
      if ((fields.value ?? []).length > 0)
        report({ message: 'dropped', at: fields.location('key') });
    }
  },
});
