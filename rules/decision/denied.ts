import { decisionsThat, policyOf } from '../../src/analysis/admission/policy-decisions.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'decision/denied',
  on: 'request',
  severity: 'warning',
  summary: 'The admission policies admit the object.',
  details: `
A ValidatingAdmissionPolicy or a MutatingAdmissionPolicy denies the request that creates or updates the object, so that it
is not stored. The message is that of the policy. The verdict on the object does not depend on policies.

Only \`kubeadmit --policies PATH\` runs policies: those of \`PATH\` and of the input. A finding is at the field that the
expression reads, and leads to the expression. \`kubeadmit admit -v\` shows the values that an expression reads.

The request is that of an administrator. Configure the rule as \`error\` to make a denial fail a run.
`,
  reference: 'https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/',
  messages: {
    denied: {
      text: 'denied by policy {policy}: {message}',
    },
    failed: {
      text: 'policy {policy} fails, which denies the request: {message}',
      help: 'correct the object, or make the expression work without the value that it does not find',
    },
    unusable: {
      text: 'policy {policy} cannot be used, which denies the request: {message}',
      help: 'add what the policy or the binding refers to, or set failurePolicy: Ignore',
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
          validationActions: [Deny]
        ---
        apiVersion: apps/v1
        kind: Deployment
        metadata: { name: web }
        spec:
          replicas: 6
          #         ^ expect: denied
          selector: { matchLabels: { app: web } }
          template:
            metadata: { labels: { app: web } }
            spec: { containers: [{ name: web, image: example.com/web:1.0 }] }
      `,
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: team-label }
        spec:
          matchConstraints:
            resourceRules:
              - operations: [CREATE, UPDATE]
                apiGroups: [apps]
                apiVersions: [v1]
                resources: [deployments]
          validations:
            - expression: object.metadata.labels.team != ""
              message: the label team is required
        ---
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicyBinding
        metadata: { name: team-label }
        spec:
          policyName: team-label
          validationActions: [Deny]
        ---
        apiVersion: apps/v1
        kind: Deployment
        metadata: { name: web } # expect: failed
        spec:
          replicas: 1
          selector: { matchLabels: { app: web } }
          template:
            metadata: { labels: { app: web } }
            spec: { containers: [{ name: web, image: example.com/web:1.0 }] }
      `,
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
          paramKind: { apiVersion: v1, kind: ConfigMap }
          validations:
            - expression: object.spec.replicas <= int(params.data.most)
              message: at most 5 replicas
        ---
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicyBinding
        metadata: { name: replica-limit }
        spec:
          policyName: replica-limit
          validationActions: [Deny]
          paramRef: { name: limits, namespace: shop, parameterNotFoundAction: Deny }
        ---
        apiVersion: apps/v1
        kind: Deployment
        #     ^^^^^^^^^^ expect: unusable
        metadata: { name: web }
        spec:
          replicas: 3
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
    for (const located of decisionsThat('denied', request)) {
      const { decision, location, policy, dependsOn } = located;
      const { isError, action, message } = decision;
      const id = action === 'configuration-error' ? 'unusable' : isError ? 'failed' : 'denied';
      const values = { policy: policyOf(decision), message };
      report({ message: id, at: location, values, related: policy, dependsOn });
    }
  },
});
