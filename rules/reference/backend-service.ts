import { backendsOf, repetitionsOf, serviceOf } from '../../src/analysis/installations/backends.ts';
import { findReferenced, namedPlace } from '../../src/analysis/installations/expected-objects.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'reference/backend-service',
  on: 'installation',
  severity: 'warning',
  summary: 'The Service of a webhook or an APIService exists, and has the port.',
  details: `
The API server sends requests for a webhook, for the conversion of custom resources, and for the API of an APIService to a
Service. It stores the reference without looking up the Service. If the Service does not exist or has no such port (443 by
default), no request reaches the backend: \`failurePolicy\` decides about requests that a webhook matches, custom
resources cannot be read in another version, and the API is not available.

A Service is reported as missing only if no file of the input has it, and one with a similar name, or of the same name in
another namespace, is applied together with the reference. The cluster may still have it: pass \`--partial\` if the input
is only a part of what is applied.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#service-reference',
  messages: {
    similar: {
      text: "the input has no Service '{name}' in the namespace '{namespace}', but it has '{similar}'; without it, the backend cannot be reached",
      help: 'use name: {similar} if that is meant',
      rows: ['crd-lint-conversion-service-missing', 'lint-as-service-missing'],
    },
    otherNamespace: {
      text: "the Service '{name}' of the input is in the namespace '{own}', not in '{namespace}'; the backend cannot be reached",
      help: 'write namespace: {own}, or move the Service',
      rows: ['crd-lint-conversion-service-missing', 'lint-as-service-missing'],
    },
    port: {
      text: "the Service '{name}' has no port {port}; the backend cannot be reached",
      help: 'write port: {ports}; without a port, 443 is used',
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: Service
        metadata: { name: hooks, namespace: shop }
        spec:
          selector: { app: hooks }
          ports: [{ port: 8443, targetPort: 9443 }]
        ---
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingWebhookConfiguration
        metadata:
          name: hooks.example.com
          annotations: { cert-manager.io/inject-ca-from: shop/hooks }
        webhooks:
          - name: names.example.com
            clientConfig:
              service: { name: hook, namespace: shop, port: 8443 }
              #                ^^^^ expect: similar
            sideEffects: None
            admissionReviewVersions: [v1]
            failurePolicy: Ignore
            rules:
              - operations: [CREATE]
                apiGroups: [apps]
                apiVersions: [v1]
                resources: [deployments]
          - name: namespaces.example.com
            clientConfig:
              service: { name: hooks, namespace: store, port: 8443 }
              #                                  ^^^^^ expect: otherNamespace
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
              service: { name: hooks, namespace: shop, port: 9443 }
              #                                              ^^^^ expect: port
            sideEffects: None
            admissionReviewVersions: [v1]
            failurePolicy: Ignore
            rules:
              - operations: [CREATE]
                apiGroups: [apps]
                apiVersions: [v1]
                resources: [deployments]
          - name: default-ports.example.com
            clientConfig:
              service: { name: hooks, namespace: shop } # expect: port
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
      const { service, name, namespace, port, referrer } = backend;
      const { object } = referrer;
      const found = serviceOf(backend, installation);
      if (found === undefined) {
        const reference = { from: object, group: '', kind: 'Service', namespace, name };
        const target = findReferenced(installation, reference, 'typos');
        if (target.is === 'missing' && target.similar !== undefined) {
          report({
            message: 'similar',
            at: { object, at: service.get('name') },
            values: { name, namespace, similar: target.similar.name },
            related: [namedPlace('Service', target.similar), ...repetitionsOf(backend)],
          });
        } else if (target.is === 'in other namespace') {
          const named = { object: target.object, name };
          report({
            message: 'otherNamespace',
            at: { object, at: service.get('namespace') },
            values: { name, namespace, own: target.object.namespace ?? '' },
            related: [namedPlace('Service', named), ...repetitionsOf(backend)],
          });
        }
        continue;
      }
      const ports = found.root.get('spec').get('ports');
      const numbers = ports.items().flatMap((item) => item.get('port').value ?? []);
      const isOther = numbers.length > 0 && !numbers.includes(port);
      if (!isOther || found.object.mayChange('spec.ports')) continue;
      const related = [{ object: found.object, at: ports, message: `the ports of '${name}'` }];
      const values = { name, port, ports: numbers.join(' or ') };
      report({
        message: 'port',
        at: { object, at: service.get('port') },
        values,
        related: [...related, ...repetitionsOf(backend)],
      });
    }
  },
});
