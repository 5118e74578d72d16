import { backendsOf, serviceOf } from '../../src/analysis/installations/backends.ts';
import { findNearLabel, labelText } from '../../src/analysis/installations/near-labels.ts';
import {
  podSpecPath,
  type Workload,
  workloadsSelectedBy,
} from '../../src/analysis/installations/workloads.ts';
import { addTo } from '../../src/base/index-by.ts';
import { onceForEach } from '../../src/base/once-for-each.ts';
import type { Installation, InstalledObject, RelatedPlace } from '../../src/rule/installation.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'reference/backend-pods',
  on: 'installation',
  severity: 'warning',
  summary: 'A Service selects pods, and its ports lead to ports of them.',
  details: `
A Service forwards requests to the pods that its \`selector\` selects. If it selects none, no request is answered; the server
accepts it nevertheless, because pods may come later. If \`targetPort\` is a name, each pod gets the requests at its container
port with that name; a pod without one gets none. (A \`targetPort\` that is a number need not be among the ports of a container.)
So the requests for a webhook, for the conversion of custom resources, or for the API of an APIService fail too.

Labels are reported only if pods in the same namespace have all of them but one, and that one with another key, or with a value
that looks like a typo: the pods of a Service may come from elsewhere.
`,
  reference: 'https://kubernetes.io/docs/concepts/services-networking/service/#defining-a-service',
  messages: {
    labels: {
      text: "no pod in the input has the label {key}: '{value}', but those of the {kind} '{name}' have {label}; the Service selects nothing",
      help: 'use the same labels in the selector and in the template of the pods',
    },
    namedPort: {
      text: "no container of the {kind} '{name}' has a port named '{port}', so nothing answers at this port of the Service",
      help: 'name the port of the container, or use its number',
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: apps/v1
        kind: Deployment
        metadata: { name: hooks, namespace: shop }
        spec:
          selector: { matchLabels: { app: webhooks } }
          template:
            metadata: { labels: { app: webhooks } }
            spec:
              containers:
                - name: hooks
                  image: hooks:1.4
                  ports: [{ name: https, containerPort: 9443 }]
        ---
        apiVersion: v1
        kind: Service
        metadata: { name: hooks, namespace: shop }
        spec:
          selector:
            app: webhook
            #    ^^^^^^^ expect: labels
          ports: [{ port: 443, targetPort: https }]
        ---
        apiVersion: v1
        kind: Service
        metadata: { name: convert, namespace: shop }
        spec:
          selector: { app: webhooks }
          ports:
            - port: 443
              targetPort: webhook
              #           ^^^^^^^ expect: namedPort
        ---
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingWebhookConfiguration
        metadata:
          name: hooks.example.com
          annotations: { cert-manager.io/inject-ca-from: shop/hooks }
        webhooks:
          - name: names.example.com
            clientConfig:
              service: { name: hooks, namespace: shop }
            sideEffects: None
            admissionReviewVersions: [v1]
            failurePolicy: Ignore
            rules:
              - operations: [CREATE]
                apiGroups: [apps]
                apiVersions: [v1]
                resources: [deployments]
          - name: ports.example.com
            clientConfig:
              service: { name: convert, namespace: shop }
            sideEffects: None
            admissionReviewVersions: [v1]
            failurePolicy: Ignore
            rules:
              - operations: [CREATE]
                apiGroups: [apps]
                apiVersions: [v1]
                resources: [deployments]
      `,
    ],
    good: [
      yaml`
        apiVersion: apps/v1
        kind: Deployment
        metadata: { name: hooks, namespace: shop }
        spec:
          selector: { matchLabels: { app: webhooks } }
          template:
            metadata: { labels: { app: webhooks } }
            spec:
              containers:
                - name: hooks
                  image: hooks:1.4
                  ports: [{ name: https, containerPort: 9443 }]
        ---
        apiVersion: v1
        kind: Service
        metadata: { name: hooks, namespace: shop }
        spec:
          selector: { app: webhooks }
          ports: [{ port: 443, targetPort: https }]
        ---
        apiVersion: shop.example.com/v1
        kind: Pool
        metadata: { name: webhooks, namespace: shop }
        ---
        apiVersion: v1
        kind: Service
        metadata: { name: pool, namespace: shop }
        spec:
          selector: { pool: webhooks }
          ports: [{ port: 80 }]
        ---
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingWebhookConfiguration
        metadata:
          name: hooks.example.com
          annotations: { cert-manager.io/inject-ca-from: shop/hooks }
        webhooks:
          - name: names.example.com
            clientConfig:
              service: { name: hooks, namespace: shop }
            sideEffects: None
            admissionReviewVersions: [v1]
            failurePolicy: Ignore
            rules:
              - operations: [CREATE]
                apiGroups: [apps]
                apiVersions: [v1]
                resources: [deployments]
      `,
    ],
  },
  check(installation, { report }) {
    for (const service of installation.ofKind('Service')) {
      const { object, root } = service;
      const spec = root.get('spec');
      const selector = spec.get('selector');
      if (selector.entries().length === 0) continue;
      const selected = workloadsSelectedBy(service, installation);
      const referrers = referrersOf(installation).get(object) ?? [];
      if (selected.length === 0 && installation.isComplete) {
        const near = findNearLabel(selector, object, installation);
        if (near === undefined || object.mayChange('spec')) continue;
        const { key, field, workload, meant } = near;
        const { kind, name } = workload.object;
        const values = { key, value: field.value ?? '', kind, name, label: labelText(meant) };
        const at = workload.metadata.get('labels');
        report({
          message: 'labels',
          at: { object, at: field },
          values,
          related: [
            { object: workload.object, at, message: 'the labels of its pods' },
            ...referrers,
          ],
        });
      }
      const [first] = selected;
      if (first === undefined) continue;
      for (const port of spec.itemsOf('ports')) {
        const target = port.get('targetPort');
        const { value } = target;
        if (typeof value !== 'string' || portNamesOf(selected).has(value)) continue;
        if (object.mayChange('spec') || isAnyPatched(selected)) break;
        const { kind, name } = first.object;
        const at = first.podSpec.get('containers');
        report({
          message: 'namedPort',
          at: { object, at: target },
          values: { kind, name, port: value },
          related: [{ object: first.object, at, message: 'its containers' }, ...referrers],
        });
      }
    }
  },
});

/** The references of webhooks and APIServices to each Service. */
const referrersOf = onceForEach(
  (installation: Installation): ReadonlyMap<InstalledObject, readonly RelatedPlace[]> => {
    const places = new Map<InstalledObject, RelatedPlace[]>();
    for (const backend of backendsOf(installation)) {
      const service = serviceOf(backend, installation)?.object;
      if (service === undefined) continue;
      const { object } = backend.referrer;
      addTo(places, service, { object, at: backend.service, message: 'the reference to it' });
    }
    return places;
  },
);

/**
 * Reports whether a patch may change any of some pods. Services that select the same pods have the same list of them.
 */
const isAnyPatched = onceForEach((workloads: readonly Workload[]): boolean =>
  workloads.some((workload) => workload.object.mayChange(podSpecPath(workload))),
);

/** The names of the ports of pods. Init containers that are sidecars are included. */
const portNamesOf = onceForEach(
  (workloads: readonly Workload[]): ReadonlySet<string | undefined> =>
    new Set(
      workloads.flatMap(({ podSpec }) =>
        [...podSpec.itemsOf('containers'), ...podSpec.itemsOf('initContainers')].flatMap(
          (container) => container.itemsOf('ports').map((port) => port.get('name').value),
        ),
      ),
    ),
);
