import { isEmptyList } from '../../src/analysis/emptiness.ts';
import { labelProblem } from '../../src/crd/dns-label-messages.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

/** The versions of ConversionReview that API servers speak. */
const KNOWN: readonly string[] = ['v1', 'v1beta1'];

export default defineRule({
  id: 'crd/review-versions',
  kinds: ['CustomResourceDefinition'],
  severity: 'error',
  summary:
    'A conversion webhook lists the versions of ConversionReview that it understands, v1 among them.',
  details: `
The API server asks a conversion webhook with a ConversionReview object, in the first version of
\`conversionReviewVersions\` that the server knows. It knows \`v1\` and \`v1beta1\`, so it refuses a list
with neither of them, and a missing one. Versions stand alone here (\`v1\`, not
\`apiextensions.k8s.io/v1\`) and are listed once.

Write \`[v1]\`.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/#webhook-request-and-response',
  messages: {
    required: {
      text: 'the strategy is Webhook, but there are no conversionReviewVersions, and there is no default',
      help: 'add conversionReviewVersions: [v1]',
      cause: 'FieldValueRequired',
      rows: ['crd-conversion-review-versions-required'],
      dependsOn: ['spec.conversion.strategy'],
    },
    unknown: {
      text: 'the server knows none of these conversionReviewVersions; it speaks v1 and v1beta1',
      help: 'add v1',
      cause: 'FieldValueInvalid',
      rows: ['crd-conversion-review-versions-recognized'],
      dependsOn: ['spec.conversion.strategy'],
    },
    format: {
      text: "'{version}' does not have the form of a version: {problem}",
      help: 'write the version alone, without its group: v1',
      cause: 'FieldValueInvalid',
      rows: ['crd-conversion-review-versions-label'],
    },
    duplicate: {
      text: "'{version}' is listed twice",
      help: 'leave one of them out',
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
  },
  check(resource, { report }) {
    const conversion = resource.root.get('spec').get('conversion');
    if (conversion.get('strategy').value !== 'Webhook') return;
    const versions = conversion.get('webhook').get('conversionReviewVersions');
    if (isEmptyList(versions)) {
      report('required', versions);
      return;
    }
    if (versions.pruned) return;
    const seen = new Set<string>();
    for (const item of versions.items()) {
      const version = item.value ?? '';
      if (seen.has(version)) {
        report('duplicate', item, { version });
        continue;
      }
      seen.add(version);
      const problem = labelProblem(version);
      if (problem !== undefined) report('format', item, { version, problem });
    }
    if (!KNOWN.some((version) => seen.has(version))) report('unknown', versions);
  },
});
