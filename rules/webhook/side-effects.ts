import { defineRule, yaml } from '../../src/rule/rule.ts';

const HARMLESS: readonly string[] = ['None', 'NoneOnDryRun'];
/** What `v1beta1` allowed. */
const OUTDATED: readonly string[] = ['Some', 'Unknown'];

export default defineRule({
  id: 'webhook/side-effects',
  kinds: ['ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration'],
  severity: 'error',
  summary: 'A webhook says that it has no side effects, or none on a dry run.',
  details: `
A side effect is anything that a webhook changes outside of the object it is asked about. On a dry
run (\`kubectl apply --dry-run=server\`) nothing may be changed, so the API server has to know
beforehand: \`None\` for a webhook that only answers, \`NoneOnDryRun\` for one that looks at
\`dryRun\` of the request and then keeps still. The field has no default, and the other two words of
its type, \`Some\` and \`Unknown\`, are refused in version v1.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#side-effects',
  messages: {
    required: {
      text: 'the webhook does not say whether it has sideEffects, and there is no default',
      help: 'add sideEffects: None, or NoneOnDryRun for a webhook that heeds dryRun of the request',
      cause: 'FieldValueRequired',
      rows: ['webhook-side-effects-required'],
    },
    outdated: {
      text: "sideEffects is '{value}', which version v1 does not take; it must be None or NoneOnDryRun",
      help: 'let the webhook heed dryRun of the request, then write NoneOnDryRun',
      cause: 'FieldValueNotSupported',
      rows: ['webhook-side-effects-unsupported'],
    },
    unsupported: {
      text: "sideEffects is '{value}'; it must be None or NoneOnDryRun",
      cause: 'FieldValueNotSupported',
      rows: ['webhook-side-effects-unsupported'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingWebhookConfiguration
        metadata: { name: pods.example.com }
        webhooks:
          - name: pods.example.com # expect: required
            clientConfig:
              service: { name: hooks, namespace: shop }
            admissionReviewVersions: [v1]
          - name: services.example.com
            clientConfig:
              service: { name: hooks, namespace: shop }
            sideEffects: Some
            #            ^^^^ expect: outdated
            admissionReviewVersions: [v1]
          - name: nodes.example.com
            clientConfig:
              service: { name: hooks, namespace: shop }
            sideEffects: none
            #            ^^^^ expect: unsupported
            admissionReviewVersions: [v1]
      `,
    ],
    good: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: MutatingWebhookConfiguration
        metadata: { name: pods.example.com }
        webhooks:
          - name: pods.example.com
            clientConfig:
              service: { name: hooks, namespace: shop }
            sideEffects: NoneOnDryRun
            admissionReviewVersions: [v1]
      `,
    ],
  },
  check(resource, { report }) {
    for (const webhook of resource.root.get('webhooks').items()) {
      const field = webhook.get('sideEffects');
      const { value } = field;
      if (field.absent) report('required', field);
      if (value === undefined || HARMLESS.includes(value)) continue;
      report(OUTDATED.includes(value) ? 'outdated' : 'unsupported', field, { value });
    }
  },
});
