import type { Field } from '../../src/rule/field.ts';
import { isOfKind } from '../../src/rule/resource.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import type { MutatingWebhook } from '../../src/server/kubernetes/types.generated.ts';

/** Seconds that are reasonable for an interactive request; also the default. */
const LONG = 10;

/** The maximum that the API server accepts. */
const LONGEST = 30;

/** The 34 seconds after which the API server ends a request, less some for its own work. */
const LONGEST_TOTAL = 30;

/** Resource rules with more combinations are ignored. */
const MOST_COMBINATIONS = 1000;

export default defineRule({
  id: 'webhook/slow',
  on: 'object',
  kinds: ['ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration'],
  severity: 'info',
  summary: 'The timeouts of webhooks are short, also when they are added up.',
  details: `
If a webhook does not respond, every request that it matches takes as long as its timeout, including the requests of
controllers and the control plane. Mutating webhooks are called one after the other, so their timeouts add up; validating
webhooks are called in parallel. The API server ends a write request after 34 seconds, all webhooks included.

Use short timeouts: 5 seconds are enough for a webhook in the same cluster. The default is 10 seconds.
`,
  reference:
    'https://kubernetes.io/docs/concepts/cluster-administration/admission-webhooks-good-practices/#timeout-small',
  messages: {
    long: {
      text: 'requests wait up to {seconds} seconds for this webhook; the API server ends a request after 34 seconds',
      help: 'set timeoutSeconds to 10 or less',
      rows: ['lint-timeout-long'],
    },
    together: {
      text: 'a request for {resource} can wait {seconds} seconds for {count} of these webhooks; the API server ends it after 34',
      help: 'reduce timeoutSeconds of these webhooks',
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingWebhookConfiguration
        metadata: { name: widgets.example.com }
        webhooks:
          - name: widgets.example.com
            clientConfig:
              service: { name: hooks, namespace: shop }
            sideEffects: None
            admissionReviewVersions: [v1]
            timeoutSeconds: 30
            #               ^^ expect: long
            rules:
              - operations: [CREATE]
                apiGroups: [shop.example.com]
                apiVersions: [v1]
                resources: [widgets]
      `,
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: MutatingWebhookConfiguration
        metadata: { name: widgets.example.com }
        webhooks: # expect: together
          - &webhook
            name: a.widgets.example.com
            clientConfig:
              service: { name: hooks, namespace: shop }
            sideEffects: None
            admissionReviewVersions: [v1]
            timeoutSeconds: 10
            rules:
              - operations: [CREATE]
                apiGroups: [shop.example.com]
                apiVersions: [v1]
                resources: [widgets]
          - { <<: *webhook, name: b.widgets.example.com }
          - { <<: *webhook, name: c.widgets.example.com }
          - { <<: *webhook, name: d.widgets.example.com }
      `,
    ],
    good: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingWebhookConfiguration
        metadata: { name: widgets.example.com }
        webhooks:
          - name: widgets.example.com
            clientConfig:
              service: { name: hooks, namespace: shop }
            sideEffects: None
            admissionReviewVersions: [v1]
            timeoutSeconds: 5
            rules:
              - operations: [CREATE]
                apiGroups: [shop.example.com]
                apiVersions: [v1]
                resources: [widgets]
      `,
    ],
  },
  check(resource, { report }) {
    for (const webhook of resource.root.itemsOf('webhooks')) {
      const timeout = webhook.get('timeoutSeconds');
      const { value: seconds = LONG } = timeout;
      if (seconds > LONG && seconds <= LONGEST)
        report({ message: 'long', at: timeout, values: { seconds } });
    }
    if (!isOfKind(resource, 'MutatingWebhookConfiguration')) return;
    const webhooks = resource.root.get('webhooks');
    const slowest = slowestRequest(webhooks.items());
    if (slowest !== undefined)
      report({ message: 'together', at: webhooks, values: { ...slowest }, side: 'key' });
  },
});

interface Wait {
  readonly resource: string;
  readonly seconds: number;
  readonly count: number;
}

/**
 * The request with the longest total wait for webhooks, if it is too long. Only webhooks with the same selectors and
 * without match conditions are added up, because others may match different requests.
 */
function slowestRequest(webhooks: readonly Field<MutatingWebhook>[]): Wait | undefined {
  const waits = new Map<string, Wait>();
  for (const webhook of webhooks) {
    if (webhook.itemsOf('matchConditions').length > 0) continue;
    const { namespaceSelector, objectSelector, timeoutSeconds = LONG } = webhook.value ?? {};
    const selectors = JSON.stringify([namespaceSelector, objectSelector]);
    for (const request of requestsOf(webhook)) {
      const key = `${selectors} ${request.key}`;
      const { seconds = 0, count = 0 } = waits.get(key) ?? {};
      waits.set(key, {
        resource: request.resource,
        seconds: seconds + timeoutSeconds,
        count: count + 1,
      });
    }
  }
  const [slowest] = [...waits.values()]
    .filter(({ seconds, count }) => count > 1 && seconds > LONGEST_TOTAL)
    .sort((a, b) => b.seconds - a.seconds);
  return slowest;
}

/** The combinations of operation, group and resource that a webhook is called for; wildcards are treated as names. */
function requestsOf(
  webhook: Field<MutatingWebhook>,
): readonly { readonly key: string; readonly resource: string }[] {
  const requests = new Map<string, string>();
  for (const rule of webhook.itemsOf('rules')) {
    const { operations = [], apiGroups = [], resources = [] } = rule.value ?? {};
    if (operations.length * apiGroups.length * resources.length > MOST_COMBINATIONS) continue;
    for (const operation of operations.includes('*') ? ['CREATE', 'UPDATE'] : operations) {
      for (const group of apiGroups) {
        for (const resource of resources)
          requests.set(`${operation} ${group} ${resource}`, resource);
      }
    }
  }
  return [...requests].map(([key, resource]) => ({ key, resource }));
}
