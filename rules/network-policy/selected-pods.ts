import { allowsEverything, directedRules } from '../../src/analysis/network-policy/directions.ts';
import { contradictionIn, selectsEverything } from '../../src/analysis/requests/selector-reach.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'network-policy/selected-pods',
  kinds: ['NetworkPolicy'],
  severity: 'info',
  summary: 'podSelector selects some of the pods, not all and not none.',
  details: `
\`spec.podSelector\` says for which pods of its namespace a policy is. An empty one, or none at all, is for every
pod there, those that come later included. That is what the usual policies that deny or allow everything
want, which are not reported; a policy with real rules is mostly meant for one application.

Demands that exclude each other (\`In\` and \`NotIn\` of one value, \`Exists\` and \`DoesNotExist\`, two values for a
label) are accepted too. No pod can meet them, so the policy, or the peer, is as good as not there.
`,
  reference:
    'https://kubernetes.io/docs/concepts/services-networking/network-policies/#networkpolicy-resource',
  messages: {
    every: {
      text: 'an empty podSelector is for every pod of the namespace',
      help: 'name the labels of the pods if only some are meant',
      rows: ['lint-np-selects-all'],
    },
    absent: {
      text: 'there is no podSelector, so the policy is for every pod of the namespace',
      help: 'name the labels of the pods, or write an empty podSelector to say that all are meant',
      rows: ['lint-np-selects-all'],
    },
    none: {
      text: "the demands on the label '{key}' exclude each other, so this selects nothing",
      help: 'leave one of them out',
      severity: 'warning',
      rows: ['lint-np-selector-contradiction'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: networking.k8s.io/v1
        kind: NetworkPolicy
        metadata: { name: web }
        spec:
          podSelector: {}
          #            ^^ expect: every
          ingress:
            - ports: [{ port: 8080 }]
      `,
      yaml`
        apiVersion: networking.k8s.io/v1
        kind: NetworkPolicy
        metadata: { name: web }
        spec: # expect: absent
          ingress:
            - ports: [{ port: 8080 }]
      `,
      yaml`
        apiVersion: networking.k8s.io/v1
        kind: NetworkPolicy
        metadata: { name: web }
        spec:
          podSelector:
            matchLabels: { tier: front }
            matchExpressions:
              - { key: tier, operator: NotIn, values: [front, back] }
              # ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: none
          ingress:
            - ports: [{ port: 8080 }]
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
            - ports: [{ port: 8080 }]
      `,
      yaml`
        apiVersion: networking.k8s.io/v1
        kind: NetworkPolicy
        metadata: { name: deny-all }
        spec:
          podSelector: {}
          policyTypes: [Ingress, Egress]
      `,
    ],
  },
  check(resource, { report }) {
    // What is missing may only be ill-typed.
    if (resource.undecodable) return;
    const selector = resource.root.get('spec').get('podSelector');
    const rules = directedRules(resource);
    const isPlain = rules.every(allowsEverything);
    if (selector.absent && !resource.root.get('spec').pruned) report('absent', selector);
    else if (!isPlain && selectsEverything(selector)) report('every', selector);

    const peers = rules.flatMap((rule) => rule.peers.items());
    const selectors = [
      selector,
      ...peers.flatMap((peer) => [peer.get('podSelector'), peer.get('namespaceSelector')]),
    ];
    for (const field of selectors) {
      const contradiction = contradictionIn(field);
      if (contradiction === undefined) continue;
      report('none', contradiction.field, { key: contradiction.key }, { path: field.path });
    }
  },
});
