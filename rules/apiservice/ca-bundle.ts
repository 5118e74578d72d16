import { hasInjectedBundle, INJECTION_FIELDS } from '../../src/analysis/admission/ca-injection.ts';
import { bundleContent } from '../../src/kubernetes/formats/pem.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'apiservice/ca-bundle',
  kinds: ['APIService'],
  severity: 'warning',
  summary: 'The certificate of the extension server is checked, against certificates in PEM form.',
  details: `
The API server passes on requests with the name and groups of the user in headers, and the extension server
believes them. With \`insecureSkipTLSVerify\` whoever gets between the two can read everything and answer in
its place. It is fine for a try on a laptop.

\`caBundle\` is base64 of certificates in PEM form, once. Anything else is accepted, and every request to the
group fails. Where it is absent, the API server trusts what its own machine trusts, and no public authority
certifies a name such as \`metrics.monitoring.svc\`; so it is left out only where something in the cluster writes
it, such as cert-manager, which the annotation \`cert-manager.io/inject-ca-from\` asks.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/configure-aggregation-layer/#contacting-the-extension-apiserver',
  messages: {
    insecure: {
      text: 'the certificate of the extension server is not checked; anyone between can read and answer requests',
      help: 'give the caBundle instead',
      rows: ['lint-as-insecure'],
    },
    absent: {
      text: 'there is no caBundle; requests fail unless something in the cluster writes it',
      help: 'add the caBundle, or an annotation such as cert-manager.io/inject-ca-from',
      severity: 'info',
      rows: ['lint-as-no-ca'],
      dependsOn: INJECTION_FIELDS,
    },
    twice: {
      text: 'the caBundle is encoded in base64 twice',
      help: 'encode the PEM text once',
      rows: ['lint-as-double-base64', 'lint-as-ca-not-pem'],
      dependsOn: INJECTION_FIELDS,
    },
    other: {
      text: 'the caBundle has no certificate in PEM form, so every request to the extension server fails',
      help: 'encode the whole text from BEGIN CERTIFICATE to END CERTIFICATE in base64',
      rows: ['lint-as-ca-not-pem'],
      dependsOn: INJECTION_FIELDS,
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: apiregistration.k8s.io/v1
        kind: APIService
        metadata: { name: v1.metrics.example.com }
        spec:
          group: metrics.example.com
          version: v1
          groupPriorityMinimum: 100
          versionPriority: 100
          service: { name: metrics, namespace: monitoring }
          insecureSkipTLSVerify: true
          #                      ^^^^ expect: insecure
      `,
      yaml`
        apiVersion: apiregistration.k8s.io/v1
        kind: APIService
        metadata: { name: v1.metrics.example.com }
        spec: # expect: absent
          group: metrics.example.com
          version: v1
          groupPriorityMinimum: 100
          versionPriority: 100
          service: { name: metrics, namespace: monitoring }
      `,
      yaml`
        apiVersion: apiregistration.k8s.io/v1
        kind: APIService
        metadata: { name: v1.metrics.example.com }
        spec:
          group: metrics.example.com
          version: v1
          groupPriorityMinimum: 100
          versionPriority: 100
          service: { name: metrics, namespace: monitoring }
          caBundle: TFMwdExTMUNSVWRKVGlCRFJWSlVTVVpKUTBGVVJTMHRMUzB0
          #         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: twice
      `,
      yaml`
        apiVersion: apiregistration.k8s.io/v1
        kind: APIService
        metadata: { name: v1.metrics.example.com }
        spec:
          group: metrics.example.com
          version: v1
          groupPriorityMinimum: 100
          versionPriority: 100
          service: { name: metrics, namespace: monitoring }
          caBundle: Y2VydA==
          #         ^^^^^^^^ expect: other
      `,
    ],
    good: [
      yaml`
        apiVersion: apiregistration.k8s.io/v1
        kind: APIService
        metadata:
          name: v1.metrics.example.com
          annotations: { cert-manager.io/inject-ca-from: monitoring/metrics }
        spec:
          group: metrics.example.com
          version: v1
          groupPriorityMinimum: 100
          versionPriority: 100
          service: { name: metrics, namespace: monitoring }
      `,
    ],
  },
  check(resource, { report }) {
    // What is missing may only be ill-typed.
    if (resource.undecodable) return;
    const spec = resource.root.get('spec');
    const bundle = spec.get('caBundle');
    const insecure = spec.get('insecureSkipTLSVerify');
    if (spec.get('service').value === undefined) return;
    if (insecure.value === true) report('insecure', insecure);
    if (hasInjectedBundle(resource) || bundle.pruned) return;
    const content = bundleContent(bundle.value ?? '');
    if (content === 'encoded-twice') report('twice', bundle);
    else if (content === 'other') report('other', bundle);
    else if (content === 'blank' && insecure.value !== true) report('absent', bundle);
  },
});
