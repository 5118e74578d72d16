import { POLICY_KINDS } from '../../src/analysis/admission/policy-kinds.ts';
import { boundPolicies } from '../../src/analysis/installations/bindings.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'reference/unbound-policy',
  on: 'installation',
  severity: 'info',
  summary: 'A policy that is applied with bindings of other policies has a binding too.',
  details: `
A policy without a binding has no effect. The API server accepts it, and nothing reports that requests are not checked.

This is reported only where other policies of the same type have bindings in the same kustomization, chart or folder,
and this one has none there. Its binding may be elsewhere: pass \`--partial\` if the input is only a part of what is
applied.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/#getting-started-with-validating-admission-policy',
  messages: {
    unbound: {
      text: "no binding in {place} is for '{name}', although other policies have one; without a binding, it has no effect",
      help: 'add a binding with policyName: {name}',
      rows: ['lint-policy-without-binding'],
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
              - operations: [CREATE, UPDATE]
                apiGroups: [apps]
                apiVersions: [v1]
                resources: [deployments]
          validations:
            - expression: object.spec.replicas <= 5
              message: at most 5 replicas
        ---
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicyBinding
        metadata: { name: replicas }
        spec:
          policyName: replicas
          validationActions: [Deny]
        ---
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata:
          name: images
          #     ^^^^^^ expect: unbound
        spec:
          matchConstraints:
            resourceRules:
              - operations: [CREATE, UPDATE]
                apiGroups: [apps]
                apiVersions: [v1]
                resources: [deployments]
          validations:
            - expression: object.spec.template.spec.containers.all(c, has(c.image))
              message: an image is required
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
              - operations: [CREATE, UPDATE]
                apiGroups: [apps]
                apiVersions: [v1]
                resources: [deployments]
          validations:
            - expression: object.spec.replicas <= 5
              message: at most 5 replicas
        ---
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicyBinding
        metadata: { name: replicas }
        spec:
          policyName: replicas
          validationActions: [Deny]
      `,
    ],
  },
  check(installation, { report }) {
    if (!installation.isComplete) return;
    const named = new Set<string>();
    const bound = new Set<string>();
    for (const { kind, binding, policy } of boundPolicies(installation)) {
      const { value: name = '' } = binding.resource.root.get('spec').get('policyName');
      named.add(`${kind} ${name}`);
      if (policy !== undefined) bound.add(`${kind} ${installation.unitOf(policy.object)}`);
    }
    for (const { object, resource } of installation.resources(...POLICY_KINDS)) {
      const { kind } = resource;
      const isNamed = object.names.some((name) => named.has(`${kind} ${name}`));
      const isAmongBound = bound.has(`${kind} ${installation.unitOf(object)}`);
      if (!isAmongBound || isNamed || object.name === '') continue;
      const at = resource.root.get('metadata').get('name');
      report({
        message: 'unbound',
        at: { object, at },
        values: { name: object.name, place: installation.description },
      });
    }
  },
});
