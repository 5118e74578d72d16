import {
  blockingWebhooks,
  servicePlace,
} from '../../src/analysis/installations/admission-webhooks.ts';
import { creationRequest } from '../../src/analysis/installations/creation.ts';
import { findNamespace } from '../../src/analysis/installations/startup-requests.ts';
import { certainMatch } from '../../src/analysis/requests/certain-match.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'deadlock/own-namespace',
  on: 'installation',
  severity: 'warning',
  summary: 'A webhook does not block the namespace that it runs in.',
  details: `
With \`failurePolicy: Fail\`, the default, the API server rejects all requests that a webhook matches while no pod answers
it. If it matches the creation of the namespace of its own Service and pods, that namespace cannot be created again once it has
been deleted: nothing that serves the webhook can exist before. An administrator has to delete the configuration.

The webhook is compared with the Namespace in the input: its rules, \`namespaceSelector\` and \`objectSelector\` with the
labels of the Namespace, and \`matchConditions\` evaluated for the request. What depends on something that is not in the input,
such as the user who creates it, is not reported.

Exclude the namespace with \`namespaceSelector\`, by its label \`kubernetes.io/metadata.name\`.
`,
  reference:
    'https://kubernetes.io/docs/concepts/cluster-administration/admission-webhooks-good-practices/#avoid-deadlocks-in-your-control-plane',
  messages: {
    blocked: {
      text: "this webhook matches the CREATE of the namespace '{name}', in which it runs; once that has been deleted, it cannot be created again",
      help: "exclude it with namespaceSelector: the key kubernetes.io/metadata.name, NotIn, with the value '{name}'",
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: Namespace
        metadata:
          name: shop
          labels: { policies: enforced }
        ---
        apiVersion: apps/v1
        kind: Deployment
        metadata: { name: hooks, namespace: shop }
        spec:
          selector: { matchLabels: { app: hooks } }
          template:
            metadata: { labels: { app: hooks } }
            spec:
              containers: [{ name: hooks, image: "hooks:1.4" }]
        ---
        apiVersion: v1
        kind: Service
        metadata: { name: hooks, namespace: shop }
        spec:
          selector: { app: hooks }
          ports: [{ port: 443, targetPort: 9443 }]
        ---
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingWebhookConfiguration
        metadata:
          name: hooks.example.com
          annotations: { cert-manager.io/inject-ca-from: shop/hooks }
        webhooks:
          - name: namespaces.example.com
            clientConfig:
              service: { name: hooks, namespace: shop }
            sideEffects: None
            admissionReviewVersions: [v1]
            namespaceSelector:
              matchLabels: { policies: enforced }
            matchConditions:
              - name: checked
                expression: object.metadata.name != 'kube-system'
            rules:
              - operations: [CREATE]
                apiGroups: [""]
                apiVersions: [v1]
                resources: [namespaces]
                #           ^^^^^^^^^^ expect: blocked
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Namespace
        metadata:
          name: shop
          labels: { policies: enforced }
        ---
        apiVersion: apps/v1
        kind: Deployment
        metadata: { name: hooks, namespace: shop }
        spec:
          selector: { matchLabels: { app: hooks } }
          template:
            metadata: { labels: { app: hooks } }
            spec:
              containers: [{ name: hooks, image: "hooks:1.4" }]
        ---
        apiVersion: v1
        kind: Service
        metadata: { name: hooks, namespace: shop }
        spec:
          selector: { app: hooks }
          ports: [{ port: 443, targetPort: 9443 }]
        ---
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingWebhookConfiguration
        metadata:
          name: hooks.example.com
          annotations: { cert-manager.io/inject-ca-from: shop/hooks }
        webhooks:
          - name: namespaces.example.com
            clientConfig:
              service: { name: hooks, namespace: shop }
            sideEffects: None
            admissionReviewVersions: [v1]
            namespaceSelector:
              matchLabels: { policies: enforced }
            matchConditions:
              - name: checked
                expression: object.metadata.name != 'shop'
            rules:
              - operations: [CREATE]
                apiGroups: [""]
                apiVersions: [v1]
                resources: [namespaces]
      `,
    ],
  },
  check(installation, { report, minor }) {
    for (const webhook of blockingWebhooks(installation)) {
      const { object, field, filter, service } = webhook;
      const reference = field.get('clientConfig').get('service');
      const name = service.object.namespace ?? reference.get('namespace').value ?? '';
      const namespace = findNamespace(name, installation);
      const request = namespace && creationRequest(namespace, installation);
      const entry = request && certainMatch(filter, request, minor);
      if (namespace === undefined || entry === undefined) continue;
      report({
        message: 'blocked',
        at: { object, at: entry },
        values: { name },
        related: [
          servicePlace(webhook),
          { object: service.object, message: `the Service '${service.object.name}'` },
          { object: namespace, message: `the namespace '${name}'` },
        ],
      });
    }
  },
});
