import { isEmptyText } from '../../src/analysis/emptiness.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

const STRATEGIES: readonly string[] = ['None', 'Webhook'];

export default defineRule({
  id: 'crd/conversion',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'error',
  summary: 'A CRD converts versions with strategy None or Webhook; only Webhook has a webhook.',
  details: `
With \`conversion.strategy: None\` (the default) the API server changes only \`apiVersion\` when an object is read in another
version than it is stored in; it prunes fields that the other version does not declare. With \`Webhook\` it calls a
service of yours. It then requires \`webhook.clientConfig\` and \`webhook.conversionReviewVersions\`. With \`None\`, where they
would have no effect, it rejects both.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/#webhook-conversion',
  messages: {
    strategyRequired: {
      text: 'spec.conversion.strategy is required',
      help: 'set strategy: Webhook, or remove conversion to use None',
      cause: 'FieldValueRequired',
      rows: ['crd-conversion-strategy-required'],
      explains: ['crd/conversion#clientForbidden', 'crd/conversion#reviewVersionsForbidden'],
    },
    strategy: {
      text: "spec.conversion.strategy is '{strategy}'; it must be None or Webhook",
      help: 'set strategy: Webhook, or remove conversion to use None',
      cause: 'FieldValueNotSupported',
      rows: ['crd-conversion-strategy-not-supported'],
      explains: ['crd/conversion#clientForbidden', 'crd/conversion#reviewVersionsForbidden'],
    },
    webhookRequired: {
      text: 'spec.conversion.webhook is required if the strategy is Webhook',
      help: 'add webhook with clientConfig and conversionReviewVersions: [v1], or remove conversion to use None',
      cause: 'FieldValueRequired',
      rows: ['crd-conversion-clientconfig-required'],
      explains: ['crd/review-versions#required'],
    },
    clientRequired: {
      text: 'spec.conversion.webhook.clientConfig is required if the strategy is Webhook',
      help: 'add clientConfig.service with name, namespace and path',
      cause: 'FieldValueRequired',
      rows: ['crd-conversion-clientconfig-required'],
      dependsOn: ['spec.conversion.strategy'],
    },
    clientForbidden: {
      text: 'spec.conversion.webhook.clientConfig is not allowed unless the strategy is Webhook',
      help: 'set strategy: Webhook, or remove webhook',
      cause: 'FieldValueForbidden',
      rows: ['crd-conversion-clientconfig-forbidden'],
      explains: ['crd/conversion#reviewVersionsForbidden'],
      dependsOn: ['spec.conversion.strategy'],
    },
    reviewVersionsForbidden: {
      text: 'spec.conversion.webhook.conversionReviewVersions is not allowed unless the strategy is Webhook',
      help: 'set strategy: Webhook, or remove webhook',
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
      yaml`
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: { name: crontabs.stable.example.com }
        spec:
          group: stable.example.com
          names: { plural: crontabs, kind: CronTab }
          scope: Namespaced
          conversion: { strategy: Webhook } # expect: webhookRequired
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
    if (isEmptyText(strategy)) report({ message: 'strategyRequired', at: strategy });
    else if (strategy.value !== undefined && !STRATEGIES.includes(strategy.value)) {
      report({ message: 'strategy', at: strategy, values: { strategy: strategy.value } });
    }
    if (strategy.value === 'Webhook') {
      if (webhook.absent) report({ message: 'webhookRequired', at: client });
      else if (client.absent) report({ message: 'clientRequired', at: client });
      return;
    }
    if (client.value !== undefined) report({ message: 'clientForbidden', at: client });
    if ((reviewVersions.value ?? []).length > 0)
      report({ message: 'reviewVersionsForbidden', at: reviewVersions });
  },
});
