import type { MutatingWebhook } from '../../src/kubernetes/types.generated.ts';
import type { Field } from '../../src/rule/field.ts';
import { isOfKind } from '../../src/rule/resource.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

/** Seconds that a person waits for; also the default. */
const LONG = 10;

/** What the API server takes at most; above, it refuses the object. */
const LONGEST = 30;

/** Seconds after which the API server gives up a request, with a few to spare for its own work. */
const MOST_TOGETHER = 30;

/** More combinations of a rule are not looked at. */
const MOST_COMBINATIONS = 1000;

export default defineRule({
  id: 'webhook/slow',
  kinds: ['ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration'],
  severity: 'info',
  summary: 'Webhooks together answer before the API server gives up the request.',
  details: `
The API server ends a request that writes something after 34 seconds, all webhooks together. Mutating webhooks are
called one after the other, so their timeouts add up; validating ones are called at the same time. While a webhook
hangs, every request that it matches takes as long as its timeout, in clients, controllers and the control plane.

A short timeout is the better one: 5 seconds are plenty for a webhook in the same cluster. The default is 10.
`,
  reference:
    'https://kubernetes.io/docs/concepts/cluster-administration/admission-webhooks-good-practices/#timeout-small',
  messages: {
    long: {
      text: 'a request waits up to {seconds} seconds for this webhook; the API server gives up after 34 altogether',
      help: 'write 10 or less',
      rows: ['lint-timeout-long'],
    },
    together: {
      text: 'a request about {resource} may wait {seconds} seconds for {count} webhooks of this object; the API server gives up after 34',
      help: 'write shorter timeoutSeconds',
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
    for (const webhook of resource.root.get('webhooks').items()) {
      const timeout = webhook.get('timeoutSeconds');
      const { value: seconds = LONG } = timeout;
      if (seconds > LONG && seconds <= LONGEST) report('long', timeout, { seconds });
    }
    if (!isOfKind(resource, 'MutatingWebhookConfiguration')) return;
    const webhooks = resource.root.get('webhooks');
    const slowest = slowestRequest(webhooks.items());
    if (slowest !== undefined) report('together', webhooks, { ...slowest }, { side: 'key' });
  },
});

interface Wait {
  readonly resource: string;
  readonly seconds: number;
  readonly count: number;
}

/**
 * The request that waits longest for webhooks one after the other, if too long. Only webhooks with the
 * same selectors and no conditions are added up: others may never meet.
 */
function slowestRequest(webhooks: readonly Field<MutatingWebhook>[]): Wait | undefined {
  const waits = new Map<string, Wait>();
  for (const webhook of webhooks) {
    if (webhook.get('matchConditions').items().length > 0) continue;
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
    .filter(({ seconds, count }) => count > 1 && seconds > MOST_TOGETHER)
    .sort((a, b) => b.seconds - a.seconds);
  return slowest;
}

/** The operations on named resources that a webhook is called for, each once; wildcards count as names. */
function requestsOf(
  webhook: Field<MutatingWebhook>,
): readonly { readonly key: string; readonly resource: string }[] {
  const requests = new Map<string, string>();
  for (const rule of webhook.get('rules').items()) {
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
