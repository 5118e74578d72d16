import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'webhook/no-effect',
  kinds: ['ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration'],
  severity: 'warning',
  summary: 'A configuration has webhooks, and each webhook has rules.',
  details: `
A webhook is called for requests that one of its \`rules\` matches. Without rules it is never called, and a
configuration without webhooks does nothing. The API server accepts both.

Some operators create such an object empty and fill it in when they run; then there is nothing to do.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#webhook-configuration',
  messages: {
    noWebhooks: {
      text: 'there are no webhooks, so this object does nothing',
      help: 'add webhooks, or leave the object out unless something fills it in',
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
        metadata: { name: pods.example.com }
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
    ],
  },
  check(resource, { report }) {
    const webhooks = resource.root.get('webhooks');
    if (webhooks.items().length === 0) {
      if (!webhooks.pruned) report('noWebhooks', webhooks);
      return;
    }
    for (const webhook of webhooks.items()) {
      const rules = webhook.get('rules');
      if (rules.items().length === 0 && !rules.pruned) report('noRules', rules);
    }
  },
});
