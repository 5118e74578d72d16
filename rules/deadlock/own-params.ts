import {
  type BoundPolicy,
  boundPolicies,
  type PolicyKind,
} from '../../src/analysis/installations/bindings.ts';
import { creationRequest } from '../../src/analysis/installations/creation.ts';
import { isIn } from '../../src/analysis/installations/expected-objects.ts';
import { findNamespace } from '../../src/analysis/installations/startup-requests.ts';
import { certainMatch } from '../../src/analysis/requests/certain-match.ts';
import { requestFilters } from '../../src/analysis/requests/request-filters.ts';
import { matchResources } from '../../src/analysis/requests/resource-rules.ts';
import { type AdmissionRequest, matchingEntry } from '../../src/analysis/requests/rule-matching.ts';
import type { Installation, InstalledObject } from '../../src/rule/installation.ts';
import type { Resource } from '../../src/rule/resource.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { groupAndVersion } from '../../src/server/kubernetes/api-version.ts';
import { selectorMatches } from '../../src/server/kubernetes/label-selector.ts';
import type { Minor } from '../../src/server/kubernetes/minors.ts';

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
      if (policy.resource.root.get('spec').get('failurePolicy').value !== 'Fail') continue;
      const pair = { binding, policy };
      const param = onlyParam(pair, installation);
      if (param === undefined) continue;
      const name = policy.object.name;
      const paramRef = binding.resource.root.get('spec').get('paramRef');
      const place = { object: binding.object, at: paramRef, side: 'key' } as const;
      const entry = matchingRule(pair, param, installation, minor);
      if (entry !== undefined) {
        report({
          message: 'blocked',
          at: place,
          values: { policy: name, kind: param.kind, name: param.name },
          related: [
            { object: policy.object, at: entry, message: 'the policy matches them by this rule' },
            { object: param, message: 'the parameters' },
          ],
        });
      }
      const within = findNamespace(param.namespace ?? '', installation);
      const entryOfNamespace = within && matchingRule(pair, within, installation, minor);
      if (within !== undefined && entryOfNamespace !== undefined) {
        const message = 'the policy matches it by this rule';
        report({
          message: 'namespace',
          at: place,
          values: { policy: name, name: within.name },
          related: [
            { object: policy.object, at: entryOfNamespace, message },
            { object: within, message: 'the namespace of the parameters' },
          ],
        });
      }
    }
  },
});

interface BindingOfPolicy {
  readonly binding: BoundPolicy['binding'];
  readonly policy: NonNullable<BoundPolicy['policy']>;
}

/**
 * The params that a binding denies requests without. Undefined if there are several, each of which would do: one may be
 * created while another exists.
 */
function onlyParam(
  { binding, policy }: BindingOfPolicy,
  installation: Installation,
): InstalledObject | undefined {
  const paramRef = binding.resource.root.get('spec').get('paramRef').value ?? {};
  const { name, namespace, selector, parameterNotFoundAction } = paramRef;
  if (parameterNotFoundAction !== 'Deny') return undefined;
  const paramKind = policy.resource.root.get('spec').get('paramKind');
  const { apiVersion = '', kind = '' } = paramKind.value ?? {};
  const { group } = groupAndVersion(apiVersion);
  const named =
    name === undefined
      ? installation
          .find(group, kind)
          .filter(({ labels }) => selector !== undefined && selectorMatches(selector, labels))
      : installation.named(group, kind, name);
  const [param, ...others] = named.filter((object) => isIn(object, namespace));
  return others.length === 0 ? param : undefined;
}

/** The rule by which a policy certainly matches the creation of an object. */
function matchingRule(
  { binding, policy }: BindingOfPolicy,
  object: InstalledObject,
  installation: Installation,
  minor: Minor,
): ReturnType<typeof certainMatch> {
  const [ofPolicy] = requestFilters(policy.resource);
  const [ofBinding] = requestFilters(binding.resource);
  const request = creationRequest(object, installation);
  if (ofPolicy === undefined || request === undefined) return undefined;
  const isBound =
    ofBinding === undefined ||
    certainMatch(ofBinding, request, minor) !== undefined ||
    (ofBinding.field.value === undefined && !ofBinding.field.pruned);
  const isExcluded = [policy, binding].some(({ resource }) =>
    excludes(resource, request.attributes, object.name),
  );
  return isBound && !isExcluded ? certainMatch(ofPolicy, request, minor) : undefined;
}

/** Reports whether a policy or binding may exclude the creation of an object. */
function excludes(
  resource: Resource<PolicyKind | `${PolicyKind}Binding`>,
  attributes: AdmissionRequest,
  name: string,
): boolean {
  const rules = matchResources(resource)?.itemsOf('excludeResourceRules') ?? [];
  return rules.some((rule) => {
    const names = rule.get('resourceNames').value ?? [];
    return (
      matchingEntry(rule, attributes) !== undefined && (names.length === 0 || names.includes(name))
    );
  });
}
