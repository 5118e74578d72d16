import { hasInjectedBundle } from '../../src/checks/ca-injection.ts';
import { isScaffolded } from '../../src/checks/scaffolded-webhooks.ts';
import { settledWebhookClients } from '../../src/checks/webhook-clients.ts';
import { isDns1123Label } from '../../src/kubernetes/formats/dns.ts';
import { parseGoUrl } from '../../src/kubernetes/formats/go-url.ts';
import { unreachableHost } from '../../src/kubernetes/formats/in-cluster-host.ts';
import { bundleContent } from '../../src/kubernetes/formats/pem.ts';
import { defineRule, yaml } from '../../src/rule.ts';

export default defineRule({
  id: 'crd/conversion-webhook',
  kinds: ['CustomResourceDefinition'],
  severity: 'warning',
  summary: 'A conversion webhook can be reached, trusted and understood.',
  details: `
When a conversion webhook cannot be called, every request for an object that is stored in another version fails, and
lists of the kind with it; garbage collection and namespace deletion get stuck, too.

- The API server does not use the DNS of the cluster, so a \`url\` such as \`https://convert.shop.svc\` is not found;
  \`localhost\` is another machine for each API server. Write \`service\` instead.
- The server only wants the name and the namespace of the service not to be empty. No Service and no namespace has
  a name with capitals, underscores or dots.
- \`caBundle\` is base64 of certificates in PEM form. On create the server takes anything. Left out, the authorities
  that the machine of the API server trusts are taken; none of them certifies names that end in \`.svc\`.
- The first of the \`conversionReviewVersions\` that the server knows is used: \`v1\` or \`v1beta1\`. List \`v1\` first.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/#configure-customresourcedefinition-to-use-conversion-webhooks',
  messages: {
    serviceName: {
      text: "the API server cannot resolve '{host}': it does not use the DNS of the cluster",
      help: 'write service with name and namespace instead of url',
      rows: ['crd-lint-conversion-url-in-cluster'],
    },
    loopback: {
      text: "'{host}' is the machine of whichever API server calls",
      help: 'write the name of a host that all API servers reach, or service instead of url',
      rows: ['crd-lint-conversion-url-in-cluster'],
    },
    service: {
      text: "no {what} can be called '{name}'",
      help: 'write the name of one: up to 63 lower-case letters, digits and dashes',
      rows: ['crd-lint-conversion-service-format'],
    },
    bundle: {
      text: 'the caBundle has no certificate in PEM form, so every conversion fails',
      help: 'encode the whole text from BEGIN CERTIFICATE to END CERTIFICATE in base64, once',
      rows: ['crd-lint-conversion-cabundle'],
    },
    noBundle: {
      text: 'there is no caBundle; conversions fail unless something in the cluster writes it',
      help: 'add the caBundle, or an annotation such as cert-manager.io/inject-ca-from',
      severity: 'info',
      rows: ['crd-lint-conversion-cabundle'],
    },
    legacy: {
      text: 'the server asks in v1beta1, as that is the first version that it knows here',
      help: 'put v1 before it, once the webhook understands it',
      severity: 'info',
      rows: ['crd-lint-conversion-review-versions'],
    },
    unknown: {
      text: "the server does not know the version '{version}' of ConversionReview, and passes over it",
      help: 'write v1',
      severity: 'info',
      rows: ['crd-lint-conversion-review-versions'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: { name: crontabs.stable.example.com }
        spec:
          group: stable.example.com
          names: { plural: crontabs, kind: CronTab }
          scope: Namespaced
          conversion:
            strategy: Webhook
            webhook:
              clientConfig:
                url: https://convert.shop.svc/convert
                #    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: serviceName
                caBundle: c2VjcmV0
                #         ^^^^^^^^ expect: bundle
              conversionReviewVersions: [v2, v1beta1, v1]
              #                          ^^ expect: unknown
              #                              ^^^^^^^ expect: legacy
          versions:
            - { name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object } } }
            - { name: v2, served: true, storage: false, schema: { openAPIV3Schema: { type: object } } }
      `,
      yaml`
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: { name: crontabs.stable.example.com }
        spec:
          group: stable.example.com
          names: { plural: crontabs, kind: CronTab }
          scope: Namespaced
          conversion:
            strategy: Webhook
            webhook:
              clientConfig:
                service: { name: Convert_CronTabs, namespace: shop }
              # ^^^^^^^ expect: noBundle
                #                ^^^^^^^^^^^^^^^^ expect: service
              conversionReviewVersions: [v1]
          versions:
            - { name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object } } }
            - { name: v2, served: true, storage: false, schema: { openAPIV3Schema: { type: object } } }
      `,
      yaml`
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: { name: crontabs.stable.example.com }
        spec:
          group: stable.example.com
          names: { plural: crontabs, kind: CronTab }
          scope: Namespaced
          conversion:
            strategy: Webhook
            webhook:
              clientConfig:
                url: https://127.0.0.1:9443/convert
                #    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: loopback
              conversionReviewVersions: [v1]
          versions:
            - { name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object } } }
            - { name: v2, served: true, storage: false, schema: { openAPIV3Schema: { type: object } } }
      `,
    ],
    good: [
      yaml`
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata:
          name: crontabs.stable.example.com
          annotations: { cert-manager.io/inject-ca-from: shop/convert }
        spec:
          group: stable.example.com
          names: { plural: crontabs, kind: CronTab }
          scope: Namespaced
          conversion:
            strategy: Webhook
            webhook:
              clientConfig:
                service: { name: convert, namespace: shop, path: /convert }
              conversionReviewVersions: [v1]
          versions:
            - { name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object } } }
            - { name: v2, served: true, storage: false, schema: { openAPIV3Schema: { type: object } } }
      `,
    ],
  },
  check(resource, { report }) {
    for (const client of settledWebhookClients(resource)) {
      const url = client.get('url');
      const host = hostOf(url.value ?? '');
      const reason = unreachableHost(host);
      if (reason === 'service-name') report('serviceName', url, { host });
      if (reason === 'loopback') report('loopback', url, { host });
      const service = client.get('service');
      for (const [member, what] of NAMES) {
        const field = service.get(member);
        const name = field.value ?? '';
        if (name !== '' && !isDns1123Label(name)) report('service', field, { what, name });
      }
      const bundle = client.get('caBundle');
      if (bundle.pruned || hasInjectedBundle(resource) || isScaffolded(client)) continue;
      const content = bundleContent(bundle.value ?? '');
      if (content === 'blank') {
        if (service.value !== undefined)
          report('noBundle', bundle.absent ? service.spot('key') : bundle);
      } else if (content !== 'certificates') report('bundle', bundle);
    }
    const conversion = resource.root.get('spec').get('conversion');
    if (conversion.get('strategy').value !== 'Webhook') return;
    const versions = conversion.get('webhook').get('conversionReviewVersions').items();
    const first = versions.find(({ value }) => KNOWN.includes(value ?? ''));
    // Where the server knows none of them, it refuses the list.
    if (first === undefined) return;
    if (first.value === 'v1beta1') report('legacy', first);
    for (const field of versions) {
      const version = field.value ?? '';
      if (!KNOWN.includes(version)) report('unknown', field, { version });
    }
  },
});

const KNOWN: readonly string[] = ['v1', 'v1beta1'];

const NAMES = [
  ['name', 'Service'],
  ['namespace', 'namespace'],
] as const;

function hostOf(url: string): string {
  const parsed = parseGoUrl(url, { strictColons: false });
  return parsed.ok ? parsed.url.host : '';
}
