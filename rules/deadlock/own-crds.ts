import {
  blockingWebhooks,
  servicePlace,
} from '../../src/analysis/installations/admission-webhooks.ts';
import { creationRequest } from '../../src/analysis/installations/creation.ts';
import { certainMatch } from '../../src/analysis/requests/certain-match.ts';
import type { RequestFilter } from '../../src/analysis/requests/request-filters.ts';
import { cut } from '../../src/base/go/cut.ts';
import { firstLocations } from '../../src/result/first-locations.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'deadlock/own-crds',
  on: 'installation',
  severity: 'warning',
  summary: 'A webhook does not block the CustomResourceDefinitions of its own controller.',
  details: `
The pods that serve a webhook are often those of a controller, which watches the custom resources that the webhook validates.
Most controllers do not start without the CustomResourceDefinitions of these resources. With \`failurePolicy: Fail\`, the
default, a webhook that matches the creation of CustomResourceDefinitions rejects them as long as no pod answers it. So
they cannot be created after the webhook configuration.

A CustomResourceDefinition is reported if it is in the input, and the same webhook has a rule for its custom resources.

Remove \`customresourcedefinitions\` from the rules, or set \`failurePolicy: Ignore\` for them in a webhook of their own.
`,
  reference:
    'https://kubernetes.io/docs/concepts/cluster-administration/admission-webhooks-good-practices/#avoid-deadlocks-in-your-control-plane',
  messages: {
    blocked: {
      text: "this webhook matches the CREATE of the CustomResourceDefinition '{name}', whose resources it checks; its controller may not start without it",
      help: 'remove customresourcedefinitions from these rules, or check them in a webhook of their own with failurePolicy: Ignore',
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: { name: carts.shop.example.com }
        spec:
          group: shop.example.com
          scope: Namespaced
          names: { plural: carts, singular: cart, kind: Cart, listKind: CartList }
          versions:
            - name: v1
              served: true
              storage: true
              schema:
                openAPIV3Schema:
                  type: object
                  properties:
                    spec: { type: object, properties: { size: { type: integer } } }
        ---
        apiVersion: apps/v1
        kind: Deployment
        metadata: { name: carts, namespace: shop }
        spec:
          selector: { matchLabels: { app: carts } }
          template:
            metadata: { labels: { app: carts } }
            spec:
              containers: [{ name: carts, image: "carts:1.4" }]
        ---
        apiVersion: v1
        kind: Service
        metadata: { name: carts, namespace: shop }
        spec:
          selector: { app: carts }
          ports: [{ port: 443, targetPort: 9443 }]
        ---
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingWebhookConfiguration
        metadata:
          name: carts.example.com
          annotations: { cert-manager.io/inject-ca-from: shop/carts }
        webhooks:
          - name: carts.example.com
            clientConfig:
              service: { name: carts, namespace: shop }
            sideEffects: None
            admissionReviewVersions: [v1]
            rules:
              - operations: [CREATE, UPDATE]
                apiGroups: [shop.example.com]
                apiVersions: [v1]
                resources: [carts]
              - operations: [CREATE, UPDATE]
                apiGroups: [apiextensions.k8s.io]
                apiVersions: [v1]
                resources: [customresourcedefinitions]
                #           ^^^^^^^^^^^^^^^^^^^^^^^^^ expect: blocked
      `,
    ],
    good: [
      yaml`
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: { name: carts.shop.example.com }
        spec:
          group: shop.example.com
          scope: Namespaced
          names: { plural: carts, singular: cart, kind: Cart, listKind: CartList }
          versions:
            - name: v1
              served: true
              storage: true
              schema:
                openAPIV3Schema:
                  type: object
                  properties:
                    spec: { type: object, properties: { size: { type: integer } } }
        ---
        apiVersion: apps/v1
        kind: Deployment
        metadata: { name: carts, namespace: shop }
        spec:
          selector: { matchLabels: { app: carts } }
          template:
            metadata: { labels: { app: carts } }
            spec:
              containers: [{ name: carts, image: "carts:1.4" }]
        ---
        apiVersion: v1
        kind: Service
        metadata: { name: carts, namespace: shop }
        spec:
          selector: { app: carts }
          ports: [{ port: 443, targetPort: 9443 }]
        ---
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingWebhookConfiguration
        metadata:
          name: carts.example.com
          annotations: { cert-manager.io/inject-ca-from: shop/carts }
        webhooks:
          - name: carts.example.com
            clientConfig:
              service: { name: carts, namespace: shop }
            sideEffects: None
            admissionReviewVersions: [v1]
            rules:
              - operations: [CREATE, UPDATE]
                apiGroups: [shop.example.com]
                apiVersions: [v1]
                resources: [carts]
      `,
    ],
  },
  check(installation, { report, minor }) {
    const crds = installation.find('apiextensions.k8s.io', 'CustomResourceDefinition');
    for (const webhook of blockingWebhooks(installation)) {
      const { object, filter, workloads } = webhook;
      for (const crd of crds) {
        if (!names(filter, crd.name)) continue;
        const request = creationRequest(crd, installation);
        const entry = request && certainMatch(filter, request, minor);
        if (entry === undefined) continue;
        report({
          message: 'blocked',
          at: { object, at: entry },
          values: { name: crd.name },
          related: [
            servicePlace(webhook),
            ...firstLocations(workloads, (workload) => ({
              object: workload.object,
              message: 'its pods',
            })),
            { object: crd, message: 'the CustomResourceDefinition' },
          ],
        });
        break;
      }
    }
  },
});

/** Reports whether rules name the resource of a CRD. The name of the CRD is `PLURAL.GROUP`. */
function names({ rules }: RequestFilter, crd: string): boolean {
  const [plural, group = ''] = cut(crd, '.');
  return rules.some(
    (rule) =>
      (rule.get('resources').value?.includes(plural) ?? false) &&
      (rule.get('apiGroups').value?.includes(group) ?? false),
  );
}
