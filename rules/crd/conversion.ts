import { isEmptyText } from '../../src/analysis/emptiness.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

const STRATEGIES: readonly string[] = ['None', 'Webhook'];

export default defineRule({
  id: 'crd/conversion',
  kinds: ['CustomResourceDefinition'],
  severity: 'error',
  summary: 'A CRD converts its versions by None or by Webhook, and only the latter has a webhook.',
  details: `
\`conversion.strategy: None\` (the default) only changes \`apiVersion\` when an object is read in another version than
it is stored in; fields that the other version does not know are dropped. \`Webhook\` asks a
service of yours, so the API server wants \`webhook.clientConfig\` and
\`webhook.conversionReviewVersions\` then, and refuses both with \`None\`, where they would do nothing.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/#webhook-conversion',
  messages: {
    strategyRequired: {
      text: 'conversion has no strategy',
      help: 'add strategy: Webhook, or remove conversion for None',
      cause: 'FieldValueRequired',
      rows: ['crd-conversion-strategy-required'],
    },
    strategy: {
      text: "the strategy is '{strategy}'; it must be None or Webhook",
      cause: 'FieldValueNotSupported',
      rows: ['crd-conversion-strategy-not-supported'],
    },
    clientRequired: {
      text: 'the strategy is Webhook, but webhook.clientConfig does not say what to call',
      help: 'add webhook.clientConfig.service with name, namespace and path',
      cause: 'FieldValueRequired',
      rows: ['crd-conversion-clientconfig-required'],
      dependsOn: ['spec.conversion.strategy'],
    },
    clientForbidden: {
      text: 'there is a webhook.clientConfig, but the strategy is not Webhook',
      help: 'set strategy: Webhook, or remove the webhook',
      cause: 'FieldValueForbidden',
      rows: ['crd-conversion-clientconfig-forbidden'],
      dependsOn: ['spec.conversion.strategy'],
    },
    reviewVersionsForbidden: {
      text: 'there are webhook.conversionReviewVersions, but the strategy is not Webhook',
      help: 'set strategy: Webhook, or remove the webhook',
      cause: 'FieldValueForbidden',
      rows: ['crd-conversion-review-versions-forbidden'],
      dependsOn: ['spec.conversion.strategy'],
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
            strategy: webhook
            #         ^^^^^^^ expect: strategy
            webhook:
              clientConfig: { service: { name: hooks, namespace: shop } }
              #             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: clientForbidden
              conversionReviewVersions: [v1]
              #                         ^^^^ expect: reviewVersionsForbidden
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
          conversion: { strategy: "" }
          #                       ^^ expect: strategyRequired
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
            webhook: { conversionReviewVersions: [v1] }
          # ^^^^^^^ expect: clientRequired
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
              clientConfig: { service: { name: hooks, namespace: shop, path: /convert } }
              conversionReviewVersions: [v1]
          versions:
            - { name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object } } }
      `,
    ],
  },
  check(resource, { report }) {
    const conversion = resource.root.get('spec').get('conversion');
    if (conversion.absent || conversion.pruned) return;
    const strategy = conversion.get('strategy');
    const webhook = conversion.get('webhook');
    const client = webhook.get('clientConfig');
    const reviewVersions = webhook.get('conversionReviewVersions');
    if (strategy.pruned) return;
    if (isEmptyText(strategy)) report('strategyRequired', strategy);
    else if (strategy.value !== undefined && !STRATEGIES.includes(strategy.value)) {
      report('strategy', strategy, { strategy: strategy.value });
    }
    if (strategy.value === 'Webhook') {
      if (client.absent) report('clientRequired', client);
      return;
    }
    if (client.value !== undefined) report('clientForbidden', client);
    if ((reviewVersions.value ?? []).length > 0) report('reviewVersionsForbidden', reviewVersions);
  },
});
