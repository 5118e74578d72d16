import { hasStaticName } from '../../src/analysis/admission/static-manifests.ts';
import { KINDS_WITH_RESOURCE_RULES } from '../../src/analysis/requests/resource-rules.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { minorsWith, serverHas } from '../../src/server/kubernetes/server-changes.ts';

export default defineRule({
  id: 'admission/static-name',
  on: 'object',
  kinds: KINDS_WITH_RESOURCE_RULES,
  severity: 'warning',
  summary:
    'Names that end with .static.k8s.io are used only in static manifests of the API server.',
  details: `
An API server can load webhook configurations, policies and bindings from a directory on its disk (\`staticManifestsDir\` in
its AdmissionConfiguration). The names of these objects must end with \`.static.k8s.io\`. If the feature gate
ManifestBasedAdmissionControlConfig is enabled, which is the default in Kubernetes 1.37 and later, the API server rejects an
object with such a name that is created through the API. Otherwise, and in updates, Kubernetes 1.36 and later warn about it.

There is nothing to do for a file in that directory: \`kubeadmit --static-manifests\` checks such files.
`,
  reference: 'https://kubernetes.io/docs/reference/access-authn-authz/manifest-admission-control/',
  messages: {
    reserved: {
      text: "names that end with '.static.k8s.io' are reserved for static manifests of the API server",
      help: 'choose another name; if the API server loads this file from its staticManifestsDir, use --static-manifests',
      cause: 'Warning',
      rows: ['meta-static-suffix-warning'],
      range: minorsWith('static-name-warnings'),
      withoutExample: 'the examples are for the newest minor',
    },
    refused: {
      text: "names that end with '.static.k8s.io' are reserved for static manifests of the API server",
      help: 'choose another name; if the API server loads this file from its staticManifestsDir, use --static-manifests',
      severity: 'error',
      cause: 'FieldValueInvalid',
      rows: ['meta-static-suffix-warning'],
      range: minorsWith('static-names-refused'),
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicyBinding
        metadata:
          name: replicas.static.k8s.io
          #     ^^^^^^^^^^^^^^^^^^^^^^ expect: refused
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
  check(resource, { report, server }) {
    if (server.loadsStaticManifests || !hasStaticName(resource)) return;
    const name = resource.root.get('metadata').get('name');
    // An object that is there already keeps its name.
    const isRefused = resource.stored === undefined && serverHas('static-names-refused', server);
    report({ message: isRefused ? 'refused' : 'reserved', at: name });
  },
});
