import {
  type BlockingWebhook,
  blockingWebhooks,
} from '../../src/analysis/installations/admission-webhooks.ts';
import {
  mayMatchStartup,
  startupRequests,
} from '../../src/analysis/installations/startup-requests.ts';
import { certainMatch } from '../../src/analysis/requests/certain-match.ts';
import { onceForEach } from '../../src/base/once-for-each.ts';
import { firstLocations } from '../../src/result/first-locations.ts';
import { MOST_COMPARED } from '../../src/result/suggestion.ts';
import type { Field } from '../../src/rule/field.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'deadlock/mutual-webhooks',
  on: 'installation',
  severity: 'warning',
  summary: 'Two webhooks do not wait for each other.',
  details: `
With \`failurePolicy: Fail\`, the API server rejects all requests that a webhook matches while no pod answers it. If a webhook
matches the creation of the pods that serve another one, and that one matches the creation of its pods, none of them can
start once both are down, such as after a restart of the nodes.

The webhooks are compared with the pods of the input, as \`deadlock/own-pods\` does. What depends on something that is not in
the input is not reported.

Exclude the pods of one of them with \`objectSelector\`, or their namespace with \`namespaceSelector\`.
`,
  reference:
    'https://kubernetes.io/docs/concepts/cluster-administration/admission-webhooks-good-practices/#avoid-deadlocks-in-your-control-plane',
  messages: {
    mutual: {
      text: "this webhook blocks the pods of '{other}', and that webhook blocks the pods of this one; if both are down, neither can start",
      help: 'exclude the pods of one webhook from the other with objectSelector or namespaceSelector',
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: apps/v1
        kind: Deployment
        metadata: { name: images, namespace: images }
        spec:
          selector: { matchLabels: { app: images } }
          template:
            metadata: { labels: { app: images } }
            spec:
              containers: [{ name: images, image: "images:1.4" }]
        ---
        apiVersion: v1
        kind: Service
        metadata: { name: images, namespace: images }
        spec:
          selector: { app: images }
          ports: [{ port: 443, targetPort: 9443 }]
        ---
        apiVersion: apps/v1
        kind: Deployment
        metadata: { name: limits, namespace: limits }
        spec:
          selector: { matchLabels: { app: limits } }
          template:
            metadata: { labels: { app: limits } }
            spec:
              containers: [{ name: limits, image: "limits:2.0" }]
        ---
        apiVersion: v1
        kind: Service
        metadata: { name: limits, namespace: limits }
        spec:
          selector: { app: limits }
          ports: [{ port: 443, targetPort: 9443 }]
        ---
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingWebhookConfiguration
        metadata:
          name: images.example.com
          annotations: { cert-manager.io/inject-ca-from: images/images }
        webhooks:
          - name: images.example.com
            clientConfig:
              service: { name: images, namespace: images }
            sideEffects: None
            admissionReviewVersions: [v1]
            namespaceSelector:
              matchExpressions:
                - { key: kubernetes.io/metadata.name, operator: NotIn, values: [kube-system, images] }
            rules:
              - operations: [CREATE]
                apiGroups: [""]
                apiVersions: [v1]
                resources: [pods]
                #           ^^^^ expect: mutual
        ---
        apiVersion: admissionregistration.k8s.io/v1
        kind: MutatingWebhookConfiguration
        metadata:
          name: limits.example.com
          annotations: { cert-manager.io/inject-ca-from: limits/limits }
        webhooks:
          - name: limits.example.com
            clientConfig:
              service: { name: limits, namespace: limits }
            sideEffects: None
            admissionReviewVersions: [v1]
            namespaceSelector:
              matchExpressions:
                - { key: kubernetes.io/metadata.name, operator: NotIn, values: [kube-system, limits] }
            rules:
              - operations: [CREATE]
                apiGroups: [""]
                apiVersions: [v1]
                resources: [pods]
      `,
    ],
    good: [
      yaml`
        apiVersion: apps/v1
        kind: Deployment
        metadata: { name: images, namespace: images }
        spec:
          selector: { matchLabels: { app: images } }
          template:
            metadata: { labels: { app: images } }
            spec:
              containers: [{ name: images, image: "images:1.4" }]
        ---
        apiVersion: v1
        kind: Service
        metadata: { name: images, namespace: images }
        spec:
          selector: { app: images }
          ports: [{ port: 443, targetPort: 9443 }]
        ---
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingWebhookConfiguration
        metadata:
          name: images.example.com
          annotations: { cert-manager.io/inject-ca-from: images/images }
        webhooks:
          - name: images.example.com
            clientConfig:
              service: { name: images, namespace: images }
            sideEffects: None
            admissionReviewVersions: [v1]
            namespaceSelector:
              matchExpressions:
                - { key: kubernetes.io/metadata.name, operator: NotIn, values: [kube-system, images, limits] }
            rules:
              - operations: [CREATE]
                apiGroups: [""]
                apiVersions: [v1]
                resources: [pods]
      `,
    ],
  },
  check(installation, { report, minor }) {
    const webhooks = blockingWebhooks(installation).filter(({ filter }) => mayMatchStartup(filter));
    if (webhooks.length > MOST_COMPARED) return;
    /** The entry by which a webhook blocks pods that serve another one. */
    const blocks = (one: BlockingWebhook, other: BlockingWebhook): Field<string> | undefined => {
      const namespace =
        other.service.object.namespace ??
        other.field.get('clientConfig').get('service').get('namespace').value;
      for (const workload of other.workloads) {
        for (const request of startupRequests(workload, namespace, installation)) {
          const entry = certainMatch(one.filter, request, minor);
          if (entry !== undefined) return entry;
        }
      }
      return undefined;
    };
    const objectsOf = onceForEach(
      ({ workloads }: BlockingWebhook) => new Set(workloads.map(({ object }) => object)),
    );
    const isServedBySame = (one: BlockingWebhook, other: BlockingWebhook) =>
      one.workloads.some(({ object }) => objectsOf(other).has(object));
    const known = new Set<string>();
    for (const [index, one] of webhooks.entries()) {
      const others = webhooks.slice(index + 1).filter((other) => !isServedBySame(one, other));
      // One that blocks its own pods is reported for that.
      if (others.length === 0 || blocks(one, one) !== undefined) continue;
      for (const other of others) {
        const pair = [one, other].map(({ service }) => service.object.name).join(' ');
        if (known.has(pair)) continue;
        const entry = blocks(one, other);
        const back = entry === undefined ? undefined : blocks(other, one);
        const isOwn = back !== undefined && blocks(other, other) !== undefined;
        if (entry === undefined || back === undefined || isOwn) continue;
        known.add(pair);
        report({
          message: 'mutual',
          at: { object: one.object, at: entry },
          values: { other: other.name },
          related: [
            ...firstLocations(one.workloads, ({ object }) => ({
              object,
              message: 'the pods of this webhook',
            })),
            { object: other.object, at: back, message: `'${other.name}' matches them` },
            ...firstLocations(other.workloads, ({ object }) => ({
              object,
              message: `the pods of '${other.name}', which this webhook matches`,
            })),
          ],
        });
      }
    }
  },
});
