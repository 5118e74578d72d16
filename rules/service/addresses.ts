import { VALUE_MESSAGES, valueTexts } from '../../src/analysis/fields/value-checks.ts';
import { allocationOf } from '../../src/analysis/services/allocation.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'service/addresses',
  on: 'object',
  kinds: ['Service'],
  severity: 'error',
  summary: 'The addresses and IP families of a Service match each other and the cluster.',
  details: `
The server gives a Service its addresses before it validates anything else. It then reports only what is wrong with them.

\`clusterIPs\` are at most one IPv4 and one IPv6 address, or \`None\` alone for a headless Service. The first of them is
\`clusterIP\`; a manifest can have \`clusterIP\` alone. \`ipFamilies\` are their families, in the same order. Two addresses or
families need the \`ipFamilyPolicy\` \`PreferDualStack\` or \`RequireDualStack\`.

The rest depends on the cluster. The verdict is that of a cluster with the defaults of kubeadm: Services have IPv4 addresses
from 10.96.0.0/12. As clusters have other ranges, or both families, what only such a cluster refuses is an info. A manifest
rarely needs a fixed address.
`,
  reference: 'https://kubernetes.io/docs/concepts/services-networking/dual-stack/',
  messages: {
    unsupported: {
      ...VALUE_MESSAGES.unsupported,
      rows: ['service-ip-family', 'service-ip-family-policy'],
      step: 'before-validation',
    },
    duplicate: {
      ...VALUE_MESSAGES.duplicate,
      rows: ['service-ip-family-twice'],
      step: 'before-validation',
    },
    invalid: {
      ...VALUE_MESSAGES.invalid,
      rows: ['service-cluster-ips', 'service-cluster-ip-format'],
      step: 'before-validation',
    },
    unavailable: {
      text: '{field} is {value}, which a cluster with default settings does not have: {problem}',
      help: 'remove {field}, so that the cluster chooses it',
      severity: 'info',
      cause: 'FieldValueInvalid',
      rows: ['service-cluster-ip-range', 'service-dual-stack'],
      step: 'before-validation',
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: Service
        metadata: { name: web }
        spec:
          ipFamilyPolicy: DualStack
          #               ^^^^^^^^^ expect: unsupported
          ipFamilies: [IPv4, IPv4]
          #                  ^^^^ expect: duplicate
          clusterIP: 10.96.0.300
          #          ^^^^^^^^^^^ expect: invalid
          ports: [{ port: 80 }]
      `,
      yaml`
        apiVersion: v1
        kind: Service
        metadata: { name: web }
        spec:
          clusterIP: 192.168.0.10
          #          ^^^^^^^^^^^^ expect: unavailable
          ports: [{ port: 80 }]
      `,
      yaml`
        apiVersion: v1
        kind: Service
        metadata: { name: web }
        spec:
          ipFamilyPolicy: RequireDualStack
          #               ^^^^^^^^^^^^^^^^ expect: unavailable
          ports: [{ port: 80 }]
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Service
        metadata: { name: web }
        spec:
          ipFamilyPolicy: PreferDualStack
          selector: { app: web }
          ports: [{ port: 80 }]
      `,
    ],
  },
  check(resource, { report }) {
    for (const { subject, kind, at, path, problem } of allocationOf(resource).faults) {
      if (subject === 'address' && kind !== 'crash') {
        report({ message: kind, at, path, values: valueTexts(at, problem) });
      }
    }
  },
});
