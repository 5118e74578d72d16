import { hasInjectedBundle, INJECTION_FIELDS } from '../../src/analysis/admission/ca-injection.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { bundleContent } from '../../src/server/kubernetes/formats/pem.ts';

/** The groups of the metrics of pods and nodes: `metrics.k8s.io` and `custom.metrics.k8s.io`. */
const METRICS = /^(?:custom\.|external\.)?metrics\.k8s\.io$/;

export default defineRule({
  id: 'apiservice/ca-bundle',
  on: 'object',
  kinds: ['APIService'],
  severity: 'warning',
  summary:
    'The API server verifies the certificate of the extension server by a caBundle of PEM certificates.',
  details: `
The API server proxies requests to the extension server, and adds the name and groups of the user in headers. With
\`insecureSkipTLSVerify: true\` it does not verify that the server at the other end is the extension server. Whoever
can intercept the connection can then read the requests and answer them. Use it in test clusters only. This is an info:
the name of the field says what it does, and metrics-server and other projects publish their manifests with it.

\`caBundle\` consists of PEM certificates, encoded in base64 once. The API server accepts anything else too, but then
every request to the group fails. Without a \`caBundle\`, the API server uses the certificate authorities that its
host trusts. No public authority issues a certificate for a name such as \`metrics.monitoring.svc\`. So \`caBundle\` is
required, unless a controller in the cluster sets it. cert-manager does so for the annotation
\`cert-manager.io/inject-ca-from\`.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/configure-aggregation-layer/#contacting-the-extension-apiserver',
  messages: {
    insecure: {
      text: 'the certificate of the extension server is not verified: requests can be intercepted and answered by others',
      help: 'set caBundle, or let cert-manager set it, and remove insecureSkipTLSVerify',
      severity: 'info',
      rows: ['lint-as-insecure'],
    },
    insecureMetrics: {
      text: 'the certificate of the extension server is not verified: metrics can be intercepted and answered by others',
      help: 'set caBundle, or let cert-manager set it, and remove insecureSkipTLSVerify',
      severity: 'info',
      rows: ['lint-as-insecure'],
    },
    absent: {
      text: 'without a caBundle, every request to the extension server fails, unless a controller sets it',
      help: 'add caBundle, or an annotation such as cert-manager.io/inject-ca-from',
      severity: 'info',
      rows: ['lint-as-no-ca'],
      dependsOn: [...INJECTION_FIELDS, 'spec.insecureSkipTLSVerify'],
    },
    twice: {
      text: 'caBundle is encoded in base64 twice, so every request to the extension server fails',
      help: 'encode the PEM certificates in base64 once',
      rows: ['lint-as-double-base64', 'lint-as-ca-not-pem'],
      dependsOn: INJECTION_FIELDS,
    },
    other: {
      text: 'caBundle contains no PEM certificate, so every request to the extension server fails',
      help: 'encode the PEM certificates, including the BEGIN and END lines, in base64',
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
        metadata: { name: v1beta1.metrics.k8s.io }
        spec:
          group: metrics.k8s.io
          version: v1beta1
          groupPriorityMinimum: 100
          versionPriority: 100
          service: { name: metrics-server, namespace: kube-system }
          insecureSkipTLSVerify: true
          #                      ^^^^ expect: insecureMetrics
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
    // An absent field may be one of a wrong type.
    if (resource.undecodable) return;
    const spec = resource.root.get('spec');
    const bundle = spec.get('caBundle');
    const insecure = spec.get('insecureSkipTLSVerify');
    if (spec.get('service').value === undefined) return;
    if (insecure.value === true) {
      const isMetrics = METRICS.test(spec.get('group').value ?? '');
      report({ message: isMetrics ? 'insecureMetrics' : 'insecure', at: insecure });
    }
    if (hasInjectedBundle(resource) || bundle.pruned) return;
    const content = bundleContent(bundle.value ?? '');
    if (content === 'encoded-twice') report({ message: 'twice', at: bundle });
    else if (content === 'other') report({ message: 'other', at: bundle });
    else if (content === 'blank' && insecure.value !== true)
      report({ message: 'absent', at: bundle });
  },
});
