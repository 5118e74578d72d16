import {
  type BlockingWebhook,
  blockingWebhooks,
  servicePlace,
} from '../../src/analysis/installations/admission-webhooks.ts';
import {
  endpointRequests,
  mayMatchStartup,
  namespacePlace,
  startupRequests,
} from '../../src/analysis/installations/startup-requests.ts';
import type { Workload } from '../../src/analysis/installations/workloads.ts';
import { certainMatch } from '../../src/analysis/requests/certain-match.ts';
import { certainlySelects } from '../../src/analysis/requests/namespace-reach.ts';
import {
  hasRequirements,
  type RequestFilter,
} from '../../src/analysis/requests/request-filters.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'deadlock/own-pods',
  on: 'installation',
  severity: 'warning',
  summary: 'A webhook does not block the pods that serve it.',
  details: `
With \`failurePolicy: Fail\`, the default, the API server rejects all requests that a webhook matches while no pod answers
it. If it matches the creation of the pods that serve it, they cannot be created once all of them are gone, such as after a
restart of the nodes, and the webhook never becomes available again. An administrator has to delete the configuration.

The same holds for the EndpointSlices of its Service: if it matches their updates, the addresses of new pods are never added to
the Service, so that no request is sent to them.

The webhook is compared with the pods of the input: its rules, \`namespaceSelector\` with the labels of the Namespace,
\`objectSelector\` with the labels of the pods, and \`matchConditions\` evaluated for the request of the controller. What
depends on something that is not in the input is not reported. Webhooks without \`objectSelector\` and \`matchConditions\`
that match all pods of their namespace are reported by \`webhook/fail-closed\`.

Exclude the pods with \`objectSelector\`, their namespace with \`namespaceSelector\`, or the controllers of \`kube-system\` with
\`matchConditions\`.
`,
  reference:
    'https://kubernetes.io/docs/concepts/cluster-administration/admission-webhooks-good-practices/#avoid-deadlocks-in-your-control-plane',
  messages: {
    blocked: {
      text: "this webhook matches the {request} for the {kind} '{name}', which serves it; once no pod of it runs, none can be created",
      help: 'exclude these pods with objectSelector, or their namespace with namespaceSelector',
    },
    endpoints: {
      text: "this webhook matches the {request} of the Service '{name}', which leads to it; the addresses of new pods cannot be added",
      help: 'remove endpointslices from the rules, or exclude the namespace with namespaceSelector',
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
          - name: pods.example.com
            clientConfig:
              service: { name: hooks, namespace: shop }
            sideEffects: None
            admissionReviewVersions: [v1]
            namespaceSelector:
              matchLabels: { policies: enforced }
            matchConditions:
              - name: not-system
                expression: "!request.namespace.startsWith('kube-')"
            rules:
              - operations: [CREATE]
                apiGroups: [""]
                apiVersions: [v1]
                resources: [pods]
                #           ^^^^ expect: blocked
      `,
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
          - name: endpoints.example.com
            clientConfig:
              service: { name: hooks, namespace: shop }
            sideEffects: None
            admissionReviewVersions: [v1]
            namespaceSelector:
              matchLabels: { policies: enforced }
            rules:
              - operations: [CREATE, UPDATE]
                apiGroups: [discovery.k8s.io]
                apiVersions: [v1]
                resources: [endpointslices]
                #           ^^^^^^^^^^^^^^ expect: endpoints
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
          - name: pods.example.com
            clientConfig:
              service: { name: hooks, namespace: shop }
            sideEffects: None
            admissionReviewVersions: [v1]
            namespaceSelector:
              matchLabels: { policies: enforced }
            matchConditions:
              - name: not-own
                expression: object.metadata.?labels.app.orValue('') != 'hooks'
            rules:
              - operations: [CREATE]
                apiGroups: [""]
                apiVersions: [v1]
                resources: [pods]
      `,
    ],
  },
  check(installation, { report, minor }) {
    for (const webhook of blockingWebhooks(installation)) {
      const { field, filter, service, workloads } = webhook;
      const reference = field.get('clientConfig').get('service');
      const namespace = service.object.namespace ?? reference.get('namespace').value ?? '';
      const compared = mayMatchStartup(filter) ? workloads.slice(0, MOST_WORKLOADS) : [];
      for (const workload of compared) checkStartup(webhook, workload, namespace);
      checkEndpoints(webhook, namespace);
    }

    /** Reports the first request of the start of a workload that the webhook blocks. */
    function checkStartup(webhook: BlockingWebhook, workload: Workload, namespace: string): void {
      const { object, filter, service } = webhook;
      const { kind, name } = workload.object;
      for (const request of startupRequests(workload, namespace, installation)) {
        if (request.kind === 'Pod' && isReportedAlone(filter, namespace)) continue;
        const entry = certainMatch(filter, request, minor);
        if (entry === undefined) continue;
        report({
          message: 'blocked',
          at: { object, at: entry },
          values: { request: request.description, kind, name },
          related: [
            servicePlace(webhook),
            { object: service.object, message: `the Service '${service.object.name}'` },
            {
              object: workload.object,
              at: workload.metadata.get('labels'),
              message: 'the pods that it selects',
            },
            ...namespacePlace(namespace, installation),
          ],
        });
        return;
      }
    }

    function checkEndpoints({ object, filter, service }: BlockingWebhook, namespace: string): void {
      for (const request of endpointRequests(service, namespace, installation)) {
        const entry = certainMatch(filter, request, minor);
        if (entry === undefined) continue;
        report({
          message: 'endpoints',
          at: { object, at: entry },
          values: { request: request.description, name: service.object.name },
          related: [
            { object: service.object, message: `the Service '${service.object.name}'` },
            ...namespacePlace(namespace, installation),
          ],
        });
      }
    }
  },
});

/** The most workloads behind a webhook that are compared with it. */
const MOST_WORKLOADS = 10;

/**
 * Reports whether the configuration alone shows that a webhook matches all pods of a namespace, so that
 * `webhook/fail-closed` reports it.
 */
function isReportedAlone(filter: RequestFilter, namespace: string): boolean {
  return (
    filter.matchConditions.length === 0 &&
    !hasRequirements(filter.objectSelector) &&
    certainlySelects(filter.namespaceSelector, namespace)
  );
}
