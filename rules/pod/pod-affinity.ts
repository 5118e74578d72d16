import {
  requireFormat,
  requireText,
  requireValidText,
  VALUE_MESSAGES,
} from '../../src/analysis/fields/value-checks.ts';
import { labelKeyProblem } from '../../src/analysis/metadata/labels.ts';
import { labelProblem } from '../../src/analysis/metadata/names.ts';
import { affinityTermsOf, requireWeight } from '../../src/analysis/pods/affinity-terms.ts';
import { addedLabels, checkMatchLabelKeys } from '../../src/analysis/pods/match-label-keys.ts';
import { POD_KINDS, podOf } from '../../src/analysis/pods/pod-specs.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { hasGate } from '../../src/server/kubernetes/server.ts';

export default defineRule({
  id: 'pod/pod-affinity',
  on: 'object',
  kinds: POD_KINDS,
  severity: 'error',
  summary:
    'Terms of pod affinity and anti-affinity have a topology key, and preferred ones a weight.',
  details: `
A term says near which pods, or far from which pods, a pod is scheduled. \`topologyKey\` is the label of nodes that says what near
is: \`kubernetes.io/hostname\` for one node, \`topology.kubernetes.io/zone\` for one zone. A preferred term is in
\`podAffinityTerm\`, and has a \`weight\` from 1 to 100.

\`matchLabelKeys\` and \`mismatchLabelKeys\` need a \`labelSelector\`, and the selector may not have the same keys.
`,
  reference:
    'https://kubernetes.io/docs/concepts/scheduling-eviction/assign-pod-node/#inter-pod-affinity-and-anti-affinity',
  messages: {
    required: {
      ...VALUE_MESSAGES.required,
      rows: ['pod-pod-affinity-required'],
      explainsInField: ['pod/pod-affinity#invalid'],
    },
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['pod-pod-affinity-invalid'] },
    forbidden: { ...VALUE_MESSAGES.forbidden, rows: ['pod-pod-affinity-forbidden'] },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          containers: [{ name: web, image: nginx }]
          affinity:
            podAntiAffinity:
              requiredDuringSchedulingIgnoredDuringExecution:
                - labelSelector: { matchLabels: { app: shop } } # expect: required, invalid
              preferredDuringSchedulingIgnoredDuringExecution:
                - weight: 0
                  #       ^ expect: invalid
                  podAffinityTerm:
                    topologyKey: zone of the node
                    #            ^^^^^^^^^^^^^^^^ expect: invalid
                    matchLabelKeys: [pod-template-hash]
                    #               ^^^^^^^^^^^^^^^^^^^ expect: forbidden
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop, labels: { app: shop } }
        spec:
          containers: [{ name: web, image: nginx }]
          affinity:
            podAntiAffinity:
              preferredDuringSchedulingIgnoredDuringExecution:
                - weight: 100
                  podAffinityTerm:
                    labelSelector: { matchLabels: { app: shop } }
                    topologyKey: kubernetes.io/hostname
      `,
    ],
  },
  check(resource, { report, server }) {
    const { spec } = podOf(resource);
    const labels = addedLabels(resource);
    const { terms, weighted } = affinityTermsOf(spec);
    for (const term of weighted) requireWeight(report, term.get('weight'));
    for (const term of terms) {
      const key = term.get('topologyKey');
      requireText(report, key, 'a label of nodes, such as kubernetes.io/hostname');
      requireValidText(report, key, labelKeyProblem);
      for (const namespace of term.itemsOf('namespaces')) {
        requireFormat(report, namespace, labelProblem, { path: `${term.path}.namespace` });
      }
      if (!hasGate(server, 'MatchLabelKeysInPodAffinity', true)) continue;
      checkMatchLabelKeys(report, {
        owner: term,
        selector: term.get('labelSelector'),
        matchLabelKeys: term.get('matchLabelKeys'),
        mismatchLabelKeys: term.get('mismatchLabelKeys'),
        labels,
      });
    }
  },
});
