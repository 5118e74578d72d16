import { furtherLocations } from '../../src/analysis/further-locations.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { risksOf } from './fail-closed/risks.ts';

/** The fields that decide which requests a webhook matches, and the effect on them. */
const REQUEST_FIELDS = [
  'webhooks[*].failurePolicy',
  'webhooks[*].matchConditions',
  'webhooks[*].namespaceSelector',
  'webhooks[*].objectSelector',
  'webhooks[*].rules',
];

export default defineRule({
  id: 'webhook/fail-closed',
  on: 'object',
  kinds: ['ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration'],
  severity: 'warning',
  summary: 'An unavailable webhook does not block the cluster or its own pods.',
  details: `
With \`failurePolicy: Fail\`, the default, the API server rejects all requests that a webhook matches while the webhook is
unavailable. If it matches the creation of its own pods, it cannot start again. If it matches pods in \`kube-system\`, the
network, DNS and proxy pods that it depends on cannot start either. If it matches leases, node status or tokens, nodes
become NotReady and the control plane stops.

Exclude \`kube-system\` and the namespace of the webhook with \`namespaceSelector\`:

    namespaceSelector:
      matchExpressions:
        - key: kubernetes.io/metadata.name
          operator: NotIn
          values: [kube-system, hooks]

or narrow the rules, or set \`failurePolicy: Ignore\`. Webhooks with an \`objectSelector\` or \`matchConditions\`, or with a
\`namespaceSelector\` on other labels, are not checked, because it is not known which objects and namespaces they exclude.
`,
  reference:
    'https://kubernetes.io/docs/concepts/cluster-administration/admission-webhooks-good-practices/',
  messages: {
    everything: {
      text: 'while this webhook is unavailable, it blocks nodes and the control plane, because it matches all requests',
      help: 'limit the rules, add a namespaceSelector that excludes kube-system, or set failurePolicy: Ignore',
      rows: ['lint-fail-closed-cluster-critical'],
      dependsOn: REQUEST_FIELDS,
    },
    critical: {
      text: 'while this webhook is unavailable, {effect}, because it matches {request}',
      help: 'remove the resource from the rules, or set failurePolicy: Ignore',
      rows: ['lint-fail-closed-cluster-critical'],
      dependsOn: REQUEST_FIELDS,
    },
    ownNamespace: {
      text: "while this webhook is unavailable, no pod can be created in '{namespace}', so the webhook itself cannot start",
      help: "add a namespaceSelector that excludes '{namespace}' and kube-system",
      rows: ['lint-fail-closed-own-namespace'],
      dependsOn: REQUEST_FIELDS,
    },
    kubeSystem: {
      text: 'while this webhook is unavailable, no pod can be created in kube-system, such as network, DNS and proxy pods',
      help: 'add a namespaceSelector that excludes kube-system, or set failurePolicy: Ignore',
      rows: ['lint-fail-closed-kube-system'],
      dependsOn: REQUEST_FIELDS,
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingWebhookConfiguration
        metadata: { name: hooks.example.com }
        webhooks:
          - name: pods.example.com
            clientConfig:
              service: { name: hooks, namespace: shop }
            sideEffects: None
            admissionReviewVersions: [v1]
            rules:
              - operations: [CREATE]
                apiGroups: [""]
                apiVersions: [v1]
                resources: [pods]
                #           ^^^^ expect: ownNamespace
          - name: images.example.com
            clientConfig:
              service: { name: hooks, namespace: shop }
            sideEffects: None
            admissionReviewVersions: [v1]
            namespaceSelector:
              matchExpressions:
                - { key: kubernetes.io/metadata.name, operator: NotIn, values: [shop] }
            rules:
              - operations: [CREATE]
                apiGroups: [""]
                apiVersions: [v1]
                resources: [pods]
                #           ^^^^ expect: kubeSystem
          - name: nodes.example.com
            clientConfig:
              service: { name: hooks, namespace: shop }
            sideEffects: None
            admissionReviewVersions: [v1]
            rules:
              - operations: [UPDATE]
                apiGroups: [""]
                apiVersions: [v1]
                resources: [nodes/status]
                #           ^^^^^^^^^^^^ expect: critical
          - name: everything.example.com
            clientConfig:
              service: { name: hooks, namespace: shop }
            sideEffects: None
            admissionReviewVersions: [v1]
            rules:
              - operations: ["*"]
                apiGroups: ["*"]
                apiVersions: ["*"]
                resources: ["*/*"]
                #           ^^^^^ expect: everything
      `,
    ],
    good: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingWebhookConfiguration
        metadata: { name: hooks.example.com }
        webhooks:
          - name: pods.example.com
            clientConfig:
              service: { name: hooks, namespace: shop }
            sideEffects: None
            admissionReviewVersions: [v1]
            namespaceSelector:
              matchExpressions:
                - { key: kubernetes.io/metadata.name, operator: NotIn, values: [kube-system, shop] }
            rules:
              - operations: [CREATE]
                apiGroups: [""]
                apiVersions: [v1]
                resources: [pods]
          - name: nodes.example.com
            clientConfig:
              service: { name: hooks, namespace: shop }
            sideEffects: None
            admissionReviewVersions: [v1]
            failurePolicy: Ignore
            rules:
              - operations: [UPDATE]
                apiGroups: [""]
                apiVersions: [v1]
                resources: [nodes/status]
      `,
    ],
  },
  check(resource, { report }) {
    for (const { risk, entries } of risksOf(resource)) {
      const [first, ...others] = entries;
      if (first === undefined) continue;
      const related = furtherLocations(others);
      switch (risk.is) {
        case 'critical':
          report({
            message: 'critical',
            at: first,
            values: { effect: risk.effect, request: risk.request },
            related,
          });
          break;
        case 'ownNamespace':
          report({
            message: 'ownNamespace',
            at: first,
            values: { namespace: risk.namespace },
            related,
          });
          break;
        default:
          report({ message: risk.is, at: first, related });
      }
    }
  },
});
