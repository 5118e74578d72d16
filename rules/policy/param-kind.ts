import { POLICY_KINDS } from '../../src/analysis/admission/policy-kinds.ts';
import { toLower } from '../../src/base/go/lower-case.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { groupAndVersion } from '../../src/server/kubernetes/api-version.ts';
import { isDns1035Label, isDns1123Subdomain } from '../../src/server/kubernetes/formats/dns.ts';

export default defineRule({
  id: 'policy/param-kind',
  on: 'object',
  kinds: POLICY_KINDS,
  severity: 'error',
  summary: 'The paramKind of a policy has a valid apiVersion and a valid kind.',
  details: `
\`paramKind\` is the type of the parameters that bindings of the policy refer to: the \`apiVersion\` of these objects
(\`v1\` for a ConfigMap, \`rules.example.com/v1\` for a custom resource) and their \`kind\`. Both fields are required.

The API server does not check that the kind exists, but validates the form. The group is a lowercase DNS
name. The version and the kind consist of letters, digits and dashes, and start with a letter. Uppercase letters
are allowed in the kind only.

Remove \`paramKind\` from a policy that has no parameters.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/#parameter-resources',
  messages: {
    apiVersionRequired: {
      text: 'spec.paramKind.apiVersion is required',
      help: 'add the apiVersion of the parameters, such as v1 or rules.example.com/v1',
      cause: 'FieldValueRequired',
      rows: ['policy-param-kind-api-version-required'],
    },
    slashes: {
      text: "'{apiVersion}' is not a valid apiVersion: it has more than one '/'",
      help: 'write GROUP/VERSION, such as rules.example.com/v1',
      cause: 'FieldValueInvalid',
      rows: ['policy-param-kind-api-version-parse'],
    },
    group: {
      text: "the group '{group}' is not a lowercase DNS name",
      help: 'write GROUP/VERSION, such as rules.example.com/v1, or only v1 for the core group',
      cause: 'FieldValueInvalid',
      rows: ['policy-param-kind-group-format'],
    },
    versionRequired: {
      text: "'{apiVersion}' is not a valid apiVersion: it has no version",
      help: 'write GROUP/VERSION, such as rules.example.com/v1',
      cause: 'FieldValueInvalid',
      rows: ['policy-param-kind-version-required'],
    },
    version: {
      text: "'{version}' is not a valid version",
      help: 'write GROUP/VERSION, such as rules.example.com/v1, or only v1 for the core group',
      cause: 'FieldValueInvalid',
      rows: ['policy-param-kind-version-format'],
    },
    kindRequired: {
      text: 'spec.paramKind.kind is required',
      help: 'add the kind of the parameters, such as ConfigMap',
      cause: 'FieldValueRequired',
      rows: ['policy-param-kind-kind-required'],
    },
    kind: {
      text: "'{kind}' is not a valid kind",
      help: 'use at most 63 letters, digits and dashes, and start with a letter, such as ConfigMap',
      cause: 'FieldValueInvalid',
      rows: ['policy-param-kind-kind-format'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: replicas }
        spec:
          matchConstraints:
            resourceRules:
              - operations: [CREATE]
                apiGroups: [apps]
                apiVersions: [v1]
                resources: [deployments]
          paramKind: # expect: kindRequired
            apiVersion: rules.example.com/apps/v1
            #           ^^^^^^^^^^^^^^^^^^^^^^^^^ expect: slashes
          validations:
            - expression: object.spec.replicas <= 5
      `,
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: replicas }
        spec:
          matchConstraints:
            resourceRules:
              - operations: [CREATE]
                apiGroups: [apps]
                apiVersions: [v1]
                resources: [deployments]
          paramKind: # expect: apiVersionRequired
            kind: Replica.Limit
            #     ^^^^^^^^^^^^^ expect: kind
          validations:
            - expression: object.spec.replicas <= 5
      `,
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: replicas }
        spec:
          matchConstraints:
            resourceRules:
              - operations: [CREATE]
                apiGroups: [apps]
                apiVersions: [v1]
                resources: [deployments]
          paramKind:
            apiVersion: Rules.example.com/
            #           ^^^^^^^^^^^^^^^^^^ expect: group, versionRequired
            kind: ReplicaLimit
          validations:
            - expression: object.spec.replicas <= 5
      `,
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: replicas }
        spec:
          matchConstraints:
            resourceRules:
              - operations: [CREATE]
                apiGroups: [apps]
                apiVersions: [v1]
                resources: [deployments]
          paramKind:
            apiVersion: rules.example.com/1.0
            #           ^^^^^^^^^^^^^^^^^^^^^ expect: version
            kind: ReplicaLimit
          validations:
            - expression: object.spec.replicas <= 5
      `,
    ],
    good: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: replicas }
        spec:
          matchConstraints:
            resourceRules:
              - operations: [CREATE]
                apiGroups: [apps]
                apiVersions: [v1]
                resources: [deployments]
          paramKind: { apiVersion: v1, kind: ConfigMap }
          validations:
            - expression: object.spec.replicas <= 5
      `,
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: replicas }
        spec:
          matchConstraints:
            resourceRules:
              - operations: [CREATE]
                apiGroups: [apps]
                apiVersions: [v1]
                resources: [deployments]
          paramKind:
            apiVersion: rules.example.com/v1alpha1
            kind: ReplicaLimit
          validations:
            - expression: object.spec.replicas <= 5
      `,
    ],
  },
  check(resource, { report }) {
    const paramKind = resource.root.get('spec').get('paramKind');
    if (paramKind.value === undefined) return;
    const apiVersionField = paramKind.get('apiVersion');
    const apiVersion = apiVersionField.value ?? '';
    if (apiVersion === '') {
      if (!apiVersionField.pruned) report({ message: 'apiVersionRequired', at: apiVersionField });
    } else if (apiVersion.split('/').length > 2) {
      report({ message: 'slashes', at: apiVersionField, values: { apiVersion } });
    } else {
      const { group, version } = groupAndVersion(apiVersion);
      if (group !== '' && !isDns1123Subdomain(group))
        report({ message: 'group', at: apiVersionField, values: { group } });
      if (version === '')
        report({ message: 'versionRequired', at: apiVersionField, values: { apiVersion } });
      else if (!isDns1035Label(version))
        report({ message: 'version', at: apiVersionField, values: { version } });
    }
    const kindField = paramKind.get('kind');
    const kind = kindField.value ?? '';
    if (kind === '') {
      if (!kindField.pruned) report({ message: 'kindRequired', at: kindField });
    } else if (!isDns1035Label(toLower(kind)))
      report({ message: 'kind', at: kindField, values: { kind } });
  },
});
