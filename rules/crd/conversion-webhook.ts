import { hasInjectedBundle, INJECTION_FIELDS } from '../../src/analysis/admission/ca-injection.ts';
import { isScaffolded } from '../../src/analysis/admission/scaffolded-webhooks.ts';
import { unambiguousWebhookClients } from '../../src/analysis/admission/webhook-clients.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { bundleContent } from '../../src/server/kubernetes/formats/pem.ts';

export default defineRule({
  id: 'crd/conversion-webhook',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'warning',
  summary: 'A conversion webhook has a CA bundle, and is sent ConversionReview v1.',
  details: `
If a conversion webhook cannot be called, every request for an object that is stored in another version fails, and so
does listing the kind; garbage collection and the deletion of namespaces stop as well.

- \`caBundle\` contains PEM certificates, encoded in base64. When a CRD is created the server accepts any value. Without
  \`caBundle\` the server uses the trusted authorities of its host, and none of them certifies names that end in \`.svc\`.
- The server sends the first of the \`conversionReviewVersions\` that it supports: \`v1\` or \`v1beta1\`. List \`v1\` first.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/#configure-customresourcedefinition-to-use-conversion-webhooks',
  messages: {
    bundle: {
      text: 'caBundle contains no PEM certificate, so every conversion fails',
      help: 'encode the complete text from BEGIN CERTIFICATE to END CERTIFICATE in base64, once',
      rows: ['crd-lint-conversion-cabundle'],
      dependsOn: INJECTION_FIELDS,
    },
    noBundle: {
      text: 'there is no caBundle, so every conversion fails unless a controller sets it',
      help: 'add caBundle, or an annotation such as cert-manager.io/inject-ca-from',
      severity: 'info',
      rows: ['crd-lint-conversion-cabundle'],
      dependsOn: INJECTION_FIELDS,
    },
    legacy: {
      text: 'the API server sends ConversionReview v1beta1, the first entry that it supports',
      help: 'list v1 first once the webhook supports it',
      severity: 'info',
      rows: ['crd-lint-conversion-review-versions'],
    },
    unknown: {
      text: "ConversionReview has no version '{version}', so the API server ignores this entry",
      help: 'remove it',
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
    for (const client of unambiguousWebhookClients(resource)) {
      const service = client.get('service');
      const bundle = client.get('caBundle');
      if (bundle.pruned || hasInjectedBundle(resource) || isScaffolded(client)) continue;
      const content = bundleContent(bundle.value ?? '');
      if (content === 'blank') {
        if (service.value !== undefined)
          report({ message: 'noBundle', at: bundle.absent ? service.location('key') : bundle });
      } else if (content !== 'certificates') report({ message: 'bundle', at: bundle });
    }
    const conversion = resource.root.get('spec').get('conversion');
    if (conversion.get('strategy').value !== 'Webhook') return;
    const versions = conversion.get('webhook').itemsOf('conversionReviewVersions');
    const first = versions.find(({ value }) => SUPPORTED.includes(value ?? ''));
    // If the server supports none of them, it rejects the list.
    if (first === undefined) return;
    if (first.value === 'v1beta1') report({ message: 'legacy', at: first });
    for (const field of versions) {
      const version = field.value ?? '';
      if (!SUPPORTED.includes(version))
        report({ message: 'unknown', at: field, values: { version } });
    }
  },
});

const SUPPORTED: readonly string[] = ['v1', 'v1beta1'];
