import { isEmptyList } from '../../src/analysis/emptiness.ts';
import { withoutEntry } from '../../src/analysis/fields/entry-fixes.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { labelProblem } from '../../src/server/crd/dns-label-messages.ts';

/** The versions of ConversionReview that API servers support. */
const SUPPORTED: readonly string[] = ['v1', 'v1beta1'];

export default defineRule({
  id: 'crd/review-versions',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'error',
  summary: 'A conversion webhook lists a version of ConversionReview that the server supports.',
  details: `
The API server sends a ConversionReview object to a conversion webhook, in the first version of
\`conversionReviewVersions\` that it supports. It supports \`v1\` and \`v1beta1\`, and refuses a list that contains neither
or is missing. The entries are versions without a group (\`v1\`, not \`apiextensions.k8s.io/v1\`), each listed once.

Use \`conversionReviewVersions: [v1]\`.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/#webhook-request-and-response',
  messages: {
    required: {
      text: 'conversionReviewVersions is required with strategy Webhook',
      help: 'add conversionReviewVersions: [v1]',
      cause: 'FieldValueRequired',
      rows: ['crd-conversion-review-versions-required'],
      dependsOn: ['spec.conversion.strategy'],
    },
    unknown: {
      text: 'conversionReviewVersions must contain v1 or v1beta1; the server supports no others',
      help: 'add v1',
      cause: 'FieldValueInvalid',
      rows: ['crd-conversion-review-versions-recognized'],
      dependsOn: ['spec.conversion.strategy'],
    },
    format: {
      text: "'{version}' is not a valid version: {problem}",
      help: 'use the version without its group, such as v1',
      cause: 'FieldValueInvalid',
      rows: ['crd-conversion-review-versions-label'],
      explains: ['crd/review-versions#unknown'],
      explainsInField: ['crd/conversion-webhook#unknown'],
    },
    duplicate: {
      text: "'{version}' is listed twice",
      help: 'remove one of the entries',
      cause: 'FieldValueInvalid',
      rows: ['crd-conversion-review-versions-duplicate'],
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
            webhook: # expect: required
              clientConfig: { service: { name: hooks, namespace: shop } }
          versions:
            - { name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object } } }
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
              clientConfig: { service: { name: hooks, namespace: shop } }
              conversionReviewVersions: # expect: unknown
                - v2
                - v2
                # ^^ expect: duplicate
                - apiextensions.k8s.io/v1
                # ^^^^^^^^^^^^^^^^^^^^^^^ expect: format
          versions:
            - { name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object } } }
      `,
    ],
    good: [
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
              clientConfig: { service: { name: hooks, namespace: shop } }
              conversionReviewVersions: [v2, v1]
          versions:
            - { name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object } } }
      `,
    ],
    fixed: [
      {
        before: yaml`
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
                clientConfig: { service: { name: hooks, namespace: shop } }
                conversionReviewVersions: [v1, v1]
            versions:
              - name: v1
                served: true
                storage: true
                schema: { openAPIV3Schema: { type: object } }
        `,
        after: yaml`
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
                clientConfig: { service: { name: hooks, namespace: shop } }
                conversionReviewVersions: [v1]
            versions:
              - name: v1
                served: true
                storage: true
                schema: { openAPIV3Schema: { type: object } }
        `,
      },
    ],
  },
  check(resource, { report }) {
    const conversion = resource.root.get('spec').get('conversion');
    if (conversion.get('strategy').value !== 'Webhook') return;
    const versions = conversion.get('webhook').get('conversionReviewVersions');
    if (isEmptyList(versions)) {
      report({ message: 'required', at: versions });
      return;
    }
    if (versions.pruned) return;
    const seen = new Set<string>();
    for (const item of versions.items()) {
      const version = item.value ?? '';
      if (seen.has(version)) {
        report({
          message: 'duplicate',
          at: item,
          values: { version },
          fix: withoutEntry(resource, item),
        });
        continue;
      }
      seen.add(version);
      const problem = labelProblem(version);
      if (problem !== undefined)
        report({ message: 'format', at: item, values: { version, problem } });
    }
    if (!SUPPORTED.some((version) => seen.has(version)))
      report({ message: 'unknown', at: versions });
  },
});
