import { BINDING_KINDS } from '../../src/analysis/admission/policy-kinds.ts';
import { isEmptyText } from '../../src/analysis/emptiness.ts';
import { SUBDOMAIN_PROBLEMS } from '../../src/analysis/metadata/dns-name-messages.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { dns1123SubdomainProblems } from '../../src/server/kubernetes/formats/dns.ts';

export default defineRule({
  id: 'binding/policy-name',
  on: 'object',
  kinds: BINDING_KINDS,
  severity: 'error',
  summary: 'A binding has a valid policyName.',
  details: `
A policy has no effect until a binding refers to it by \`policyName\`. The field is required, and is the name of an
object: at most 253 lowercase letters, digits, dashes and dots. The API server does not check that the policy
exists. Until it does, the binding has no effect.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/#getting-started-with-validating-admission-policy',
  messages: {
    required: {
      text: 'spec.policyName is required',
      help: 'add policyName with the metadata.name of the policy',
      cause: 'FieldValueRequired',
      rows: ['binding-policy-name-required'],
    },
    format: {
      text: "'{name}' is not a valid name of a policy: {problem}",
      help: 'use the metadata.name of the policy',
      cause: 'FieldValueInvalid',
      rows: ['binding-policy-name-format'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicyBinding
        metadata: { name: replicas }
        spec: # expect: required
          validationActions: [Deny]
      `,
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: MutatingAdmissionPolicyBinding
        metadata: { name: team }
        spec:
          policyName: Add_Team
          #           ^^^^^^^^ expect: format
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
  check(resource, { report }) {
    const field = resource.root.get('spec').get('policyName');
    const name = field.value ?? '';
    if (isEmptyText(field)) {
      report({ message: 'required', at: field });
    } else if (!field.pruned) {
      for (const problem of dns1123SubdomainProblems(name)) {
        report({
          message: 'format',
          at: field,
          values: { name, problem: SUBDOMAIN_PROBLEMS[problem] },
        });
      }
    }
  },
});
