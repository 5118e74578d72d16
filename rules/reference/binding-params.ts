import {
  type BoundPolicy,
  boundPolicies,
  effectWithoutParams,
} from '../../src/analysis/installations/bindings.ts';
import { resolveRule } from '../../src/analysis/requests/resolved-rules.ts';
import { resourceRulesOf } from '../../src/analysis/requests/resource-rules.ts';
import type { Field } from '../../src/rule/field.ts';
import type { Installation, RelatedPlace } from '../../src/rule/installation.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { findKind, isBuiltInGroup } from '../../src/server/kubernetes/kinds.ts';
import type { Minor } from '../../src/server/kubernetes/minors.ts';
import type { ParamRef } from '../../src/server/kubernetes/types.generated.ts';
import { isMapping, type Value } from '../../src/yaml/index.ts';
import { missingParams } from './binding-params/found-params.ts';

export default defineRule({
  id: 'reference/binding-params',
  on: 'installation',
  severity: 'warning',
  summary: 'The paramRef of a binding fits the paramKind of its policy, and leads to an object.',
  details: `
\`paramRef\` in a binding names the objects of the policy's \`paramKind\` that the policy reads as \`params\`. The API server
stores the binding without comparing the two. When a request comes:

- without \`paramRef\`, \`params\` is null, and \`params.data\` fails with an error;
- with a namespace for a cluster-scoped kind, or without a namespace for a namespaced kind and a request for a
  cluster-scoped object, the policy is misconfigured. \`failurePolicy\` decides, which denies the request by default;
- where no object is found, \`parameterNotFoundAction\` decides;
- if the policy has no \`paramKind\`, \`paramRef\` is ignored.

An object is reported as missing only if no file of the input has it, and the kustomization, chart or folder has other
objects of its kind in that namespace, or one with a similar name. The cluster may still have it: pass \`--partial\` if the
input is only a part of what is applied.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/#parameter-resources',
  messages: {
    noRef: {
      text: "the policy '{policy}' reads params, but this binding has no paramRef, so params is null",
      help: 'add paramRef with the name of an object of the kind {kind}',
      rows: ['lint-binding-param-ref-missing'],
    },
    unused: {
      text: "the policy '{policy}' has no paramKind, so paramRef is ignored",
      help: 'remove paramRef, or add paramKind to the policy',
      rows: ['lint-binding-param-ref-unused'],
    },
    clusterScoped: {
      text: '{kind} is cluster-scoped; with a namespace in paramRef, the policy fails for each request',
      help: 'remove namespace',
      rows: ['lint-binding-param-ref-scope'],
    },
    noNamespace: {
      text: "for {resource}, which are cluster-scoped, the policy fails: without a namespace in paramRef, a {kind} is looked up in the request's namespace",
      help: 'add the namespace of the parameters to paramRef',
      rows: ['lint-binding-param-ref-scope'],
    },
    missing: {
      text: "the input has no {kind} '{name}'{namespace}, although {place} has others; without it, {effect}",
      help: 'correct the name or the namespace, or add the object',
      rows: ['lint-binding-param-missing'],
    },
    otherNamespace: {
      text: "the {kind} '{name}' of the input is in the namespace '{own}'; without one here, {effect}",
      help: 'write namespace: {own}, or move the object',
      rows: ['lint-binding-param-missing'],
    },
    noMatch: {
      text: 'the selector matches no {kind} of the input{namespace}, although {place} has some; without any, {effect}',
      help: 'correct the labels, or the namespace',
      rows: ['lint-binding-param-missing'],
    },
  },
  examples: {
    bad: [
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
        ---
        apiVersion: v1
        kind: ConfigMap
        metadata: { name: limits, namespace: shop, labels: { role: limits } }
        data: { most: "5" }
        ---
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicyBinding
        metadata: { name: without }
        spec: # expect: noRef
          policyName: replicas
          validationActions: [Deny]
        ---
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicyBinding
        metadata: { name: by-name }
        spec:
          policyName: replicas
          validationActions: [Deny]
          paramRef:
            name: limit
            #     ^^^^^ expect: missing
            namespace: shop
            parameterNotFoundAction: Deny
        ---
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicyBinding
        metadata: { name: by-namespace }
        spec:
          policyName: replicas
          validationActions: [Deny]
          paramRef:
            name: limits
            namespace: store
            #          ^^^^^ expect: otherNamespace
            parameterNotFoundAction: Deny
        ---
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicyBinding
        metadata: { name: by-labels }
        spec:
          policyName: replicas
          validationActions: [Deny]
          paramRef:
            selector: # expect: noMatch
              matchLabels: { role: maximum }
            namespace: shop
            parameterNotFoundAction: Deny
      `,
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: nodes }
        spec:
          paramKind: { apiVersion: v1, kind: ConfigMap }
          matchConstraints:
            resourceRules:
              - operations: [UPDATE]
                apiGroups: [""]
                apiVersions: [v1]
                resources: [nodes]
          validations:
            - expression: object.metadata.name in params.data
              message: this node is reserved
        ---
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicyBinding
        metadata: { name: nodes }
        spec:
          policyName: nodes
          validationActions: [Deny]
          paramRef: # expect: noNamespace
            name: reserved
            parameterNotFoundAction: Deny
      `,
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: classes }
        spec:
          paramKind: { apiVersion: scheduling.k8s.io/v1, kind: PriorityClass }
          matchConstraints:
            resourceRules:
              - operations: [CREATE]
                apiGroups: [""]
                apiVersions: [v1]
                resources: [pods]
          validations:
            - expression: object.spec.priority <= params.value
              message: the priority is too high
        ---
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicyBinding
        metadata: { name: classes }
        spec:
          policyName: classes
          validationActions: [Deny]
          paramRef:
            name: highest
            namespace: shop
            #          ^^^^ expect: clusterScoped
            parameterNotFoundAction: Deny
        ---
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: replicas }
        spec:
          matchConstraints:
            resourceRules:
              - operations: [CREATE, UPDATE]
                apiGroups: [apps]
                apiVersions: [v1]
                resources: [deployments]
          validations:
            - expression: object.spec.replicas <= 5
              message: too many replicas
        ---
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicyBinding
        metadata: { name: replicas }
        spec:
          policyName: replicas
          validationActions: [Deny]
          paramRef: # expect: unused
            name: limits
            parameterNotFoundAction: Deny
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
        ---
        apiVersion: v1
        kind: ConfigMap
        metadata: { name: limits, namespace: shop }
        data: { most: "5" }
        ---
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicyBinding
        metadata: { name: replicas }
        spec:
          policyName: replicas
          validationActions: [Deny]
          paramRef:
            name: limits
            namespace: shop
            parameterNotFoundAction: Deny
      `,
    ],
  },
  check(installation, { report, minor }) {
    for (const bound of boundPolicies(installation)) {
      const { binding, policy } = bound;
      if (policy === undefined) continue;
      const { object } = binding;
      const { name } = policy.object;
      const spec = binding.resource.root.get('spec');
      const paramRef = spec.get('paramRef');
      const paramKind = policy.resource.root.get('spec').get('paramKind');
      const related = [{ object: policy.object, at: paramKind, message: `paramKind of '${name}'` }];
      const { apiVersion = '', kind = '' } = paramKind.value ?? {};
      if (paramKind.absent && !paramRef.absent) {
        report({
          message: 'unused',
          at: { object, at: paramRef, side: 'key' },
          values: { policy: name },
          related: [{ object: policy.object, message: `the policy '${name}'` }],
        });
      } else if (!paramKind.absent && !paramRef.absent) {
        checkReference({ bound, paramRef, apiVersion, kind, related });
      } else if (!paramKind.absent && readsParams(rawSpec(policy.object.value))) {
        const values = { policy: name, kind };
        report({ message: 'noRef', at: { object, at: spec }, values, related });
      }
    }

    function checkReference(reference: ParamReference): void {
      const { bound, paramRef, apiVersion, kind, related } = reference;
      const { object } = bound.binding;
      const isNamespaced = scopeOf(apiVersion, kind, installation);
      const namespace = paramRef.get('namespace');
      if (isNamespaced === false) {
        if (!namespace.absent) {
          const at = { object, at: namespace };
          report({ message: 'clusterScoped', at, values: { kind }, related });
        }
        checkObjects(reference, undefined);
      } else if (!namespace.absent) {
        checkObjects(reference, namespace.value);
      } else if (isNamespaced === true) {
        const resource = clusterScopedResource(bound, minor);
        const at = { object, at: paramRef, side: 'key' } as const;
        if (resource !== undefined) {
          report({ message: 'noNamespace', at, values: { resource, kind }, related });
        }
      }
    }

    /** @param namespace undefined for params without a namespace */
    function checkObjects(
      { bound, paramRef, apiVersion, kind, related }: ParamReference,
      namespace: string | undefined,
    ): void {
      const missing = missingParams(bound, { apiVersion, kind, namespace }, installation);
      if (missing === undefined) return;
      const at = { object: bound.binding.object, at: missing.at };
      const { name = '', parameterNotFoundAction } = paramRef.value ?? {};
      const effect = effectWithoutParams(parameterNotFoundAction);
      if (missing.is === 'in other namespace') {
        const { object } = missing;
        report({
          message: 'otherNamespace',
          at,
          values: { kind, name, own: object.namespace ?? '', effect },
          related: [{ object, message: `the ${kind} '${name}'` }, ...related],
        });
        return;
      }
      const values = {
        kind,
        namespace: namespace === undefined ? '' : ` in the namespace '${namespace}'`,
        place: installation.description,
        effect,
      };
      if (missing.is === 'not selected') report({ message: 'noMatch', at, values, related });
      else report({ message: 'missing', at, values: { ...values, name }, related });
    }
  },
});

/** The paramRef of a binding, for a policy with a paramKind. */
interface ParamReference {
  readonly bound: BoundPolicy;
  readonly paramRef: Field<ParamRef | undefined>;
  /** The apiVersion and kind of the params. */
  readonly apiVersion: string;
  readonly kind: string;
  /** The place of the paramKind. */
  readonly related: readonly RelatedPlace[];
}

/** Reports whether an expression of a policy reads `params` without comparing it with null first. */
function readsParams(policy: Value): boolean {
  if (Array.isArray(policy)) return policy.some((item: Value) => readsParams(item));
  if (!isMapping(policy)) return false;
  return Object.entries(policy).some(([key, value]) =>
    typeof value === 'string'
      ? /expression$/i.test(key) && /(?<![.\w])params\b(?!\s*[!=]=\s*null)/.test(value)
      : readsParams(value),
  );
}

function rawSpec(object: Value): Value {
  return isMapping(object) ? (object.spec ?? null) : null;
}

/** Returns whether a kind is namespaced. Undefined if it is not known. */
function scopeOf(
  apiVersion: string,
  kind: string,
  installation: Installation,
): boolean | undefined {
  const [group = '', version] = apiVersion.split('/');
  if (version === undefined || isBuiltInGroup(group)) return findKind(kind)?.namespaced;
  return installation.customKind({ group, version, kind })?.isNamespaced;
}

/** A cluster-scoped resource that a policy matches. Requests for namespaces have a namespace: their own. */
function clusterScopedResource({ policy }: BoundPolicy, minor: Minor): string | undefined {
  const rules = policy === undefined ? [] : resourceRulesOf(policy.resource);
  for (const rule of rules) {
    if (rule.path.includes('excludeResourceRules')) continue;
    if (rule.get('scope').value === 'Namespaced') continue;
    for (const { builtIn } of resolveRule(rule, minor).targets) {
      const found = builtIn.find(
        ({ namespaced, resource }) => !namespaced && resource !== 'namespaces',
      );
      if (found !== undefined) return found.resource;
    }
  }
  return undefined;
}
