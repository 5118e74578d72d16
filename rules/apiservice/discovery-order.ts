import { defineRule, yaml } from '../../src/rule/rule.ts';

/** The priority of the core group, the highest of the built-in ones. */
const CORE_PRIORITY = 18_000;

export default defineRule({
  id: 'apiservice/discovery-order',
  kinds: ['APIService'],
  severity: 'warning',
  summary: 'A group comes behind the core group, and its versions have the usual form.',
  details: `
\`groupPriorityMinimum\` orders groups in discovery. The core group has 18000 and \`apps\` 17800; with a larger
number, a name that both groups have (\`kubectl get pods\`, \`kubectl get po\`) finds the extension first.

Versions are sorted by their names where their priorities are equal: \`v2\`, \`v1\`, \`v1beta1\`, \`v1alpha1\`. Any other
form, such as \`latest\` or \`1.0\`, comes after all of these, in alphabetical order.
`,
  reference:
    'https://kubernetes.io/docs/reference/kubernetes-api/cluster-resources/api-service-v1/',
  messages: {
    above: {
      text: 'groupPriorityMinimum {value} is above that of the core group, so kubectl finds this group first',
      help: 'write 1000 or less',
      rows: ['lint-as-priority-above-builtin'],
    },
    version: {
      text: "the version '{version}' sorts after all versions of the usual form",
      help: 'write a version such as v1, v2beta1 or v1alpha1',
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
      report('above', priority, { value: priority.value });
    }
    const text = version.value ?? '';
    if (text !== '' && !/^v[1-9][0-9]*((alpha|beta)[1-9][0-9]*)?$/.test(text)) {
      report('version', version, { version: text });
    }
  },
});
