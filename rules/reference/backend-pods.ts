import { backendsOf, serviceOf } from '../../src/analysis/installations/backends.ts';
import { isMistakenFor } from '../../src/analysis/installations/expected-objects.ts';
import {
  podSpecPath,
  shareNamespace,
  type Workload,
  workloadsIn,
  workloadsSelectedBy,
} from '../../src/analysis/installations/workloads.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'reference/backend-pods',
  on: 'installation',
  severity: 'warning',
  summary: 'The Service of a webhook or an APIService leads to a port of its pods.',
  details: `
The API server sends requests for a webhook, for the conversion of custom resources, and for the API of an APIService to a
Service, which forwards them to the pods that its \`selector\` selects. If it selects none, no request is answered. If
\`targetPort\` is a name, each pod gets them at its container port with that name; a pod without one gets none. (A
\`targetPort\` that is a number need not be among the ports of a container.)

Labels are reported only if they differ from those of pods in the same namespace by what looks like a typing error: the
pods of a Service may come from elsewhere.
`,
  reference: 'https://kubernetes.io/docs/concepts/services-networking/service/#defining-a-service',
  messages: {
    labels: {
      text: "no pod in the input has the label {key}: '{value}', but those of the {kind} '{name}' have '{other}'; the Service cannot be reached",
      help: 'use the same labels in the selector and in the template of the pods',
    },
    namedPort: {
      text: "no container of the {kind} '{name}' has a port named '{port}'; the webhook or API of this Service cannot be reached",
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
    for (const backend of backendsOf(installation)) {
      const service = serviceOf(backend, installation);
      if (service === undefined || service.object.mayChange('spec')) continue;
      const { object, root } = service;
      const spec = root.get('spec');
      const referrer = [
        { object: backend.referrer.object, at: backend.service, message: 'the reference to it' },
      ];
      const selected = workloadsSelectedBy(service, installation);
      if (selected.length === 0 && installation.isComplete) {
        const selector = Object.entries(spec.get('selector').value ?? {});
        const near = workloadsIn(installation).filter((one) => shareNamespace(one.object, object));
        for (const { key, field } of spec.get('selector').entries()) {
          const value = field.value ?? '';
          const other = near.find((one) => differsOnlyIn(one, key, selector));
          if (other === undefined) continue;
          const { kind, name } = other.object;
          const at = other.metadata.get('labels');
          const values = { key, value, kind, name, other: other.labels.get(key) ?? '' };
          const related = [{ object: other.object, at, message: 'the labels of its pods' }];
          report({
            message: 'labels',
            at: { object, at: field },
            values,
            related: [...related, ...referrer],
          });
        }
      }
      const port = spec
        .get('ports')
        .items()
        .find((one) => one.get('port').value === backend.port);
      const target = port?.get('targetPort');
      if (target === undefined || typeof target.value !== 'string') continue;
      for (const one of selected) {
        const { value: targetPort } = target;
        if (hasPort(one, targetPort) || one.object.mayChange(podSpecPath(one))) continue;
        const { kind, name } = one.object;
        const containers = one.podSpec.get('containers');
        const related = [{ object: one.object, at: containers, message: 'its containers' }];
        const values = { kind, name, port: targetPort };
        report({
          message: 'namedPort',
          at: { object, at: target },
          values,
          related: [...related, ...referrer],
        });
      }
    }
  },
});

/** Reports whether pods have all labels of a selector, apart from one whose value looks like a typing error. */
function differsOnlyIn(
  { labels, object }: Workload,
  key: string,
  selector: readonly (readonly [string, string])[],
): boolean {
  if (object.mayChange('spec.template.metadata')) return false;
  return selector.every(([other, value]) => {
    const own = labels.get(other);
    if (other !== key) return own === value;
    return own !== undefined && isMistakenFor(own, value);
  });
}

/** Reports whether a container of a pod has a port with a name. Init containers that are sidecars are included. */
function hasPort({ podSpec }: Workload, name: string): boolean {
  const containers = [
    ...podSpec.get('containers').items(),
    ...podSpec.get('initContainers').items(),
  ];
  return containers.some((container) =>
    container
      .get('ports')
      .items()
      .some((port) => port.get('name').value === name),
  );
}
