import { networkPolicyPeers } from '../../src/analysis/network-policy/directed-rules.ts';
import { isMistakenForNameLabel } from '../../src/analysis/requests/namespace-reach.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'network-policy/namespace-labels',
  on: 'object',
  kinds: ['NetworkPolicy'],
  severity: 'warning',
  summary: 'Namespaces are selected by name with the label kubernetes.io/metadata.name.',
  details: `
A \`namespaceSelector\` selects namespaces by their labels. The API server sets the label \`kubernetes.io/metadata.name\` of each
namespace to its name. Namespaces such as \`kube-system\` and \`default\` have no label \`name\` unless somebody sets it. Without
it, the peer matches nothing.

If your namespaces have such a label, the policy works. But anybody who can change the labels of a namespace can then
give it access. The label that the API server sets cannot be changed.
`,
  reference:
    'https://kubernetes.io/docs/concepts/services-networking/network-policies/#targeting-a-namespace-by-its-name',
  messages: {
    label: {
      text: "namespaces do not have the label '{key}' by default, so this peer may match nothing",
      help: 'use kubernetes.io/metadata.name to select a namespace by its name',
      rows: ['lint-np-namespace-label'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: networking.k8s.io/v1
        kind: NetworkPolicy
        metadata: { name: web }
        spec:
          podSelector: { matchLabels: { app: web } }
          ingress:
            - from:
                - namespaceSelector:
                    matchLabels:
                      name: ingress-nginx
                    # ^^^^ expect: label
      `,
    ],
    good: [
      yaml`
        apiVersion: networking.k8s.io/v1
        kind: NetworkPolicy
        metadata: { name: web }
        spec:
          podSelector: { matchLabels: { app: web } }
          ingress:
            - from:
                - namespaceSelector:
                    matchLabels:
                      kubernetes.io/metadata.name: ingress-nginx
      `,
    ],
  },
  check(resource, { report }) {
    for (const peer of networkPolicyPeers(resource)) {
      const selector = peer.get('namespaceSelector');
      for (const { key, field } of selector.get('matchLabels').entries()) {
        if (isMistakenForNameLabel(key))
          report({ message: 'label', at: field, values: { key }, side: 'key' });
      }
      for (const expression of selector.get('matchExpressions').items()) {
        const { value: key = '' } = expression.get('key');
        const isRequired = ['In', 'Exists'].includes(expression.get('operator').value ?? '');
        if (isMistakenForNameLabel(key) && isRequired)
          report({ message: 'label', at: expression.get('key'), values: { key } });
      }
    }
  },
});
