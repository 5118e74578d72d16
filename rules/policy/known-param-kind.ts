import { POLICY_KINDS } from '../../src/analysis/admission/policy-kinds.ts';
import { builtInPlurals } from '../../src/analysis/requests/built-in-plurals.ts';
import { toLower } from '../../src/base/go/lower-case.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { apiVersionOf, groupAndVersion } from '../../src/server/kubernetes/api-version.ts';
import { isDns1035Label } from '../../src/server/kubernetes/formats/dns.ts';
import { groupsOfBuiltInKind, isBuiltInGroup } from '../../src/server/kubernetes/kinds.ts';
import { holdsIn } from '../../src/server/kubernetes/minors.ts';
import { builtInResources } from '../../src/server/kubernetes/resources.ts';

export default defineRule({
  id: 'policy/known-param-kind',
  on: 'object',
  kinds: POLICY_KINDS,
  severity: 'warning',
  summary: 'The paramKind of a policy exists, and its version is served.',
  details: `
\`paramKind\` is the \`apiVersion\` and \`kind\` of the objects that bindings refer to as parameters, such as \`v1\` and
\`ConfigMap\`. The API server accepts any value. As long as it finds no such kind, the policy is misconfigured:
with \`failurePolicy: Fail\` it denies every request that the policy matches.

Only groups of Kubernetes itself are checked. In any other group, a CustomResourceDefinition must define the kind.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/#parameter-resources',
  messages: {
    resource: {
      text: "'{kind}' is the name of a resource, not a kind, so the policy finds no parameters",
      help: 'use the kind {right}',
      rows: ['lint-policy-param-kind-unknown'],
    },
    version: {
      text: '{kind} is not served in {apiVersion}, so the policy finds no parameters',
      help: 'use {served}',
      rows: ['lint-policy-param-kind-unknown'],
    },
    unknown: {
      text: '{apiVersion} has no kind {kind}, so the policy finds no parameters',
      help: 'use a built-in kind, or a kind of a CustomResourceDefinition with its group',
      rows: ['lint-policy-param-kind-unknown'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: replicas }
        spec:
          paramKind:
            apiVersion: v1
            kind: configmaps
            #     ^^^^^^^^^^ expect: resource
          matchConstraints:
            resourceRules:
              - operations: [CREATE, UPDATE]
                apiGroups: [apps]
                apiVersions: [v1]
                resources: [deployments]
          validations:
            - expression: object.spec.replicas <= int(params.data.most)
              message: too many replicas
      `,
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: replicas }
        spec:
          paramKind:
            apiVersion: apps/v1beta1
            #           ^^^^^^^^^^^^ expect: version
            kind: Deployment
          matchConstraints:
            resourceRules:
              - operations: [CREATE, UPDATE]
                apiGroups: [apps]
                apiVersions: [v1]
                resources: [deployments]
          validations:
            - expression: object.spec.replicas <= params.spec.replicas
              message: too many replicas
      `,
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: replicas }
        spec:
          paramKind:
            apiVersion: v1
            kind: ReplicaLimit
            #     ^^^^^^^^^^^^ expect: unknown
          matchConstraints:
            resourceRules:
              - operations: [CREATE, UPDATE]
                apiGroups: [apps]
                apiVersions: [v1]
                resources: [deployments]
          validations:
            - expression: object.spec.replicas <= params.most
              message: too many replicas
      `,
    ],
    good: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: replicas }
        spec:
          paramKind: { apiVersion: v1, kind: ConfigMap }
          matchConstraints:
            resourceRules:
              - operations: [CREATE, UPDATE]
                apiGroups: [apps]
                apiVersions: [v1]
                resources: [deployments]
          validations:
            - expression: object.spec.replicas <= int(params.data.most)
              message: too many replicas
      `,
    ],
  },
  check(resource, { report, minor }) {
    const paramKind = resource.root.get('spec').get('paramKind');
    const { value: apiVersion = '' } = paramKind.get('apiVersion');
    const { value: kind = '' } = paramKind.get('kind');
    const { group, version } = groupAndVersion(apiVersion);
    // The server refuses other forms.
    const isAccepted = isDns1035Label(version) && isDns1035Label(toLower(kind));
    if (!isAccepted || apiVersion.startsWith('/') || !isBuiltInGroup(group)) return;
    const ofGroup = builtInResources().filter((known) => known.group === group);
    const ofKind = ofGroup.filter((known) => known.kind === kind && holdsIn(known, minor));
    const served = ofKind.map(apiVersionOf);
    if (served.includes(apiVersion)) return;
    if (served.length > 0) {
      const values = { kind, apiVersion, served: [...new Set(served)].join(', ') };
      report({ message: 'version', at: paramKind.get('apiVersion'), values });
    } else if (!groupsOfBuiltInKind(kind).includes(group)) {
      const lower = kind.toLowerCase();
      const meant = ofGroup.find(
        (known) => known.resource === lower || known.kind.toLowerCase() === lower,
      );
      if (meant !== undefined)
        report({
          message: 'resource',
          at: paramKind.get('kind'),
          values: { kind, right: meant.kind },
        });
      else if (!builtInPlurals(group).has(lower)) {
        report({ message: 'unknown', at: paramKind.get('kind'), values: { kind, apiVersion } });
      }
    }
  },
});
