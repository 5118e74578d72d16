import type { Example } from './example.ts';

const REPLICA_LIMIT = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata:
  name: replica-limit.example.com
spec:
  failurePolicy: Fail
  paramKind: { apiVersion: v1, kind: ConfigMap }
  matchConstraints:
    resourceRules:
      - apiGroups: [apps]
        apiVersions: [v1]
        operations: [CREATE, UPDATE]
        resources: [deployments]
  validations:
    - expression: >-
        object.spec.replicas <= int(params.data.maxReplicas)
        || object.metadata.?labels['tier'].orValue('') == 'critical'
      messageExpression: "'at most ' + params.data.maxReplicas + ' replicas'"
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata:
  name: replica-limit-shop
spec:
  policyName: replica-limit.example.com
  validationActions: [Deny]
  paramRef: { name: limits, namespace: shop, parameterNotFoundAction: Deny }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: limits, namespace: shop }
data: { maxReplicas: "5" }
`;

function deployment(name: string, replicas: number, labels = ''): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
  namespace: shop${labels}
spec:
  replicas: ${replicas}
  selector: { matchLabels: { app: ${name} } }
  template:
    metadata: { labels: { app: ${name} } }
    spec:
      containers:
        - name: ${name}
          image: registry.example.com/${name}:1.4
`;
}

const PULL_POLICY = `apiVersion: admissionregistration.k8s.io/v1
kind: MutatingAdmissionPolicy
metadata:
  name: team-label.example.com
spec:
  failurePolicy: Fail
  reinvocationPolicy: Never
  matchConstraints:
    resourceRules:
      - apiGroups: [apps]
        apiVersions: [v1]
        operations: [CREATE]
        resources: [deployments]
  mutations:
    - patchType: ApplyConfiguration
      applyConfiguration:
        expression: >-
          Object{
            metadata: Object.metadata{labels: {'team': object.metadata.namespace}},
            spec: Object.spec{minReadySeconds: 10}
          }
---
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingAdmissionPolicyBinding
metadata:
  name: team-label
spec:
  policyName: team-label.example.com
`;

/** The examples of the pane for policies. */
export const POLICY_EXAMPLES: readonly Example[] = [
  {
    title: 'A limit from a ConfigMap',
    pane: 'policy',
    files: [
      { name: 'policy.yaml', text: REPLICA_LIMIT },
      { name: 'web.yaml', text: deployment('web', 7) },
      { name: 'cart.yaml', text: deployment('cart', 3) },
    ],
  },
  {
    title: 'A policy that sets fields',
    pane: 'policy',
    files: [
      { name: 'policy.yaml', text: PULL_POLICY },
      { name: 'web.yaml', text: deployment('web', 2) },
    ],
  },
];
