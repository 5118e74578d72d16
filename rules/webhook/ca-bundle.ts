import { hasInjectedBundle, INJECTION_FIELDS } from '../../src/analysis/admission/ca-injection.ts';
import { isScaffolded } from '../../src/analysis/admission/scaffolded-webhooks.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { bundleProblem } from './ca-bundle/certificates.ts';

export default defineRule({
  id: 'webhook/ca-bundle',
  kinds: ['ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration'],
  severity: 'warning',
  summary: 'caBundle holds certificates that the webhook can be checked against.',
  details: `
The API server calls a webhook over TLS and checks its certificate against \`caBundle\`: base64 of one or more
certificates in PEM form, encoded once. It does not look inside when the object is created. With anything else, or
with certificates that have expired, every call fails, and \`failurePolicy\` decides.

Without a \`caBundle\` the server trusts what its own machine trusts, and no public authority certifies the name
of a Service. So it is left out only where something fills it in, such as cert-manager, which the annotation
\`cert-manager.io/inject-ca-from\` asks, or the webhook itself when it starts.

A certificate that may certify no others works only as long as the webhook shows that very certificate; the next
one is not trusted. Put the certificate of its authority here.

Whether something has expired depends on the day of the check: the command line goes by today.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#service-reference',
  messages: {
    absent: {
      text: 'there is no caBundle; calls of the webhook fail unless something in the cluster fills it in',
      help: 'add the caBundle, or an annotation such as cert-manager.io/inject-ca-from',
      severity: 'info',
      rows: ['lint-ca-bundle-missing'],
      dependsOn: INJECTION_FIELDS,
    },
    twice: {
      text: 'the caBundle is encoded in base64 twice, so every call of the webhook fails',
      help: 'encode the PEM text once',
      rows: ['lint-ca-bundle-not-pem'],
      dependsOn: INJECTION_FIELDS,
    },
    other: {
      text: 'the caBundle has no certificate in PEM form, so every call of the webhook fails',
      help: 'encode the whole text from BEGIN CERTIFICATE to END CERTIFICATE in base64',
      rows: ['lint-ca-bundle-not-pem'],
      dependsOn: INJECTION_FIELDS,
    },
    broken: {
      text: 'the caBundle has no certificate that can be read, so every call of the webhook fails',
      help: 'look whether it was cut off: openssl x509 -noout -text reads it',
      dependsOn: INJECTION_FIELDS,
    },
    expired: {
      text: 'all certificates of the caBundle have expired, the last one on {day}, so calls of the webhook fail',
      help: 'renew the certificate of the authority',
      withoutExample: 'it depends on the day',
      dependsOn: INJECTION_FIELDS,
    },
    early: {
      text: 'no certificate of the caBundle is valid yet, the first one from {day} on',
      help: 'look at the clock of the machine that made it',
      withoutExample: 'it depends on the day',
      dependsOn: INJECTION_FIELDS,
    },
    noAuthority: {
      text: 'no certificate of the caBundle is one of an authority, so it is trusted only as the very certificate of the webhook',
      help: 'put in the certificate of the authority that issued it',
      severity: 'info',
      withoutExample: 'a certificate is longer than a page wants',
      dependsOn: INJECTION_FIELDS,
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
            clientConfig: # expect: absent
              service: { name: hooks, namespace: shop }
            sideEffects: None
            admissionReviewVersions: [v1]
      `,
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingWebhookConfiguration
        metadata: { name: widgets.example.com }
        webhooks:
          - name: a.widgets.example.com
            clientConfig:
              service: { name: hooks, namespace: shop }
              caBundle: TFMwdExTMUNSVWRKVGlCRFJWSlVTVVpKUTBGVVJTMHRMUzB0
              #         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: twice
            sideEffects: None
            admissionReviewVersions: [v1]
          - name: b.widgets.example.com
            clientConfig:
              service: { name: hooks, namespace: shop }
              caBundle: Y2VydA==
              #         ^^^^^^^^ expect: other
            sideEffects: None
            admissionReviewVersions: [v1]
          - name: c.widgets.example.com
            clientConfig:
              service: { name: hooks, namespace: shop }
              caBundle: LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCk1JSUJlVENDCi0tLS0tRU5EIENFUlRJRklDQVRFLS0tLS0K # expect: broken
            sideEffects: None
            admissionReviewVersions: [v1]
      `,
    ],
    good: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingWebhookConfiguration
        metadata:
          name: widgets.example.com
          annotations: { cert-manager.io/inject-ca-from: shop/hooks }
        webhooks:
          - name: widgets.example.com
            clientConfig:
              service: { name: hooks, namespace: shop }
            sideEffects: None
            admissionReviewVersions: [v1]
      `,
    ],
  },
  check(resource, { report, now }) {
    if (hasInjectedBundle(resource)) return;
    const without = [];
    for (const webhook of resource.root.get('webhooks').items()) {
      const client = webhook.get('clientConfig');
      const bundle = client.get('caBundle');
      if (bundle.pruned) continue;
      const problem = bundleProblem(bundle.value ?? '', now);
      switch (problem?.is) {
        case 'absent':
          // A url may be certified publicly.
          if (client.get('service').value !== undefined && !isScaffolded(client)) {
            without.push(client);
          }
          break;
        case 'twice':
        case 'other':
        case 'broken':
        case 'noAuthority':
          report(problem.is, bundle);
          break;
        case 'expired':
        case 'early':
          report(problem.is, bundle, { day: problem.day });
      }
    }
    const [first, ...others] = without;
    if (first === undefined) return;
    const related = others.map((client) => ({ span: client.location().span, message: 'nor here' }));
    report('absent', first, {}, { related });
  },
});
