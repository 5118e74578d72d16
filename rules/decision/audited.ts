import { decisionsThat, policyOf } from '../../src/analysis/admission/policy-decisions.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'decision/audited',
  on: 'request',
  severity: 'info',
  summary: 'The admission policies record no violation in the audit log.',
  details: `
A policy whose only action is \`Audit\` lets the object pass, and records the violation in the audit log.

Only \`kubeadmit --policies PATH\` runs policies: those of \`PATH\` and of the input. A finding is at the field that the
expression reads, and leads to the expression. \`kubeadmit admit -v\` shows the values that an expression reads.
`,
  reference: 'https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/',
  messages: {
    audited: {
      text: 'policy {policy} only audits this: {message}',
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
          validationActions: [Audit]
        ---
        apiVersion: apps/v1
        kind: Deployment
        metadata: { name: web }
        spec:
          replicas: 6
          #         ^ expect: audited
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
          validationActions: [Audit]
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
    for (const located of decisionsThat('audited', request)) {
      const { decision, location, policy, dependsOn } = located;
      const values = { policy: policyOf(decision), message: decision.message };
      report({ message: 'audited', at: location, values, related: policy, dependsOn });
    }
  },
});
