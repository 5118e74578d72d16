import { hasInjectedBundle, INJECTION_FIELDS } from '../../src/analysis/admission/ca-injection.ts';
import { isScaffolded } from '../../src/analysis/admission/scaffolded-webhooks.ts';
import { settledWebhookClients } from '../../src/analysis/admission/webhook-clients.ts';
import { bundleContent } from '../../src/kubernetes/formats/pem.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'crd/conversion-webhook',
  kinds: ['CustomResourceDefinition'],
  severity: 'warning',
  summary: 'The certificate of a conversion webhook can be checked, and it is asked in v1.',
  details: `
When a conversion webhook cannot be called, every request for an object that is stored in another version fails, and
lists of the kind with it; garbage collection and namespace deletion get stuck, too.

- \`caBundle\` is base64 of certificates in PEM form. On create the server takes anything. Left out, the authorities
  that the machine of the API server trusts are taken; none of them certifies names that end in \`.svc\`.
- The first of the \`conversionReviewVersions\` that the server knows is used: \`v1\` or \`v1beta1\`. List \`v1\` first.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/#configure-customresourcedefinition-to-use-conversion-webhooks',
  messages: {
    bundle: {
      text: 'the caBundle has no certificate in PEM form, so every conversion fails',
      help: 'encode the whole text from BEGIN CERTIFICATE to END CERTIFICATE in base64, once',
      rows: ['crd-lint-conversion-cabundle'],
      dependsOn: INJECTION_FIELDS,
    },
    noBundle: {
      text: 'there is no caBundle; conversions fail unless something in the cluster writes it',
      help: 'add the caBundle, or an annotation such as cert-manager.io/inject-ca-from',
      severity: 'info',
      rows: ['crd-lint-conversion-cabundle'],
      dependsOn: INJECTION_FIELDS,
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
                url: https://convert.example.com
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
                service: { name: convert, namespace: shop, path: /convert }
              # ^^^^^^^ expect: noBundle
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
      const service = client.get('service');
      const bundle = client.get('caBundle');
      if (bundle.pruned || hasInjectedBundle(resource) || isScaffolded(client)) continue;
      const content = bundleContent(bundle.value ?? '');
      if (content === 'blank') {
        if (service.value !== undefined)
          report('noBundle', bundle.absent ? service.location('key') : bundle);
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
