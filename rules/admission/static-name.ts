import { hasStaticName } from '../../src/analysis/admission/static-manifests.ts';
import { KINDS_WITH_RESOURCE_RULES } from '../../src/analysis/requests/resource-rules.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { minorsWith } from '../../src/server/kubernetes/server-changes.ts';

export default defineRule({
  id: 'admission/static-name',
  on: 'object',
  kinds: KINDS_WITH_RESOURCE_RULES,
  severity: 'warning',
  summary:
    'Names that end with .static.k8s.io are used only in static manifests of the API server.',
  details: `
In Kubernetes 1.36 and later, an API server can load webhook configurations, policies and bindings from a directory
on its disk (\`staticManifestsDir\` in its AdmissionConfiguration). The names of these objects must end with
\`.static.k8s.io\`. The API server warns if an object with such a name is created through the API; if the feature gate
ManifestBasedAdmissionControlConfig is enabled, which is not the default, it rejects the object.

There is nothing to do for a file in that directory.
`,
  reference: 'https://kubernetes.io/docs/reference/access-authn-authz/manifest-admission-control/',
  messages: {
    reserved: {
      text: "names that end with '.static.k8s.io' are reserved for static manifests of the API server",
      help: 'choose another name, unless the API server loads this file from its staticManifestsDir',
      cause: 'Warning',
      rows: ['meta-static-suffix-warning'],
      range: minorsWith('static-name-warnings'),
    },
    refused: {
      text: "names that end with '.static.k8s.io' are reserved for static manifests of the API server",
      help: 'choose another name, unless the API server loads this file from its staticManifestsDir',
      severity: 'error',
      cause: 'FieldValueInvalid',
      range: minorsWith('static-names-refused'),
      withoutExample: 'the feature gate is disabled by default',
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
    if (!hasStaticName(resource)) return;
    const name = resource.root.get('metadata').get('name');
    report({ message: 'reserved', at: name });
    // An object that is there already keeps its name.
    if (resource.stored === undefined) report({ message: 'refused', at: name });
  },
});
