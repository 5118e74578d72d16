import { minorsBefore } from '../../src/kubernetes/server-changes.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'crd/selectable-fields-since',
  kinds: ['CustomResourceDefinition'],
  severity: 'info',
  summary: 'Selectable fields are served by the targeted version of Kubernetes.',
  details: `
\`selectableFields\` let clients select objects by a field (\`kubectl get --field-selector\`). They are on by default since
Kubernetes 1.31. A server of 1.30 drops them when the CRD is written, and refuses such selectors.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#crd-selectable-fields',
  messages: {
    dropped: {
      text: 'Kubernetes 1.30 drops selectableFields, so field selectors do not work there',
      help: 'do without them as long as 1.30 matters',
      range: minorsBefore('selectable-fields'),
      rows: ['crd-lint-selectable-before-131'],
      withoutExample: 'examples are of the newest minor',
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
    for (const version of resource.root.get('spec').get('versions').items()) {
      const fields = version.get('selectableFields');
      if ((fields.value ?? []).length > 0) report('dropped', fields.location('key'));
    }
  },
});
