import { hasInjectedBundle, INJECTION_FIELDS } from '../../src/analysis/admission/ca-injection.ts';
import { isScaffolded } from '../../src/analysis/admission/scaffolded-webhooks.ts';
import { furtherLocations } from '../../src/analysis/further-locations.ts';
import { getOrCompute } from '../../src/base/get-or-compute.ts';
import type { Field } from '../../src/rule/field.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import type { ValidatingWebhook } from '../../src/server/kubernetes/types.generated.ts';
import { type BundleProblem, bundleProblem } from './ca-bundle/certificates.ts';

export default defineRule({
  id: 'webhook/ca-bundle',
  on: 'object',
  kinds: ['ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration'],
  severity: 'warning',
  summary: 'The certificate of a webhook can be verified with its caBundle.',
  details: `
The API server calls a webhook over TLS and verifies its certificate with \`caBundle\`: one or more certificates in PEM
format, encoded in base64 once. It does not validate them when the object is created. If the bundle is something
else, or its certificates have expired, every call fails, and \`failurePolicy\` determines what happens to the request.

Without a \`caBundle\`, the API server uses the trust store of its own machine, and no public authority issues
certificates for the name of a Service. So \`caBundle\` is only omitted if something adds it at run time, such as
cert-manager (annotation \`cert-manager.io/inject-ca-from\`) or the webhook itself. If only some webhooks of a
configuration have one, the others were most likely forgotten.

A certificate that is not a CA certificate is trusted only as long as the webhook presents this very certificate. Use
the certificate of the CA that issued it, so that it can be renewed.

Whether certificates have expired depends on the date of the check; the command uses the current date.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#service-reference',
  messages: {
    missing: {
      text: 'this webhook has no caBundle, unlike others of this configuration, so every call to it fails',
      help: 'add the caBundle of the CA that issued the certificate of the webhook',
      dependsOn: INJECTION_FIELDS,
    },
    absent: {
      text: 'the webhook has no caBundle; every call to it fails unless something adds the caBundle at run time',
      help: 'add caBundle, or an annotation such as cert-manager.io/inject-ca-from',
      severity: 'info',
      rows: ['lint-ca-bundle-missing'],
      dependsOn: INJECTION_FIELDS,
    },
    twice: {
      text: 'caBundle is encoded in base64 twice, so every call to the webhook fails',
      help: 'encode the PEM certificates only once',
      rows: ['lint-ca-bundle-not-pem'],
      dependsOn: INJECTION_FIELDS,
    },
    other: {
      text: 'caBundle contains no certificate in PEM format, so every call to the webhook fails',
      help: 'encode the certificate in base64, including the lines BEGIN CERTIFICATE and END CERTIFICATE',
      rows: ['lint-ca-bundle-not-pem'],
      dependsOn: INJECTION_FIELDS,
    },
    broken: {
      text: 'caBundle contains no certificate that can be parsed, so every call to the webhook fails',
      help: 'verify the certificate with openssl x509 -noout -text; it may be truncated',
      dependsOn: INJECTION_FIELDS,
    },
    expired: {
      text: 'all certificates in caBundle have expired, the last one on {day}, so every call to the webhook fails',
      help: 'replace caBundle with a valid CA certificate, and renew the certificate of the webhook',
      dependsOn: INJECTION_FIELDS,
      withoutExample: 'it depends on the date',
    },
    early: {
      text: 'no certificate in caBundle is valid before {day}, so every call to the webhook fails until then',
      help: 'check the clock of the machine that created the certificate',
      dependsOn: INJECTION_FIELDS,
      withoutExample: 'it depends on the date',
    },
    noAuthority: {
      text: 'caBundle contains no CA certificate, so calls fail as soon as the certificate of the webhook is renewed',
      help: 'use the certificate of the CA that issued the certificate of the webhook',
      severity: 'info',
      dependsOn: INJECTION_FIELDS,
      withoutExample: 'the certificate is too long for a page',
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
          - name: d.widgets.example.com
            clientConfig: # expect: missing
              service: { name: hooks, namespace: shop }
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
    const { problems, without, hasBundles } = inspectBundles(
      resource.root.itemsOf('webhooks'),
      now,
    );
    for (const { problem, fields } of problems) {
      const [first, ...others] = fields;
      if (first === undefined) continue;
      const related = furtherLocations(others);
      if (problem.is === 'expired' || problem.is === 'early') {
        report({ message: problem.is, at: first, values: { day: problem.day }, related });
      } else {
        report({ message: problem.is, at: first, related });
      }
    }
    const [first, ...others] = without;
    if (first === undefined) return;
    const related = furtherLocations(others, 'key');
    report({ message: hasBundles ? 'missing' : 'absent', at: first, related });
  },
});

interface Inspection {
  /** The problems of bundles. Bundles with the same content are reported once. */
  readonly problems: readonly {
    readonly problem: ReportedProblem;
    readonly fields: readonly Field[];
  }[];
  /** The client configurations that call a Service and have no bundle. */
  readonly without: readonly Field[];
  /** True if other webhooks that call a Service have a bundle. */
  readonly hasBundles: boolean;
}

type ReportedProblem = Exclude<BundleProblem, { readonly is: 'absent' }>;

function inspectBundles(
  webhooks: readonly Field<ValidatingWebhook>[],
  now: Date | undefined,
): Inspection {
  const problems = new Map<string, { problem: ReportedProblem; fields: Field[] }>();
  const without: Field[] = [];
  let hasBundles = false;
  for (const webhook of webhooks) {
    const client = webhook.get('clientConfig');
    const bundle = client.get('caBundle');
    if (bundle.pruned) continue;
    const content = bundle.value ?? '';
    // A public authority may have certified a host outside of the cluster.
    const callsService = client.get('service').value !== undefined;
    const problem = bundleProblem(content, now);
    if (problem?.is === 'absent') {
      if (callsService && !isScaffolded(client)) without.push(client);
      continue;
    }
    hasBundles ||= callsService;
    if (problem === undefined) continue;
    getOrCompute(problems, content, () => ({ problem, fields: [] })).fields.push(bundle);
  }
  return { problems: [...problems.values()], without, hasBundles };
}
