import { hasStaticName, STATIC_SUFFIX } from '../../src/analysis/admission/static-manifests.ts';
import { isEmptyText } from '../../src/analysis/emptiness.ts';
import { KINDS_WITH_RESOURCE_RULES } from '../../src/analysis/requests/resource-rules.ts';
import { isOfKind } from '../../src/rule/resource.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'static-manifest/fields',
  on: 'object',
  kinds: KINDS_WITH_RESOURCE_RULES,
  severity: 'error',
  summary: 'A static manifest depends on nothing that is stored in the cluster.',
  details: `
The API server loads static manifests before it serves requests, and they are in force even if etcd has no object. So a
webhook in such a file has a URL instead of a Service, a policy has no parameters, and a binding names a policy of the same
directory. All names end with \`.static.k8s.io\`, which no object that is created through the API can have.

\`kubeadmit --static-manifests\` checks the files of a \`staticManifestsDir\`.
`,
  reference: 'https://kubernetes.io/docs/reference/access-authn-authz/manifest-admission-control/',
  messages: {
    name: {
      text: "the name of an object in a static manifest must end with '.static.k8s.io'",
      help: 'append .static.k8s.io to the name',
      cause: 'FieldValueInvalid',
    },
    paramKind: {
      text: 'a policy in a static manifest cannot have parameters',
      help: 'remove paramKind, and write the values into the expressions',
      cause: 'FieldValueForbidden',
    },
    paramRef: {
      text: 'a binding in a static manifest cannot have parameters',
      help: 'remove paramRef, and write the values into the expressions of the policy',
      cause: 'FieldValueForbidden',
    },
    policyName: {
      text: "a binding in a static manifest can only name a policy whose name ends with '.static.k8s.io'",
      help: 'name a policy of the same directory',
      cause: 'FieldValueInvalid',
    },
    service: {
      text: 'a webhook in a static manifest cannot be called through a Service',
      help: 'use clientConfig.url',
      cause: 'FieldValueForbidden',
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: replicas } # expect: name
        spec:
          paramKind: { apiVersion: v1, kind: ConfigMap } # expect: paramKind
          matchConstraints:
            resourceRules:
              - apiGroups: [apps]
                apiVersions: [v1]
                operations: [CREATE, UPDATE]
                resources: [deployments]
          validations:
            - expression: object.spec.replicas <= 10
      `,
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicyBinding
        metadata: { name: replicas.static.k8s.io }
        spec:
          policyName: replicas # expect: policyName
          validationActions: [Deny]
          paramRef: { name: limits, parameterNotFoundAction: Deny } # expect: paramRef
      `,
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingWebhookConfiguration
        metadata: { name: images.static.k8s.io }
        webhooks:
          - name: images.example.com
            admissionReviewVersions: [v1]
            sideEffects: None
            clientConfig:
              service: { namespace: images, name: webhook } # expect: service
            rules:
              - apiGroups: [""]
                apiVersions: [v1]
                operations: [CREATE]
                resources: [pods]
      `,
    ],
    good: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingWebhookConfiguration
        metadata: { name: images.static.k8s.io }
        webhooks:
          - name: images.example.com
            admissionReviewVersions: [v1]
            sideEffects: None
            clientConfig: { url: "https://127.0.0.1:8443/images" }
            rules:
              - apiGroups: [""]
                apiVersions: [v1]
                operations: [CREATE]
                resources: [pods]
      `,
    ],
  },
  check(resource, { report, server }) {
    if (!server.loadsStaticManifests) return;
    const name = resource.root.get('metadata').get('name');
    if (!hasStaticName(resource)) report({ message: 'name', at: name });
    if (isOfKind(resource, 'ValidatingAdmissionPolicy', 'MutatingAdmissionPolicy')) {
      const paramKind = resource.root.get('spec').get('paramKind');
      if (!paramKind.absent) report({ message: 'paramKind', at: paramKind, side: 'key' });
    } else if (
      isOfKind(resource, 'ValidatingAdmissionPolicyBinding', 'MutatingAdmissionPolicyBinding')
    ) {
      const spec = resource.root.get('spec');
      const policyName = spec.get('policyName');
      if (!isEmptyText(policyName) && policyName.value?.endsWith(STATIC_SUFFIX) === false) {
        report({ message: 'policyName', at: policyName });
      }
      const paramRef = spec.get('paramRef');
      if (!paramRef.absent) report({ message: 'paramRef', at: paramRef, side: 'key' });
    } else if (
      isOfKind(resource, 'ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration')
    ) {
      for (const webhook of resource.root.itemsOf('webhooks')) {
        const service = webhook.get('clientConfig').get('service');
        if (!service.absent) report({ message: 'service', at: service, side: 'key' });
      }
    }
  },
});
