import { affinityTermsOf } from '../../src/analysis/pods/affinity-terms.ts';
import { POD_KINDS, podOf } from '../../src/analysis/pods/pod-specs.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'pod/selects-nothing',
  on: 'object',
  kinds: POD_KINDS,
  severity: 'warning',
  summary: 'Affinity terms and topology spread constraints have a label selector.',
  details: `
A term of pod affinity or anti-affinity, and a topology spread constraint, count the pods that their \`labelSelector\` selects. Without
one they count none, so that they have no effect, or no node is good enough. An empty selector, \`labelSelector: {}\`, selects all
pods.
`,
  reference:
    'https://kubernetes.io/docs/concepts/scheduling-eviction/topology-spread-constraints/#topologyspreadconstraints-field',
  messages: {
    none: {
      text: 'without a labelSelector no pod is counted',
      help: 'add a labelSelector with labels of the pods, or an empty one for all pods',
      cause: 'Warning',
      rows: ['pod-selects-nothing-none'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          containers: [{ name: web, image: nginx }]
          topologySpreadConstraints:
            - maxSkew: 1 # expect: none
              topologyKey: kubernetes.io/hostname
              whenUnsatisfiable: ScheduleAnyway
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop, labels: { app: shop } }
        spec:
          containers: [{ name: web, image: nginx }]
          topologySpreadConstraints:
            - maxSkew: 1
              topologyKey: kubernetes.io/hostname
              whenUnsatisfiable: ScheduleAnyway
              labelSelector: { matchLabels: { app: shop } }
      `,
    ],
  },
  check(resource, { report }) {
    const { spec } = podOf(resource);
    const { terms } = affinityTermsOf(spec);
    const constraints = spec.itemsOf('topologySpreadConstraints');
    const selectors = [
      ...terms.map((term) => term.get('labelSelector')),
      ...constraints.map((constraint) => constraint.get('labelSelector')),
    ];
    for (const selector of selectors) {
      if (selector.absent) report({ message: 'none', at: selector });
    }
  },
});
