import { servicesNamed } from '../../src/analysis/installations/backends.ts';
import { findSimilar, namedPlace } from '../../src/analysis/installations/expected-objects.ts';
import { firstNames } from '../../src/base/first-names.ts';
import type { Field } from '../../src/rule/field.ts';
import type { TypedObject } from '../../src/rule/installation.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import type { IngressServiceBackend } from '../../src/server/kubernetes/types.generated.ts';

/** The most ports that a message lists. */
const MOST_SHOWN = 10;

/** The name of a port that is not a port: the AWS Load Balancer Controller takes the action from an annotation. */
const NO_PORT = 'use-annotation';

export default defineRule({
  id: 'reference/ingress-backend',
  on: 'installation',
  severity: 'warning',
  summary: 'The Services of an Ingress exist, and have the ports.',
  details: `
A backend of an Ingress names a Service and one of its ports, by number or by name. It is a port of the Service, not of its pods. The
server does not look it up; the controller answers the requests with an error.

A Service is reported as missing only if the input has one with nearly the same name. The cluster may still have it: pass
\`--partial\` if the input is only a part of what is applied.
`,
  reference:
    'https://kubernetes.io/docs/concepts/services-networking/ingress/#the-ingress-resource',
  messages: {
    similar: {
      text: "the input has no Service '{name}', but it has '{similar}'; without it, these requests fail",
      help: 'use the name {similar} if that is meant',
    },
    port: {
      text: "the Service '{name}' has no port {port}; these requests fail",
      help: 'use one of its ports: {ports}',
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: Service
        metadata: { name: storefront, namespace: shop }
        spec:
          selector: { app: storefront }
          ports: [{ name: http, port: 80, targetPort: 8080 }]
        ---
        apiVersion: networking.k8s.io/v1
        kind: Ingress
        metadata: { name: shop, namespace: shop }
        spec:
          rules:
            - http:
                paths:
                  - path: /
                    pathType: Prefix
                    backend:
                      service:
                        name: store-front
                        #     ^^^^^^^^^^^ expect: similar
                        port: { name: http }
                  - path: /cart
                    pathType: Prefix
                    backend:
                      service:
                        name: storefront
                        port: { number: 8080 }
                        #               ^^^^ expect: port
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Service
        metadata: { name: storefront, namespace: shop }
        spec:
          selector: { app: storefront }
          ports: [{ name: http, port: 80, targetPort: 8080 }]
        ---
        apiVersion: networking.k8s.io/v1
        kind: Ingress
        metadata: { name: shop, namespace: shop }
        spec:
          rules:
            - http:
                paths:
                  - path: /
                    pathType: Prefix
                    backend: { service: { name: storefront, port: { name: http } } }
      `,
    ],
  },
  check(installation, { report }) {
    for (const ingress of installation.ofKind('Ingress')) {
      const { object } = ingress;
      const { namespace } = object;
      for (const backend of backendsOf(ingress)) {
        const { value: { name = '', port = {} } = {} } = backend;
        if (name === '') continue;
        const services = servicesNamed(name, namespace, installation);
        const [service] = services;
        if (service === undefined) {
          const reference = { from: object, group: '', kind: 'Service', namespace, name };
          const similar = findSimilar(installation, reference);
          if (similar === undefined || object.mayChange('spec')) continue;
          report({
            message: 'similar',
            at: { object, at: backend.get('name') },
            values: { name, similar: similar.name },
            related: [namedPlace('Service', similar)],
          });
          continue;
        }
        const asked = port.name ?? port.number;
        if (asked === undefined || asked === NO_PORT) continue;
        if (services.some((candidate) => hasPort(candidate, asked))) continue;
        if (!services.every(isKnown) || object.mayChange('spec')) continue;
        const ports = portsOf(service).map(({ port: number = 0, name: text = '' }) =>
          text === '' ? String(number) : `${number} (${text})`,
        );
        report({
          message: 'port',
          at: { object, at: backend.get('port').get(port.name === undefined ? 'number' : 'name') },
          values: { name, port: asked, ports: firstNames(ports, MOST_SHOWN) },
          related: [{ object: service.object, message: `the Service '${name}'` }],
        });
      }
    }
  },
});

/** The Services that an Ingress sends requests to. */
function backendsOf({
  root,
}: TypedObject<'Ingress'>): readonly Field<IngressServiceBackend | undefined>[] {
  const spec = root.get('spec');
  const paths = spec.itemsOf('rules').flatMap((rule) => rule.get('http').itemsOf('paths'));
  return [
    spec.get('defaultBackend').get('service'),
    ...paths.map((path) => path.get('backend').get('service')),
  ];
}

function portsOf({ root }: TypedObject<'Service'>) {
  return root.get('spec').get('ports').value ?? [];
}

/** Reports whether the ports of a Service are in its file. */
function isKnown(service: TypedObject<'Service'>): boolean {
  return portsOf(service).length > 0 && !service.object.mayChange('spec');
}

function hasPort(service: TypedObject<'Service'>, asked: string | number): boolean {
  return portsOf(service).some(({ name, port }) => asked === name || asked === port);
}
