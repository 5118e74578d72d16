import { decisionsThat, policyOf } from '../../src/analysis/admission/policy-decisions.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'decision/warned',
  on: 'request',
  severity: 'warning',
  summary: 'The admission policies do not warn about the object.',
  details: `
A policy whose binding has the action \`Warn\`, and not \`Deny\`, lets the object pass, and the server returns a warning.

Only \`kubeadmit --policies PATH\` runs policies: those of \`PATH\` and of the input. A finding is at the field that the
expression reads, and leads to the expression. \`kubeadmit admit -v\` shows the values that an expression reads.
`,
  reference: 'https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/',
  messages: {
    warned: {
      text: 'policy {policy} warns: {message}',
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
            - expression: object.spec.replicas <= 5
              message: at most 5 replicas
        ---
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicyBinding
        metadata: { name: replica-limit }
        spec:
          policyName: replica-limit
          validationActions: [Warn]
        ---
        apiVersion: apps/v1
        kind: Deployment
        metadata: { name: web }
        spec:
          replicas: 6
          #         ^ expect: warned
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
            - expression: object.spec.replicas <= 5
              message: at most 5 replicas
        ---
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicyBinding
        metadata: { name: replica-limit }
        spec:
          policyName: replica-limit
          validationActions: [Warn]
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
    for (const located of decisionsThat('warned', request)) {
      const { decision, location, policy, dependsOn } = located;
      const values = { policy: policyOf(decision), message: decision.message };
      report({ message: 'warned', at: location, values, related: policy, dependsOn });
    }
  },
});
