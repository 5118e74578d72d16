import { KINDS_WITH_RESOURCE_RULES } from '../../src/analysis/requests/resource-rules.ts';
import { headLocation, locationAt } from '../../src/rule/location.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { serverHas } from '../../src/server/kubernetes/server-changes.ts';

/** The apiVersion of the objects that the API server loads. */
const VERSION = 'admissionregistration.k8s.io/v1';

export default defineRule({
  id: 'static-manifest/kind',
  on: 'head',
  severity: 'error',
  summary:
    'A static manifest has a webhook configuration, an admission policy or a binding of version v1.',
  details: `
An API server can load webhook configurations, admission policies and bindings from directories on its disk
(\`staticManifestsDir\` in its AdmissionConfiguration). \`kubeadmit --static-manifests\` checks the files of such a directory.

Each admission plugin has a directory of its own. It loads only the kinds of this plugin, in the version
\`admissionregistration.k8s.io/v1\`. If one object cannot be loaded, none of the directory is: a server does not start, and a
server that runs keeps the objects that it has loaded before. Only the files of the directory itself are read, not those of
folders in it.
`,
  reference: 'https://kubernetes.io/docs/reference/access-authn-authz/manifest-admission-control/',
  messages: {
    unsupported: {
      text: 'the API server of Kubernetes {minor} does not load static manifests',
      help: 'enable the feature gate ManifestBasedAdmissionControlConfig (Kubernetes 1.36), or use Kubernetes 1.37 or later',
      cause: 'Unserved',
      withoutExample: 'the examples are for the newest minor',
    },
    kind: {
      text: 'the API server cannot load {kind} of {apiVersion} from a static manifest',
      help: 'move the object to a file that is not in the staticManifestsDir, and create it with kubectl',
      cause: 'Undecodable',
    },
    version: {
      text: 'the API server cannot load {apiVersion} from a static manifest',
      help: `use apiVersion: ${VERSION}`,
      cause: 'Undecodable',
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: ConfigMap # expect: kind
        metadata: { name: limits }
      `,
      yaml`
        apiVersion: admissionregistration.k8s.io/v1beta1 # expect: version
        kind: MutatingAdmissionPolicy
        metadata: { name: labels.static.k8s.io }
      `,
    ],
    good: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: replicas.static.k8s.io }
        spec:
          matchConstraints:
            resourceRules:
              - apiGroups: [apps]
                apiVersions: [v1]
                operations: [CREATE, UPDATE]
                resources: [deployments]
          validations:
            - expression: object.spec.replicas <= 10
      `,
    ],
  },
  check({ head, origin }, { report, server, minor }) {
    if (!server.loadsStaticManifests || head.kind !== 'object') return;
    const { apiVersion, objectKind: kind } = head;
    if (!serverHas('static-names-refused', server)) {
      report({ message: 'unsupported', at: headLocation(origin, null), values: { minor } });
      return;
    }
    if (!KINDS_WITH_RESOURCE_RULES.some((known) => known === kind)) {
      report({
        message: 'kind',
        at: locationAt(origin, [...origin.path, 'kind'], 'kind'),
        values: { apiVersion, kind },
      });
    } else if (apiVersion !== VERSION) {
      const at = locationAt(origin, [...origin.path, 'apiVersion'], 'apiVersion');
      report({ message: 'version', at, values: { apiVersion } });
    }
  },
});
