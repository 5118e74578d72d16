import { KINDS_WITH_ADMISSION_RULES } from '../../src/analysis/requests/admission-rules.ts';
import { minorsWith } from '../../src/kubernetes/server-changes.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

const RESERVED_SUFFIX = '.static.k8s.io';

export default defineRule({
  id: 'admission/static-name',
  kinds: KINDS_WITH_ADMISSION_RULES,
  severity: 'warning',
  summary: 'No webhook configuration, policy or binding has a name that ends with .static.k8s.io.',
  details: `
From 1.36 on, an API server can read webhook configurations and policies from files on its own disk.
Their names end with \`.static.k8s.io\`, so the server warns about that ending in objects that come
through its API. With the feature gate ManifestBasedAdmissionControlConfig, which is off by default,
it refuses them.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/',
  messages: {
    reserved: {
      text: "names that end with '.static.k8s.io' are reserved for files on the server's disk",
      help: 'choose another ending; with ManifestBasedAdmissionControlConfig the server refuses this one',
      cause: 'Warning',
      rows: ['meta-static-suffix-warning'],
      range: minorsWith('static-name-warnings'),
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicyBinding
        metadata:
          name: replicas.static.k8s.io
          #     ^^^^^^^^^^^^^^^^^^^^^^ expect: reserved
        spec:
          policyName: replicas
          validationActions: [Deny]
      `,
    ],
    good: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicyBinding
        metadata: { name: replicas }
        spec:
          policyName: replicas
          validationActions: [Deny]
      `,
    ],
  },
  check(resource, { report }) {
    const name = resource.root.get('metadata').get('name');
    if (name.value?.endsWith(RESERVED_SUFFIX)) report('reserved', name);
  },
});
