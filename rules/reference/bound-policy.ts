import { ADMISSION_GROUP, boundPolicies } from '../../src/analysis/installations/bindings.ts';
import { findReferenced } from '../../src/analysis/installations/expected-objects.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'reference/bound-policy',
  on: 'installation',
  severity: 'warning',
  summary: 'The policy that a binding names exists, and is of its type.',
  details: `
A binding applies the policy that \`policyName\` names. The API server accepts any name. A binding without a policy has no
effect, and nothing reports it. A ValidatingAdmissionPolicyBinding can only bind a ValidatingAdmissionPolicy, and a
MutatingAdmissionPolicyBinding only a MutatingAdmissionPolicy.

A policy is reported as missing only if no file of the input has a policy of that name, and policies of the same type are
applied together with the binding. The cluster may still have it: pass \`--partial\` if the input is only a part of what
is applied.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/#getting-started-with-validating-admission-policy',
  messages: {
    missing: {
      text: "the input has no {kind} '{name}', although {place} has others; without it, the binding has no effect",
      help: 'correct the name, add the policy, or delete the binding',
      rows: ['lint-binding-unknown-policy'],
    },
    similar: {
      text: "the input has no {kind} '{name}', but it has '{similar}'; without a policy, the binding has no effect",
      help: 'use policyName: {similar} if that is meant',
      rows: ['lint-binding-unknown-policy'],
    },
    otherType: {
      text: "'{name}' is a {other}; this binding needs a {kind}, and has no effect",
      help: 'use the binding of the same type as the policy: {other}Binding',
      rows: ['lint-binding-unknown-policy'],
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
          policyName: replica
          #           ^^^^^^^ expect: similar
          validationActions: [Deny]
        ---
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicyBinding
        metadata: { name: images }
        spec:
          policyName: images
          #           ^^^^^^ expect: missing
          validationActions: [Deny]
        ---
        apiVersion: admissionregistration.k8s.io/v1
        kind: MutatingAdmissionPolicyBinding
        metadata: { name: defaults }
        spec:
          policyName: replicas
          #           ^^^^^^^^ expect: otherType
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
    for (const { binding, policy, kind } of boundPolicies(installation)) {
      const { object, resource } = binding;
      const policyName = resource.root.get('spec').get('policyName');
      const name = policyName.value;
      if (policy !== undefined || name === undefined) continue;
      const place = { object, at: policyName };
      const other =
        kind === 'ValidatingAdmissionPolicy'
          ? 'MutatingAdmissionPolicy'
          : 'ValidatingAdmissionPolicy';
      const ofOtherType = installation
        .find(ADMISSION_GROUP, other)
        .find(({ names }) => names.includes(name));
      const reference = { from: object, group: ADMISSION_GROUP, kind, name };
      const target = findReferenced(installation, reference, 'siblings');
      if (ofOtherType !== undefined && !installation.isInInput(ADMISSION_GROUP, kind, name)) {
        const related = [{ object: ofOtherType, message: `the ${other} is here` }];
        report({ message: 'otherType', at: place, values: { name, kind, other }, related });
      } else if (target.is === 'missing' && target.similar !== undefined) {
        const similar = target.similar.name;
        const related = [{ object: target.similar.object, message: `'${similar}' is here` }];
        report({ message: 'similar', at: place, values: { kind, name, similar }, related });
      } else if (target.is === 'missing') {
        report({
          message: 'missing',
          at: place,
          values: { kind, name, place: installation.description },
        });
      }
    }
  },
});
