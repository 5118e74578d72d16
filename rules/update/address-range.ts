import { changeErrors } from '../../src/analysis/change-errors.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'update/address-range',
  on: 'object',
  kinds: ['NetworkPolicy'],
  severity: 'warning',
  summary: 'The address ranges of a stored NetworkPolicy are ones that a new policy could have.',
  details: `
Since Kubernetes 1.36 the server refuses address ranges with leading zeros, with IPv4 in IPv6 notation or with bits set
after the prefix. It accepts them in an update if they are stored already, and warns.

This rule needs the stored object: \`--base\` says where it is.
`,
  reference: 'https://kubernetes.io/docs/concepts/services-networking/network-policies/',
  messages: {
    odd: {
      text: "'{range}' is accepted only because the stored policy contains it",
      help: 'write the range in its canonical form, so that the policy can be created again',
      cause: 'Warning',
      rows: ['np-update-old-cidr-kept'],
      explains: ['network-policy/range-form'],
      ofUpdates: true,
    },
  },
  examples: {
    bad: [],
    updates: [
      {
        stored: yaml`
          apiVersion: networking.k8s.io/v1
          kind: NetworkPolicy
          metadata: { name: web }
          spec:
            podSelector: { matchLabels: { app: web } }
            policyTypes: [Ingress]
            ingress:
              - from:
                  - ipBlock:
                      cidr: 10.0.0.1/8
        `,
        changed: yaml`
          apiVersion: networking.k8s.io/v1
          kind: NetworkPolicy
          metadata: { name: web }
          spec:
            podSelector: { matchLabels: { app: shop } }
            policyTypes: [Ingress]
            ingress:
              - from:
                  - ipBlock:
                      cidr: 10.0.0.1/8
                      #     ^^^^^^^^^^ expect: odd
        `,
      },
    ],
    good: [
      yaml`
        apiVersion: networking.k8s.io/v1
        kind: NetworkPolicy
        metadata: { name: web }
        spec:
          podSelector: { matchLabels: { app: web } }
          policyTypes: [Ingress]
          ingress:
            - from: [{ ipBlock: { cidr: 10.0.0.0/8 } }]
      `,
    ],
  },
  check(resource, { report }) {
    for (const { kind, at } of changeErrors(resource)) {
      if (kind === 'address-range')
        report({ message: 'odd', at, values: { range: String(at.value ?? '') } });
    }
  },
});
