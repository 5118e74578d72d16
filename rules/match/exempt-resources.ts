import { WEBHOOK_KINDS } from '../../src/analysis/admission/policy-kinds.ts';
import { hasStaticName } from '../../src/analysis/admission/static-manifests.ts';
import { requestFilters } from '../../src/analysis/requests/request-filters.ts';
import { builtInTargets, resolveRule } from '../../src/analysis/requests/resolved-rules.ts';
import { KINDS_WITH_RESOURCE_RULES } from '../../src/analysis/requests/resource-rules.ts';
import type { Field } from '../../src/rule/field.ts';
import { isOfKind } from '../../src/rule/resource.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { minorsWith } from '../../src/server/kubernetes/server-changes.ts';
import type { RuleWithOperations } from '../../src/server/kubernetes/types.generated.ts';

const OWN_GROUP = 'admissionregistration.k8s.io';

/** The groups whose resources policies are never evaluated for. */
const REVIEW_GROUPS: ReadonlySet<string> = new Set([
  'authentication.k8s.io',
  'authorization.k8s.io',
]);

/** The resources that webhooks are not called for. Source: `pkg/kubeapiserver/admission/exclusion` of Kubernetes. */
const REVIEWS: ReadonlySet<string> = new Set([
  'authentication.k8s.io/selfsubjectreviews',
  'authentication.k8s.io/tokenreviews',
  'authorization.k8s.io/localsubjectaccessreviews',
  'authorization.k8s.io/selfsubjectaccessreviews',
  'authorization.k8s.io/selfsubjectrulesreviews',
  'authorization.k8s.io/subjectaccessreviews',
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
authenticate and authorize requests, such as \`tokenreviews\` and \`subjectaccessreviews\`. Webhooks are called for them until
Kubernetes 1.36, and no longer in 1.37, which warns about rules that name them.

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
      help: 'remove it',
      rows: ['lint-rule-policy-excluded-resource'],
    },
    webhookReview: {
      text: "'{entry}' matches nothing: webhooks are not called for reviews",
      help: 'remove it',
      cause: 'Warning',
      range: minorsWith('reviews-exempt-from-webhooks'),
      rows: ['webhook-rule-review'],
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
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingWebhookConfiguration
        metadata: { name: reviews }
        webhooks:
          - name: reviews.example.com
            clientConfig:
              service: { name: hooks, namespace: shop }
            failurePolicy: Ignore
            sideEffects: None
            admissionReviewVersions: [v1]
            rules:
              - operations: [CREATE]
                apiGroups: [authentication.k8s.io]
                apiVersions: [v1]
                resources: [tokenreviews]
                #           ^^^^^^^^^^^^ expect: webhookReview
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
    const isWebhook = isOfKind(resource, ...WEBHOOK_KINDS);
    for (const rule of requestFilters(resource).flatMap(({ rules }) => rules)) {
      if (isWebhook) {
        for (const field of reviewsNamedBy(rule)) {
          report({
            message: 'webhookReview',
            at: field,
            values: { entry: field.value ?? '' },
            path: rule.path,
          });
        }
      }
      const reading = resolveRule(rule, minor);
      const groups = rule.itemsOf('apiGroups');
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

/**
 * The resources of a rule that are reviews; the server does not look at rules with a wildcard for all groups or
 * resources.
 */
function reviewsNamedBy(rule: Field<RuleWithOperations>): readonly Field<string>[] {
  const groups = new Set(rule.get('apiGroups').value);
  const resources = rule.itemsOf('resources');
  if (groups.has('*') || resources.some(({ value }) => value === '*')) return [];
  const ofReviews = [...REVIEW_GROUPS].filter((group) => groups.has(group));
  return resources.filter(({ value }) =>
    ofReviews.some((group) => REVIEWS.has(`${group}/${value}`)),
  );
}
