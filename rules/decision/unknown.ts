import { policyOf } from '../../src/analysis/admission/policy-decisions.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { enforcementOf } from '../../src/server/admission/enforcement.ts';

export default defineRule({
  id: 'decision/unknown',
  on: 'request',
  severity: 'info',
  summary: 'The decision of the admission policies is known.',
  details: `
An expression can ask what the user may do (\`authorizer\`). A run without a cluster does not know the answer, so that the
decision may be either. \`kubeadmit admit --authorize FILE\` runs the policies with answers.

Only \`kubeadmit --policies PATH\` runs policies: those of \`PATH\` and of the input. A finding is at the field that the
expression reads, and leads to the expression. \`kubeadmit admit -v\` shows the values that an expression reads.
`,
  reference: 'https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/',
  messages: {
    unknown: {
      text: 'the decision of policy {policy} is not known: {message}',
      help: 'use kubeadmit admit --authorize FILE to run policies with answers of the authorizer',
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: replica-limit }
        spec:
          matchConstraints:
            resourceRules:
              - operations: [CREATE, UPDATE]
                apiGroups: [apps]
                apiVersions: [v1]
                resources: [deployments]
          validations:
            - expression: object.spec.replicas <= 5 || authorizer.group('apps').resource('deployments').check('scale').allowed()
              message: at most 5 replicas
        ---
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicyBinding
        metadata: { name: replica-limit }
        spec:
          policyName: replica-limit
          validationActions: [Deny]
        ---
        apiVersion: apps/v1
        kind: Deployment
        metadata: { name: web }
        spec:
          replicas: 6
          #         ^ expect: unknown
          selector: { matchLabels: { app: web } }
          template:
            metadata: { labels: { app: web } }
            spec: { containers: [{ name: web, image: example.com/web:1.0 }] }
      `,
    ],
    good: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: replica-limit }
        spec:
          matchConstraints:
            resourceRules:
              - operations: [CREATE, UPDATE]
                apiGroups: [apps]
                apiVersions: [v1]
                resources: [deployments]
          validations:
            - expression: object.spec.replicas <= 5 || authorizer.group('apps').resource('deployments').check('scale').allowed()
              message: at most 5 replicas
        ---
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicyBinding
        metadata: { name: replica-limit }
        spec:
          policyName: replica-limit
          validationActions: [Deny]
        ---
        apiVersion: apps/v1
        kind: Deployment
        metadata: { name: web }
        spec:
          replicas: 5
          selector: { matchLabels: { app: web } }
          template:
            metadata: { labels: { app: web } }
            spec: { containers: [{ name: web, image: example.com/web:1.0 }] }
      `,
    ],
  },
  check(request, { report }) {
    for (const located of request.decisions) {
      const { decision, location, policy, dependsOn } = located;
      if (decision.action !== 'unknown' || enforcementOf(decision) !== 'denied') continue;
      const values = { policy: policyOf(decision), message: decision.message };
      report({ message: 'unknown', at: location, values, related: policy, dependsOn });
    }
  },
});
