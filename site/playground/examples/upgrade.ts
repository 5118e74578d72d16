import type { Example } from './example.ts';

const LEVEL = `apiVersion: flowcontrol.apiserver.k8s.io/v1beta3
kind: PriorityLevelConfiguration
metadata: { name: shop }
spec:
  type: Limited
  limited:
    nominalConcurrencyShares: 20
    limitResponse: { type: Reject }
`;

const POLICY = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: names.example.com }
spec:
  matchConstraints:
    resourceRules:
      - { apiGroups: [''], apiVersions: [v1], resources: [pods], operations: [CREATE] }
  validations:
    - expression: "!format.named('dns1123Label').value().validate(object.metadata.name).hasValue()"
      message: the name is a DNS label
`;

const NETWORK = `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: out }
spec:
  podSelector: {}
  policyTypes: [Egress]
  egress:
    - to: [{ ipBlock: { cidr: "2001:db8:0:0::/32" } }]
`;

/** The examples of the pane for upgrades. */
export const UPGRADE_EXAMPLES: readonly Example[] = [
  {
    title: 'From 1.31 to 1.37',
    pane: 'upgrade',
    versions: '1.31..1.37',
    files: [
      { name: 'level.yaml', text: LEVEL },
      { name: 'policy.yaml', text: POLICY },
      { name: 'network.yaml', text: NETWORK },
    ],
  },
];
