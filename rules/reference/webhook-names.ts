import { WEBHOOK_KINDS } from '../../src/analysis/admission/policy-kinds.ts';
import type { Field } from '../../src/rule/field.ts';
import type { InstalledObject } from '../../src/rule/installation.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'reference/webhook-names',
  on: 'installation',
  severity: 'info',
  summary: 'Webhooks in different configurations have different names.',
  details: `
The name of a webhook has to be unique only within its configuration. But metrics, audit annotations and error messages
contain only the name of the webhook. If two configurations of the same type have webhooks of the same name, they do not
show which one is slow or denies a request.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#monitoring-admission-webhooks',
  messages: {
    repeated: {
      text: "the webhook of another configuration is named '{name}' too; metrics and audit logs do not distinguish them",
      help: 'give each webhook its own name, such as one with the name of its resource',
      rows: ['lint-webhook-order-name'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingWebhookConfiguration
        metadata: { name: pods.example.com }
        webhooks:
          - name: hooks.example.com
            clientConfig: { url: "https://hooks.example.com/pods" }
            sideEffects: None
            admissionReviewVersions: [v1]
            failurePolicy: Ignore
            rules:
              - operations: [CREATE]
                apiGroups: [""]
                apiVersions: [v1]
                resources: [pods]
        ---
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingWebhookConfiguration
        metadata: { name: services.example.com }
        webhooks:
          - name: hooks.example.com
            #     ^^^^^^^^^^^^^^^^^ expect: repeated
            clientConfig: { url: "https://hooks.example.com/services" }
            sideEffects: None
            admissionReviewVersions: [v1]
            failurePolicy: Ignore
            rules:
              - operations: [CREATE]
                apiGroups: [""]
                apiVersions: [v1]
                resources: [services]
      `,
    ],
    good: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingWebhookConfiguration
        metadata: { name: pods.example.com }
        webhooks:
          - name: pods.example.com
            clientConfig: { url: "https://hooks.example.com/pods" }
            sideEffects: None
            admissionReviewVersions: [v1]
            failurePolicy: Ignore
            rules:
              - operations: [CREATE]
                apiGroups: [""]
                apiVersions: [v1]
                resources: [pods]
        ---
        apiVersion: admissionregistration.k8s.io/v1
        kind: MutatingWebhookConfiguration
        metadata: { name: pods.example.com }
        webhooks:
          - name: pods.example.com
            clientConfig: { url: "https://hooks.example.com/pods" }
            sideEffects: None
            admissionReviewVersions: [v1]
            failurePolicy: Ignore
            rules:
              - operations: [CREATE]
                apiGroups: [""]
                apiVersions: [v1]
                resources: [pods]
      `,
    ],
  },
  check(installation, { report }) {
    for (const kind of WEBHOOK_KINDS) {
      const known = new Map<string, { readonly object: InstalledObject; readonly at: Field }>();
      for (const { object, resource } of installation.resources(kind)) {
        for (const webhook of resource.root.itemsOf('webhooks')) {
          const at = webhook.get('name');
          const { value: name } = at;
          if (name === undefined) continue;
          const first = known.get(name);
          if (first === undefined) known.set(name, { object, at });
          // Twice in one configuration, the server refuses; copies of a configuration have its name.
          else if (
            first.object.name !== object.name &&
            installation.areTogether(first.object, object)
          ) {
            const message = `the webhook of '${first.object.name}'`;
            report({
              message: 'repeated',
              at: { object, at },
              values: { name },
              related: [{ ...first, message }],
            });
          }
        }
      }
    }
  },
});
