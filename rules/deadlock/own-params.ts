import { boundPolicies, type PolicyKind } from '../../src/analysis/installations/bindings.ts';
import { creationRequest } from '../../src/analysis/installations/creation.ts';
import { isIn } from '../../src/analysis/installations/expected-objects.ts';
import { findNamespace } from '../../src/analysis/installations/startup-requests.ts';
import { certainMatch } from '../../src/analysis/requests/certain-match.ts';
import { requestFilters } from '../../src/analysis/requests/request-filters.ts';
import { matchResources } from '../../src/analysis/requests/resource-rules.ts';
import { type AdmissionRequest, matchingEntry } from '../../src/analysis/requests/rule-matching.ts';
import type { InstalledObject } from '../../src/rule/installation.ts';
import type { Resource } from '../../src/rule/resource.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { groupAndVersion } from '../../src/server/kubernetes/api-version.ts';
import { selectorMatches } from '../../src/server/kubernetes/label-selector.ts';

export default defineRule({
  id: 'deadlock/own-params',
  on: 'installation',
  severity: 'warning',
  summary: 'A policy does not deny the creation of its own parameters.',
  details: `
With \`parameterNotFoundAction: Deny\` in the binding and \`failurePolicy: Fail\` in the policy, the API server rejects each
request that the policy matches as long as the parameters do not exist. If the policy also matches the creation of its
parameters, they cannot be created after the binding, or again after somebody has deleted them. An administrator has to
delete the binding. The same holds for the namespace that the parameters are in.

The rules, selectors and \`matchConditions\` of the policy and of the binding are compared with the parameters in the input.
What depends on something else, such as the user who creates them, is not reported.

Exclude the parameters with \`excludeResourceRules\`, or use a namespace or labels that the policy does not select.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/#parameter-resources',
  messages: {
    blocked: {
      text: "the policy '{policy}' matches the CREATE of its own parameters, the {kind} '{name}'; without them, it denies all that it matches",
      help: 'exclude the parameters from the policy with excludeResourceRules',
    },
    namespace: {
      text: "the policy '{policy}' matches the CREATE of the namespace '{name}', which its parameters are in; without them, it denies all that it matches",
      help: 'exclude the namespace from the policy with excludeResourceRules, or with namespaceSelector',
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: sizes }
        spec:
          paramKind: { apiVersion: v1, kind: ConfigMap }
          matchConstraints:
            resourceRules:
              - operations: [CREATE, UPDATE]
                apiGroups: [""]
                apiVersions: [v1]
                resources: [configmaps]
          validations:
            - expression: "!has(object.data) || object.data.size() <= int(params.data.most)"
              message: too many keys
        ---
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicyBinding
        metadata: { name: sizes }
        spec:
          policyName: sizes
          validationActions: [Deny]
          paramRef: # expect: blocked
            name: limits
            namespace: shop
            parameterNotFoundAction: Deny
        ---
        apiVersion: v1
        kind: ConfigMap
        metadata: { name: limits, namespace: shop }
        data: { most: "5" }
      `,
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: sizes }
        spec:
          paramKind: { apiVersion: v1, kind: ConfigMap }
          matchConstraints:
            resourceRules:
              - operations: [CREATE, UPDATE]
                apiGroups: [""]
                apiVersions: [v1]
                resources: [configmaps]
          matchConditions:
            - name: not-system
              expression: "!request.namespace.startsWith('kube-')"
          validations:
            - expression: "!has(object.data) || object.data.size() <= int(params.data.most)"
              message: too many keys
        ---
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicyBinding
        metadata: { name: sizes }
        spec:
          policyName: sizes
          validationActions: [Deny]
          paramRef: # expect: blocked
            name: limits
            namespace: shop
            parameterNotFoundAction: Deny
        ---
        apiVersion: v1
        kind: ConfigMap
        metadata: { name: limits, namespace: shop }
        data: { most: "5" }
      `,
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: teams }
        spec:
          paramKind: { apiVersion: v1, kind: ConfigMap }
          matchConstraints:
            resourceRules:
              - operations: [CREATE]
                apiGroups: [""]
                apiVersions: [v1]
                resources: [namespaces]
          validations:
            - expression: object.metadata.?labels.team.orValue('') in params.data.teams.split(',')
              message: unknown team
        ---
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicyBinding
        metadata: { name: teams }
        spec:
          policyName: teams
          validationActions: [Deny]
          paramRef: # expect: namespace
            name: teams
            namespace: policies
            parameterNotFoundAction: Deny
        ---
        apiVersion: v1
        kind: Namespace
        metadata: { name: policies }
        ---
        apiVersion: v1
        kind: ConfigMap
        metadata: { name: teams, namespace: policies }
        data: { teams: "a,b" }
      `,
    ],
    good: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: sizes }
        spec:
          paramKind: { apiVersion: v1, kind: ConfigMap }
          matchConstraints:
            resourceRules:
              - operations: [CREATE, UPDATE]
                apiGroups: [""]
                apiVersions: [v1]
                resources: [configmaps]
          matchConditions:
            - name: not-own
              expression: request.name != 'limits'
          validations:
            - expression: "!has(object.data) || object.data.size() <= int(params.data.most)"
              message: too many keys
        ---
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicyBinding
        metadata: { name: sizes }
        spec:
          policyName: sizes
          validationActions: [Deny]
          paramRef:
            name: limits
            namespace: shop
            parameterNotFoundAction: Deny
        ---
        apiVersion: v1
        kind: ConfigMap
        metadata: { name: limits, namespace: shop }
        data: { most: "5" }
      `,
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: sizes }
        spec:
          paramKind: { apiVersion: v1, kind: ConfigMap }
          matchConstraints:
            resourceRules:
              - operations: [CREATE, UPDATE]
                apiGroups: [""]
                apiVersions: [v1]
                resources: [configmaps]
            excludeResourceRules:
              - operations: ["*"]
                apiGroups: [""]
                apiVersions: [v1]
                resources: [configmaps]
                resourceNames: [limits]
          validations:
            - expression: "!has(object.data) || object.data.size() <= int(params.data.most)"
              message: too many keys
        ---
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicyBinding
        metadata: { name: sizes }
        spec:
          policyName: sizes
          validationActions: [Deny]
          paramRef:
            name: limits
            namespace: shop
            parameterNotFoundAction: Deny
        ---
        apiVersion: v1
        kind: ConfigMap
        metadata: { name: limits, namespace: shop }
        data: { most: "5" }
      `,
    ],
  },
  check(installation, { report, minor }) {
    for (const { binding, policy } of boundPolicies(installation)) {
      if (policy === undefined || policy.object.mayChange('spec')) continue;
      const spec = policy.resource.root.get('spec');
      const paramRef = binding.resource.root.get('spec').get('paramRef');
      const { name, namespace, selector, parameterNotFoundAction } = paramRef.value ?? {};
      const isClosed = spec.get('failurePolicy').value === 'Fail';
      if (!isClosed || parameterNotFoundAction !== 'Deny') continue;
      const { apiVersion = '', kind = '' } = spec.get('paramKind').value ?? {};
      const { group } = groupAndVersion(apiVersion);
      const named =
        name === undefined
          ? installation
              .find(group, kind)
              .filter(({ labels }) => selector !== undefined && selectorMatches(selector, labels))
          : installation.named(group, kind, name);
      const params = named.filter((object) => isIn(object, namespace));
      // With several, each of which would do, one may be created while another exists.
      const [param, ...others] = params;
      if (param === undefined || others.length > 0) continue;
      const [ofPolicy] = requestFilters(policy.resource);
      const [ofBinding] = requestFilters(binding.resource);
      if (ofPolicy === undefined) continue;
      /** The rule by which the policy certainly matches the creation of an object. */
      const matchingRule = (object: InstalledObject) => {
        const request = creationRequest(object, installation);
        if (request === undefined) return undefined;
        const isBound =
          ofBinding === undefined ||
          certainMatch(ofBinding, request, minor) !== undefined ||
          (ofBinding.field.value === undefined && !ofBinding.field.pruned);
        const isExcluded = [policy, binding].some(({ resource }) =>
          excludes(resource, request.attributes, object.name),
        );
        return isBound && !isExcluded ? certainMatch(ofPolicy, request, minor) : undefined;
      };
      const place = { object: binding.object, at: paramRef, side: 'key' } as const;
      const entry = matchingRule(param);
      if (entry !== undefined) {
        const values = { policy: policy.object.name, kind, name: param.name };
        report({
          message: 'blocked',
          at: place,
          values,
          related: [
            { object: policy.object, at: entry, message: 'the policy matches them by this rule' },
            { object: param, message: 'the parameters' },
          ],
        });
      }
      const within = findNamespace(param.namespace ?? '', installation);
      const entryOfNamespace = within && matchingRule(within);
      if (within !== undefined && entryOfNamespace !== undefined) {
        report({
          message: 'namespace',
          at: place,
          values: { policy: policy.object.name, name: within.name },
          related: [
            {
              object: policy.object,
              at: entryOfNamespace,
              message: 'the policy matches it by this rule',
            },
            { object: within, message: 'the namespace of the parameters' },
          ],
        });
      }
    }
  },
});

/** Reports whether a policy or binding may exclude the creation of an object. */
function excludes(
  resource: Resource<PolicyKind | `${PolicyKind}Binding`>,
  attributes: AdmissionRequest,
  name: string,
): boolean {
  const rules = matchResources(resource)?.get('excludeResourceRules').items() ?? [];
  return rules.some((rule) => {
    const names = rule.get('resourceNames').value ?? [];
    return (
      matchingEntry(rule, attributes) !== undefined && (names.length === 0 || names.includes(name))
    );
  });
}
