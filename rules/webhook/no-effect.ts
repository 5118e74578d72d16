import { hasInjectedBundle } from '../../src/analysis/admission/ca-injection.ts';
import { isEmptyList, isEmptyText } from '../../src/analysis/emptiness.ts';
import type { Field } from '../../src/rule/field.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import type { ValidatingWebhook } from '../../src/server/kubernetes/types.generated.ts';

export default defineRule({
  id: 'webhook/no-effect',
  on: 'object',
  kinds: ['ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration'],
  severity: 'warning',
  summary: 'A configuration has webhooks, and each webhook has rules.',
  details: `
A webhook is called for requests that one of its \`rules\` matches. Without rules it is never called, and a configuration
without webhooks has no effect. The API server accepts both.

Some controllers, such as those of Knative and Tekton, add the rules at run time. So two forms are not reported: a
webhook that also lacks the \`caBundle\`, which the same controller adds, and one with a \`caBundle\` and an explicitly
empty list (\`rules: []\`).
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#webhook-configuration',
  messages: {
    noWebhooks: {
      text: 'the configuration has no webhooks, so it has no effect',
      help: 'add webhooks, or remove the object, unless a controller adds them at run time',
      severity: 'info',
      rows: ['lint-webhooks-empty'],
    },
    noRules: {
      text: 'the webhook has no rules, so it is never called',
      help: 'add rules with operations, apiGroups, apiVersions and resources',
      rows: ['lint-rules-empty'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: MutatingWebhookConfiguration
        metadata: { name: defaults.example.com }
        webhooks: []
        #         ^^ expect: noWebhooks
      `,
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingWebhookConfiguration
        metadata:
          name: pods.example.com
          annotations: { cert-manager.io/inject-ca-from: shop/hooks }
        webhooks:
          - name: pods.example.com # expect: noRules
            clientConfig:
              service: { name: hooks, namespace: shop }
            sideEffects: None
            admissionReviewVersions: [v1]
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
            rules:
              - operations: [CREATE]
                apiGroups: [shop.example.com]
                apiVersions: [v1]
                resources: [widgets]
      `,
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingWebhookConfiguration
        metadata:
          name: config.webhook.serving.knative.dev
          labels: { app.kubernetes.io/name: knative-serving, app.kubernetes.io/component: webhook }
        webhooks:
          - name: config.webhook.serving.knative.dev
            clientConfig:
              service: { name: webhook, namespace: knative-serving }
            sideEffects: None
            admissionReviewVersions: [v1]
            objectSelector:
              matchExpressions: [{ key: app.kubernetes.io/component, operator: Exists }]
      `,
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: MutatingWebhookConfiguration
        metadata:
          name: policies.example.com
          annotations: { cert-manager.io/inject-ca-from: shop/hooks }
        webhooks:
          - name: policies.example.com
            clientConfig:
              service: { name: hooks, namespace: shop }
            sideEffects: None
            admissionReviewVersions: [v1]
            rules: []
      `,
    ],
  },
  check(resource, { report }) {
    const webhooks = resource.root.get('webhooks');
    if (webhooks.items().length === 0) {
      if (!webhooks.pruned) report({ message: 'noWebhooks', at: webhooks });
      return;
    }
    const isInjected = hasInjectedBundle(resource);
    for (const webhook of webhooks.items()) {
      const rules = webhook.get('rules');
      if (isEmptyList(rules) && !isCompletedAtRunTime(webhook, isInjected)) {
        report({ message: 'noRules', at: rules });
      }
    }
  },
});

/**
 * Reports whether a controller adds the rules of a webhook. It must add them if the API server cannot even verify the
 * certificate of the webhook. An explicitly empty list together with a certificate shows that it adds them.
 */
function isCompletedAtRunTime(webhook: Field<ValidatingWebhook>, isInjected: boolean): boolean {
  const client = webhook.get('clientConfig');
  const hasBundle = isInjected || !isEmptyText(client.get('caBundle'));
  return hasBundle ? !webhook.get('rules').absent : !client.get('service').absent;
}
