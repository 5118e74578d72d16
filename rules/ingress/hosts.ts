import {
  reportInvalid,
  requireFormat,
  VALUE_MESSAGES,
} from '../../src/analysis/fields/value-checks.ts';
import { classAnnotation } from '../../src/analysis/ingresses/class-annotation.ts';
import { subdomainProblem } from '../../src/analysis/metadata/names.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { parseIpSloppily } from '../../src/server/kubernetes/formats/cidr.ts';

export default defineRule({
  id: 'ingress/hosts',
  on: 'object',
  kinds: ['Ingress'],
  severity: 'error',
  summary:
    'The hosts of an Ingress are DNS names, and the names of its class and Secrets are valid.',
  details: `
A host of a rule or of \`tls\` is a DNS name such as \`shop.example.com\`, or \`*.example.com\` for any name with one label before
the domain. It has no scheme, port or path, and is not an IP address. \`ingressClassName\` and \`secretName\` are names of objects.

A new Ingress with both \`ingressClassName\` and the old annotation \`kubernetes.io/ingress.class\` is refused if they differ.
`,
  reference: 'https://kubernetes.io/docs/concepts/services-networking/ingress/#hostname-wildcards',
  messages: {
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['ingress-host', 'ingress-tls'] },
    contradiction: {
      text: "the annotation kubernetes.io/ingress.class is '{annotation}', but ingressClassName is '{name}'",
      help: 'remove the annotation',
      cause: 'FieldValueInvalid',
      rows: ['ingress-class-contradiction'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: networking.k8s.io/v1
        kind: Ingress
        metadata:
          name: shop
          annotations:
            kubernetes.io/ingress.class: traefik
            #                            ^^^^^^^ expect: contradiction
        spec:
          ingressClassName: nginx
          rules:
            - host: https://shop.example.com
              #     ^^^^^^^^^^^^^^^^^^^^^^^^ expect: invalid
            - host: 192.0.2.7
              #     ^^^^^^^^^ expect: invalid
      `,
      yaml`
        apiVersion: networking.k8s.io/v1
        kind: Ingress
        metadata: { name: shop }
        spec:
          defaultBackend: { service: { name: web, port: { number: 80 } } }
          tls:
            - hosts: ["*shop.example.com"]
              #       ^^^^^^^^^^^^^^^^^^^ expect: invalid
              secretName: Certificate
              #           ^^^^^^^^^^^ expect: invalid
      `,
    ],
    good: [
      yaml`
        apiVersion: networking.k8s.io/v1
        kind: Ingress
        metadata: { name: shop }
        spec:
          ingressClassName: nginx
          defaultBackend: { service: { name: web, port: { number: 80 } } }
          tls:
            - hosts: ["*.example.com"]
              secretName: certificate
      `,
    ],
  },
  check(resource, { report }) {
    const { root, stored } = resource;
    const spec = root.get('spec');
    for (const rule of spec.itemsOf('rules')) {
      const host = rule.get('host');
      if (host.value === undefined || host.value === '') continue;
      if (parseIpSloppily(host.value) !== undefined) {
        reportInvalid(report, host, 'use a DNS name instead of an IP address');
      }
      requireFormat(report, host, hostProblem);
    }
    for (const tls of spec.itemsOf('tls')) {
      for (const host of tls.itemsOf('hosts')) {
        requireFormat(report, host, hostProblem);
      }
      const secret = tls.get('secretName');
      if (secret.value) requireFormat(report, secret, subdomainProblem);
    }
    const className = spec.get('ingressClassName');
    requireFormat(report, className, subdomainProblem);
    if (stored !== undefined) return;
    const annotation = classAnnotation(resource);
    if (annotation === undefined) return;
    const { value: name = '' } = className;
    const { value: written = '' } = annotation;
    if (className.value !== undefined && name !== written) {
      // The server leaves out that it is an annotation of the metadata.
      const path = 'annotations.kubernetes.io/ingress.class';
      const values = { annotation: written, name };
      report({ message: 'contradiction', at: annotation, path, values });
    }
  },
});

/** The error of a DNS name, which can begin with a wildcard, as a clause. Undefined for a valid one. */
function hostProblem(host: string): string | undefined {
  if (!host.includes('*')) return subdomainProblem(host);
  const isWildcard = /^\*(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)+$/.test(host);
  return isWildcard ? undefined : "a wildcard is the first label of a name, as in '*.example.com'";
}
