import { KINDS_WITH_ADMISSION_RULES } from '../../src/analysis/requests/admission-rules.ts';
import { requestFilters } from '../../src/analysis/requests/request-filters.ts';
import { readRule, settledTargets } from '../../src/analysis/requests/rule-targets.ts';
import { isOfKind } from '../../src/rule/resource.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

const OWN_GROUP = 'admissionregistration.k8s.io';

/** The groups whose resources policies never see. */
const REVIEW_GROUPS: ReadonlySet<string> = new Set([
  'authentication.k8s.io',
  'authorization.k8s.io',
]);

/** Objects that the API server reads from files, which may be about those of the API. */
const STATIC = '.static.k8s.io';

export default defineRule({
  id: 'match/exempt-resources',
  kinds: KINDS_WITH_ADMISSION_RULES,
  severity: 'warning',
  summary: 'No rule is about what the API server keeps from webhooks and policies.',
  details: `
A webhook that refuses changes of webhooks could never be mended, so the API server asks nobody about
webhook configurations, admission policies and their bindings. From policies it also keeps the reviews by
which it decides who somebody is and what they may do (\`tokenreviews\`, \`subjectaccessreviews\` and the like):
refusing those may bring down the cluster. Webhooks do see reviews.

A rule about them is accepted and never matches. Who may change the configuration of admission is a matter
of RBAC.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/#getting-started-with-validating-admission-policy',
  messages: {
    configuration: {
      text: "'{entry}' matches nothing: no webhook or policy sees the configuration of admission itself",
      help: 'leave it out, and restrict by RBAC who may change it',
      rows: ['lint-rule-admission-configuration'],
    },
    review: {
      text: "'{entry}' matches nothing: policies do not see reviews; webhooks do",
      help: 'leave it out',
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
    if (resource.root.get('metadata').get('name').value?.endsWith(STATIC)) return;
    const isWebhook = isOfKind(
      resource,
      'ValidatingWebhookConfiguration',
      'MutatingWebhookConfiguration',
    );
    for (const rule of requestFilters(resource).flatMap(({ rules }) => rules)) {
      const reading = readRule(rule, minor);
      const groups = rule.get('apiGroups').items();
      if (groups.length === 1 && groups[0]?.value === OWN_GROUP) {
        for (const { field, resource: name } of reading.targets) {
          if (name === '*') report('configuration', field, { entry: field.value ?? '' });
        }
      }
      for (const { field, builtIn } of settledTargets(reading)) {
        const entry = field.value ?? '';
        if (builtIn.every(({ group }) => group === OWN_GROUP)) {
          report('configuration', field, { entry });
        } else if (!isWebhook && builtIn.every(({ group }) => REVIEW_GROUPS.has(group))) {
          report('review', field, { entry });
        }
      }
    }
  },
});
