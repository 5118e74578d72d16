import {
  type Backend,
  backendsOf,
  repetitionsOf,
} from '../../src/analysis/installations/backends.ts';
import {
  findReferenced,
  isIn,
  namedPlace,
} from '../../src/analysis/installations/expected-objects.ts';
import {
  CERTIFICATE_GROUP,
  injectionAnnotation,
} from '../../src/analysis/installations/injected-certificates.ts';
import type { Installation, InstalledObject } from '../../src/rule/installation.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { isMapping, type Value } from '../../src/yaml/index.ts';

export default defineRule({
  id: 'reference/injected-certificate',
  on: 'installation',
  severity: 'warning',
  summary: 'The Certificate whose CA cert-manager injects is valid for the Service.',
  details: `
With the annotation \`cert-manager.io/inject-ca-from: NAMESPACE/NAME\`, cert-manager writes the CA of that Certificate into
the \`caBundle\` of a webhook configuration, an APIService or a CustomResourceDefinition. If there is no such Certificate,
\`caBundle\` stays empty. The API server connects to the name \`SERVICE.NAMESPACE.svc\`, so the certificate must be valid for
that name: one of its \`dnsNames\` has to be this name, or \`*.NAMESPACE.svc\`. Otherwise no request reaches the webhook or
API.

A Certificate is reported as missing only if no file of the input has it, and one with a similar name, or of the same
name in another namespace, is applied together with the annotation. Pass \`--partial\` if the input is only a part of what
is applied.
`,
  reference: 'https://cert-manager.io/docs/concepts/ca-injector/',
  messages: {
    similar: {
      text: "the input has no Certificate '{name}' in the namespace '{namespace}', but it has '{similar}'; without it, no CA is injected",
      help: 'use {namespace}/{similar} if that is meant',
    },
    otherNamespace: {
      text: "the Certificate '{name}' of the input is in the namespace '{own}', not in '{namespace}'; no CA is injected",
      help: 'write {own}/{name}, or move the Certificate',
    },
    dnsNames: {
      text: "the Certificate '{name}' is not valid for {host}, so the API server cannot connect to this Service",
      help: 'add {host} to dnsNames of the Certificate',
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
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingWebhookConfiguration
        metadata:
          name: validate.example.com
          annotations: { cert-manager.io/inject-ca-from: shop/hook }
          #                                              ^^^^^^^^^ expect: similar
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
        ---
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingWebhookConfiguration
        metadata:
          name: others.example.com
          annotations: { cert-manager.io/inject-ca-from: store/hooks }
          #                                              ^^^^^^^^^^^ expect: otherNamespace
        webhooks:
          - name: others.example.com
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
        ---
        apiVersion: admissionregistration.k8s.io/v1
        kind: MutatingWebhookConfiguration
        metadata:
          name: mutate.example.com
          annotations: { cert-manager.io/inject-ca-from: shop/hooks }
        webhooks:
          - name: defaults.example.com
            clientConfig:
              service: { name: defaults, namespace: shop } # expect: dnsNames
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
        apiVersion: cert-manager.io/v1
        kind: Certificate
        metadata: { name: hooks, namespace: shop }
        spec:
          secretName: hooks
          issuerRef: { name: self-signed }
          dnsNames: [hooks.shop.svc, hooks.shop.svc.cluster.local]
        ---
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingWebhookConfiguration
        metadata:
          name: validate.example.com
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
    const known = new Set<InstalledObject>();
    for (const backend of backendsOf(installation)) {
      const { object, resource } = backend.referrer;
      const annotation = injectionAnnotation(resource);
      const [namespace = '', name = '', ...more] = annotation?.value?.split('/') ?? [];
      if (annotation === undefined || name === '' || more.length > 0) continue;
      const kind = 'Certificate';
      const reference = { from: object, group: CERTIFICATE_GROUP, kind, namespace, name };
      const target = findReferenced(installation, reference, 'typos');
      const place = { object, at: annotation };
      if (target.is === 'found') {
        const host = uncoveredHost(backend, target.object, installation);
        if (host === undefined) continue;
        report({
          message: 'dnsNames',
          at: { object, at: backend.service, side: 'key' },
          values: { name, host },
          related: [namedPlace(kind, { object: target.object, name }), ...repetitionsOf(backend)],
        });
      } else if (!known.has(object) && !object.mayChange('metadata.annotations')) {
        known.add(object);
        if (target.is === 'missing' && target.similar !== undefined) {
          report({
            message: 'similar',
            at: place,
            values: { name, namespace, similar: target.similar.name },
            related: [namedPlace(kind, target.similar)],
          });
        } else if (target.is === 'in other namespace') {
          report({
            message: 'otherNamespace',
            at: place,
            values: { name, namespace, own: target.object.namespace ?? '' },
            related: [namedPlace(kind, { object: target.object, name })],
          });
        }
      }
    }
  },
});

/** The name of a Service that a Certificate is not valid for; undefined if it is, or may be. */
function uncoveredHost(
  { name, namespace }: Backend,
  certificate: InstalledObject,
  installation: Installation,
): string | undefined {
  const spec = isMapping(certificate.value) ? certificate.value.spec : undefined;
  const names = isMapping(spec) ? spec.dnsNames : undefined;
  if (!Array.isArray(names) || names.length === 0) return undefined;
  if (certificate.mayChange('spec') || names.some((entry: Value) => typeof entry !== 'string')) {
    return undefined;
  }
  // Kustomizations may rename the Service; then dnsNames have its name in the cluster.
  const services = installation
    .find('', 'Service')
    .filter((object) => object.names.includes(name) && isIn(object, namespace));
  const hosts = [
    `${name}.${namespace}.svc`,
    ...services.flatMap((object) =>
      object.names.flatMap((own) => object.namespaces.map((other) => `${own}.${other}.svc`)),
    ),
  ];
  const isCovered = hosts.some((host) => {
    const wildcard = `*.${host.slice(host.indexOf('.') + 1)}`;
    return names.includes(host) || names.includes(wildcard);
  });
  return isCovered ? undefined : hosts[hosts.length - 1];
}
