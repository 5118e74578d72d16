import { boundPolicies } from '../../src/analysis/installations/bindings.ts';
import { indexBy } from '../../src/base/index-by.ts';
import { isOfKind } from '../../src/rule/resource.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'reference/unused-reason',
  on: 'installation',
  severity: 'info',
  summary: 'A validation has a reason only if some binding denies requests.',
  details: `
\`reason\` in a validation is the reason of the response, which determines its HTTP status, when a request is denied. With
\`validationActions\` that are only \`Warn\` or \`Audit\`, no request is denied, and the reason is not used.

This is reported only if all bindings of the policy in the same kustomization, chart or folder lack \`Deny\`.
`,
  reference:
    'https://kubernetes.io/docs/reference/kubernetes-api/policy-resources/validating-admission-policy-v1/',
  messages: {
    neverDenied: {
      text: 'the reason is not used: no binding of this policy in {place} has the action Deny',
      help: 'add Deny to validationActions of a binding, or remove the reason',
      rows: ['lint-reason-without-deny'],
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
              reason: Forbidden
              #       ^^^^^^^^^ expect: neverDenied
        ---
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicyBinding
        metadata: { name: replicas }
        spec:
          policyName: replicas
          validationActions: [Warn]
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
              reason: Forbidden
        ---
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicyBinding
        metadata: { name: replicas }
        spec:
          policyName: replicas
          validationActions: [Deny, Audit]
      `,
    ],
  },
  check(installation, { report }) {
    const bound = indexBy(boundPolicies(installation), ({ policy }) =>
      policy === undefined ? [] : [policy.object],
    );
    for (const { object, resource } of installation.resources('ValidatingAdmissionPolicy')) {
      const bindings = bound.get(object) ?? [];
      const actions = bindings.map(({ binding: { object: one, resource: binding } }) => {
        const isChanged = one.mayChange('spec.validationActions');
        if (isChanged || !isOfKind(binding, 'ValidatingAdmissionPolicyBinding')) return ['Deny'];
        return binding.root.get('spec').get('validationActions').value ?? ['Deny'];
      });
      if (actions.length === 0 || actions.some((action) => action.includes('Deny'))) continue;
      const related = bindings.map(({ binding }) => ({
        object: binding.object,
        at: binding.resource.root.get('spec'),
        message: 'this binding does not deny',
      }));
      for (const validation of resource.root.get('spec').itemsOf('validations')) {
        const reason = validation.get('reason');
        // The server sets a default, so only a value in the file is intended.
        if (reason.absent || reason.location().field !== reason.path) continue;
        const values = { place: installation.description };
        report({ message: 'neverDenied', at: { object, at: reason }, values, related });
      }
    }
  },
});
