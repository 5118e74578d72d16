import { directedRules } from '../../src/analysis/network-policy/directions.ts';
import { editDistance } from '../../src/kubernetes/edit-distance.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

/** The label that the server puts on every namespace: its name. */
const NAME_LABEL = 'kubernetes.io/metadata.name';

/** What it is taken for. */
const MISTAKEN: ReadonlySet<string> = new Set([
  'name',
  'metadata.name',
  'namespace',
  'kubernetes.io/name',
  'kubernetes.io/namespace',
  'kubernetes.io/metadata',
  'k8s.io/metadata.name',
]);

export default defineRule({
  id: 'network-policy/namespace-labels',
  kinds: ['NetworkPolicy'],
  severity: 'warning',
  summary: 'Namespaces are selected by name through the label kubernetes.io/metadata.name.',
  details: `
A \`namespaceSelector\` looks at the labels of namespaces. The API server puts one on each of them that holds
its name: \`kubernetes.io/metadata.name\`. A label \`name\` is there only if somebody has set it, which nothing does
for \`kube-system\` or \`default\`; without it the peer is nobody, and nothing says so.

If your namespaces do have such a label, it works, but whoever may set labels of namespaces may give it to any
of them. The one of the API server cannot be forged.
`,
  reference:
    'https://kubernetes.io/docs/concepts/services-networking/network-policies/#targeting-a-namespace-by-its-name',
  messages: {
    label: {
      text: "no namespace has the label '{key}' unless somebody sets it",
      help: 'to select a namespace by its name, write kubernetes.io/metadata.name',
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
    const peers = directedRules(resource).flatMap((rule) => rule.peers.items());
    for (const peer of peers) {
      const selector = peer.get('namespaceSelector');
      for (const { key, field } of selector.get('matchLabels').entries()) {
        if (isMistaken(key)) report('label', field, { key }, { side: 'key' });
      }
      for (const expression of selector.get('matchExpressions').items()) {
        const { value: key = '' } = expression.get('key');
        const asksForIt = ['In', 'Exists'].includes(expression.get('operator').value ?? '');
        if (isMistaken(key) && asksForIt) report('label', expression.get('key'), { key });
      }
    }
  },
});

function isMistaken(key: string): boolean {
  return MISTAKEN.has(key) || (key !== NAME_LABEL && editDistance(key, NAME_LABEL) <= 2);
}
