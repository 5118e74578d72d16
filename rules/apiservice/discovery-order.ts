import { defineRule, yaml } from '../../src/rule/rule.ts';

/** The priority of the core group, the highest of the built-in ones. */
const CORE_PRIORITY = 18_000;

export default defineRule({
  id: 'apiservice/discovery-order',
  on: 'object',
  kinds: ['APIService'],
  severity: 'warning',
  summary:
    'In discovery, an extension comes after the core group, and its versions have the usual form.',
  details: `
\`groupPriorityMinimum\` determines the order of the groups in discovery. The core group has 18000, and \`apps\` has
17800. If the priority of an extension is higher and both have a resource or short name (\`kubectl get pods\`,
\`kubectl get po\`), then kubectl uses that of the extension.

Versions of equal priority are sorted by their names: \`v2\`, \`v1\`, \`v1beta1\`, \`v1alpha1\`. Versions of another form,
such as \`latest\` or \`1.0\`, come after all of these, in alphabetical order.
`,
  reference:
    'https://kubernetes.io/docs/reference/kubernetes-api/cluster-resources/api-service-v1/',
  messages: {
    above: {
      text: 'groupPriorityMinimum {value} is above the 18000 of the core group, so kubectl prefers resources of this group',
      help: 'use 1000 or less',
      rows: ['lint-as-priority-above-builtin'],
    },
    version: {
      text: "the version '{version}' comes after all versions such as v1 or v1beta1 in discovery",
      help: 'use a version such as v1, v2beta1 or v1alpha1',
      severity: 'info',
      rows: ['lint-as-version-not-kube-like'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: apiregistration.k8s.io/v1
        kind: APIService
        metadata: { name: latest.metrics.example.com }
        spec:
          group: metrics.example.com
          version: latest
          #        ^^^^^^ expect: version
          groupPriorityMinimum: 19000
          #                     ^^^^^ expect: above
          versionPriority: 100
          service: { name: metrics, namespace: monitoring }
      `,
    ],
    good: [
      yaml`
        apiVersion: apiregistration.k8s.io/v1
        kind: APIService
        metadata: { name: v1.metrics.example.com }
        spec:
          group: metrics.example.com
          version: v1
          groupPriorityMinimum: 1000
          versionPriority: 100
          service: { name: metrics, namespace: monitoring }
      `,
    ],
  },
  check(resource, { report }) {
    const spec = resource.root.get('spec');
    const priority = spec.get('groupPriorityMinimum');
    const version = spec.get('version');
    if (spec.get('service').value === undefined) return;
    if (priority.value !== undefined && priority.value > CORE_PRIORITY) {
      report({ message: 'above', at: priority, values: { value: priority.value } });
    }
    const text = version.value ?? '';
    if (text !== '' && !/^v[1-9][0-9]*((alpha|beta)[1-9][0-9]*)?$/.test(text)) {
      report({ message: 'version', at: version, values: { version: text } });
    }
  },
});
