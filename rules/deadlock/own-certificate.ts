import {
  blockingWebhooks,
  servicePlace,
} from '../../src/analysis/installations/admission-webhooks.ts';
import { isIn } from '../../src/analysis/installations/expected-objects.ts';
import {
  CERTIFICATE_GROUP,
  injectionAnnotation,
} from '../../src/analysis/installations/injected-certificates.ts';
import {
  namespaceLabels,
  namespacePlace,
} from '../../src/analysis/installations/startup-requests.ts';
import { certainMatch, type ExpectedRequest } from '../../src/analysis/requests/certain-match.ts';
import type {
  Installation,
  InstalledObject,
  InstalledResource,
} from '../../src/rule/installation.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { isMapping } from '../../src/yaml/index.ts';

export default defineRule({
  id: 'deadlock/own-certificate',
  on: 'installation',
  severity: 'warning',
  summary: 'A webhook does not block the certificate that it needs.',
  details: `
A webhook serves requests with a certificate. If cert-manager issues it, the Certificate, the CertificateRequest and the
Secret have to be created before the webhook answers. With \`failurePolicy: Fail\`, the default, a webhook that matches one of
these requests rejects it as long as it does not answer, so that it never gets its certificate.

Only Certificates of the input are considered, which the annotation \`cert-manager.io/inject-ca-from\` of the webhook's
configuration names. What depends on something that is not in the input is not reported.

Exclude the namespace of the webhook with \`namespaceSelector\`, or limit the rules.
`,
  reference:
    'https://kubernetes.io/docs/concepts/cluster-administration/admission-webhooks-good-practices/#avoid-deadlocks-in-your-control-plane',
  messages: {
    blocked: {
      text: "this webhook matches the CREATE of {resource} in '{namespace}'; its own Certificate '{name}' needs that before the webhook can answer",
      help: "add a namespaceSelector that excludes '{namespace}', or limit the rules",
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: cert-manager.io/v1
        kind: Certificate
        metadata: { name: hooks, namespace: shop }
        spec:
          secretName: hooks
          issuerRef: { name: self-signed }
          dnsNames: [hooks.shop.svc]
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
          - name: secrets.example.com
            clientConfig:
              service: { name: hooks, namespace: shop }
            sideEffects: None
            admissionReviewVersions: [v1]
            rules:
              - operations: [CREATE, UPDATE]
                apiGroups: [""]
                apiVersions: [v1]
                resources: [secrets]
                #           ^^^^^^^ expect: blocked
      `,
    ],
    good: [
      yaml`
        apiVersion: cert-manager.io/v1
        kind: Certificate
        metadata: { name: hooks, namespace: shop }
        spec:
          secretName: hooks
          issuerRef: { name: self-signed }
          dnsNames: [hooks.shop.svc]
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
          - name: secrets.example.com
            clientConfig:
              service: { name: hooks, namespace: shop }
            sideEffects: None
            admissionReviewVersions: [v1]
            namespaceSelector:
              matchExpressions:
                - { key: kubernetes.io/metadata.name, operator: NotIn, values: [shop] }
            rules:
              - operations: [CREATE, UPDATE]
                apiGroups: [""]
                apiVersions: [v1]
                resources: [secrets]
      `,
    ],
  },
  check(installation, { report, minor }) {
    for (const webhook of blockingWebhooks(installation)) {
      const { object, resource, filter } = webhook;
      const certificate = certificateOf(resource, installation);
      if (certificate === undefined) continue;
      const { namespace = '', name } = certificate;
      for (const request of neededRequests(certificate, namespace, installation)) {
        const entry = certainMatch(filter, request, minor);
        if (entry === undefined) continue;
        const values = { resource: request.attributes.resource, namespace, name };
        report({
          message: 'blocked',
          at: { object, at: entry },
          values,
          related: [
            servicePlace(webhook),
            { object: certificate, message: `the Certificate '${name}'` },
            ...namespacePlace(namespace, installation),
          ],
        });
        break;
      }
    }
  },
});

/** The Certificate that the annotation of a configuration names. */
function certificateOf(
  resource: InstalledResource['resource'],
  installation: Installation,
): InstalledObject | undefined {
  const [namespace, name = ''] = injectionAnnotation(resource)?.value?.split('/') ?? [];
  return installation
    .find(CERTIFICATE_GROUP, 'Certificate')
    .find((object) => object.names.includes(name) && isIn(object, namespace));
}

/**
 * The requests that are needed before a webhook has its certificate: the creation of the certificate, of the request
 * for it, and of its Secret.
 */
function neededRequests(
  certificate: InstalledObject,
  namespace: string,
  installation: Installation,
): readonly ExpectedRequest[] {
  const { value, version, labels } = certificate;
  if (namespace === '' || !isMapping(value) || certificate.mayChange('metadata')) return [];
  const common = { namespace, namespaceLabels: namespaceLabels(namespace, installation) };
  const creation = (group: string, groupVersion: string, resource: string) =>
    ({
      operation: 'CREATE',
      group,
      version: groupVersion,
      resource,
      subresource: '',
      namespaced: true,
    }) as const;
  return [
    {
      ...common,
      attributes: creation(CERTIFICATE_GROUP, version, 'certificates'),
      kind: 'Certificate',
      name: certificate.name,
      // The defaults of its CRD are not known.
      object: undefined,
      labels,
      // The user who applies the object is not known.
      user: undefined,
    },
    {
      ...common,
      attributes: creation('', 'v1', 'secrets'),
      kind: 'Secret',
      name: '',
      object: undefined,
      // cert-manager adds labels of its own.
      labels: undefined,
      user: undefined,
    },
  ];
}
