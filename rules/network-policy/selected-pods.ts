import {
  allowsEverything,
  directedRules,
  networkPolicyPeers,
} from '../../src/analysis/network-policy/directed-rules.ts';
import { contradictionIn, selectsEverything } from '../../src/analysis/requests/selector-reach.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'network-policy/selected-pods',
  on: 'object',
  kinds: ['NetworkPolicy'],
  severity: 'info',
  summary: 'The podSelector of a policy selects some pods, not all and not none.',
  details: `
\`spec.podSelector\` selects the pods of the namespace that the policy applies to. An empty or absent selector selects all
pods, including those that are created later. Policies that deny or allow all traffic usually do so, and are not
reported. Other policies are usually for one application.

The API server accepts requirements that exclude each other: \`In\` and \`NotIn\` with the same value, \`Exists\` and
\`DoesNotExist\`, or two values of one label. No pod meets them, so the policy or peer has no effect.
`,
  reference:
    'https://kubernetes.io/docs/concepts/services-networking/network-policies/#networkpolicy-resource',
  messages: {
    every: {
      text: 'an empty podSelector selects all pods in the namespace',
      help: 'add the labels of the pods, if only some are meant',
      rows: ['lint-np-selects-all'],
    },
    absent: {
      text: 'the policy has no podSelector, so it selects all pods in the namespace',
      help: 'add the labels of the pods, or an empty podSelector to make it explicit',
      rows: ['lint-np-selects-all'],
    },
    none: {
      text: "the requirements for the label '{key}' exclude each other, so the selector selects nothing",
      help: 'remove one of the requirements',
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
    // An absent field may be one of a wrong type.
    if (resource.undecodable) return;
    const selector = resource.root.get('spec').get('podSelector');
    const isPlain = directedRules(resource).every(allowsEverything);
    if (selector.absent && !resource.root.get('spec').pruned)
      report({ message: 'absent', at: selector });
    else if (!isPlain && selectsEverything(selector)) report({ message: 'every', at: selector });

    const selectors = [
      selector,
      ...networkPolicyPeers(resource).flatMap((peer) => [
        peer.get('podSelector'),
        peer.get('namespaceSelector'),
      ]),
    ];
    for (const field of selectors) {
      const contradiction = contradictionIn(field);
      if (contradiction === undefined) continue;
      report({
        message: 'none',
        at: contradiction.field,
        values: { key: contradiction.key },
        path: field.path,
      });
    }
  },
});
