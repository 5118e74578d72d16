import { hasStaticName } from '../../src/analysis/admission/static-manifests.ts';
import { requestFilters } from '../../src/analysis/requests/request-filters.ts';
import { builtInTargets, resolveRule } from '../../src/analysis/requests/resolved-rules.ts';
import { KINDS_WITH_RESOURCE_RULES } from '../../src/analysis/requests/resource-rules.ts';
import { isOfKind } from '../../src/rule/resource.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

const OWN_GROUP = 'admissionregistration.k8s.io';

/** The groups whose resources policies are never evaluated for. */
const REVIEW_GROUPS: ReadonlySet<string> = new Set([
  'authentication.k8s.io',
  'authorization.k8s.io',
]);

export default defineRule({
  id: 'match/exempt-resources',
  on: 'object',
  kinds: KINDS_WITH_RESOURCE_RULES,
  severity: 'warning',
  summary: 'Resource rules do not name resources that are exempt from webhooks and policies.',
  details: `
The API server never calls webhooks or policies for webhook configurations, admission policies and their bindings;
otherwise a broken webhook could make its own repair impossible. It also does not evaluate policies for the reviews that
authenticate and authorize requests, such as \`tokenreviews\` and \`subjectaccessreviews\`; webhooks are called for them.

A resource rule for such a resource is accepted, but never matches. Use RBAC to control who can change the configuration
of admission.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/#getting-started-with-validating-admission-policy',
  messages: {
    configuration: {
      text: "'{entry}' matches nothing: admission configuration is exempt from webhooks and policies",
      help: 'remove it, and use RBAC to control who can change admission configuration',
      rows: ['lint-rule-admission-configuration'],
    },
    review: {
      text: "'{entry}' matches nothing: policies are not evaluated for reviews",
      help: 'remove it; only webhooks are called for reviews',
      rows: ['lint-rule-policy-excluded-resource'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: guard }
        spec:
          matchConstraints:
            resourceRules:
              - operations: [DELETE]
                apiGroups: [admissionregistration.k8s.io]
                apiVersions: [v1]
                resources: [validatingadmissionpolicies]
                #           ^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: configuration
              - operations: [CREATE]
                apiGroups: [authentication.k8s.io]
                apiVersions: [v1]
                resources: [tokenreviews]
                #           ^^^^^^^^^^^^ expect: review
          validations:
            - expression: request.userInfo.username == 'admin'
              message: only admin may do this
      `,
    ],
    good: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: guard }
        spec:
          matchConstraints:
            resourceRules:
              - operations: [DELETE]
                apiGroups: [rbac.authorization.k8s.io]
                apiVersions: [v1]
                resources: [clusterroles]
          validations:
            - expression: request.userInfo.username == 'admin'
              message: only admin may do this
      `,
    ],
  },
  check(resource, { report, minor }) {
    // Static manifests can match admission configuration.
    if (hasStaticName(resource)) return;
    const isWebhook = isOfKind(
      resource,
      'ValidatingWebhookConfiguration',
      'MutatingWebhookConfiguration',
    );
    for (const rule of requestFilters(resource).flatMap(({ rules }) => rules)) {
      const reading = resolveRule(rule, minor);
      const groups = rule.get('apiGroups').items();
      if (groups.length === 1 && groups[0]?.value === OWN_GROUP) {
        for (const { field, resource: name } of reading.targets) {
          if (name === '*')
            report({ message: 'configuration', at: field, values: { entry: field.value ?? '' } });
        }
      }
      for (const { field, builtIn } of builtInTargets(reading)) {
        const entry = field.value ?? '';
        if (builtIn.every(({ group }) => group === OWN_GROUP)) {
          report({ message: 'configuration', at: field, values: { entry } });
        } else if (!isWebhook && builtIn.every(({ group }) => REVIEW_GROUPS.has(group))) {
          report({ message: 'review', at: field, values: { entry } });
        }
      }
    }
  },
});
