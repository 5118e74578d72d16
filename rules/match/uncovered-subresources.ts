import { KINDS_WITH_ADMISSION_RULES } from '../../src/analysis/requests/admission-rules.ts';
import { type RuleField, requestFilters } from '../../src/analysis/requests/request-filters.ts';
import { entryFor } from '../../src/analysis/requests/rule-requests.ts';
import type { Field } from '../../src/rule/field.ts';
import { isOfKind } from '../../src/rule/resource.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

/** How a container is added to a pod that runs, as `kubectl debug` does. */
const EPHEMERAL_CONTAINERS = {
  operation: 'UPDATE',
  group: '',
  version: 'v1',
  resource: 'pods',
  subresource: 'ephemeralcontainers',
  namespaced: true,
} as const;

const POD_CREATION = { ...EPHEMERAL_CONTAINERS, operation: 'CREATE', subresource: '' } as const;
const POD_UPDATE = { ...EPHEMERAL_CONTAINERS, subresource: '' } as const;

export default defineRule({
  id: 'match/uncovered-subresources',
  kinds: KINDS_WITH_ADMISSION_RULES,
  severity: 'info',
  summary: 'Rules about the containers of pods cover pods/ephemeralcontainers too.',
  details: `
A resource in a rule, and \`*\` as well, does not stand for its subresources. What is done to a pod through
\`pods/ephemeralcontainers\`, as \`kubectl debug\` does, is no \`UPDATE\` of \`pods\`: a webhook or policy that is to
refuse certain images or privileged containers does not see it. The same holds for \`deployments/scale\`, through
which \`kubectl scale\` goes, \`pods/eviction\`, \`pods/exec\` and all others.

Name the subresource beside the resource, or write \`pods/*\`; \`*/*\` is everything. Where containers do not
matter to the check, there is nothing to do.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#matching-requests-rules',
  messages: {
    pods: {
      text: 'containers that are added to a running pod (kubectl debug) get past this rule',
      help: 'if containers matter to the check, add pods/ephemeralcontainers',
      rows: ['lint-rule-subresource-not-covered'],
    },
    wildcard: {
      text: "'*' does not stand for subresources: pods/ephemeralcontainers, deployments/scale and others get past this rule",
      help: "write '*/*' for them too, or name those that matter",
      rows: ['lint-rule-subresource-not-covered'],
    },
    expected: {
      text: 'an expression looks at ephemeralContainers, but no rule matches pods/ephemeralcontainers, through which they are added',
      help: 'add pods/ephemeralcontainers',
      severity: 'warning',
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingWebhookConfiguration
        metadata: { name: images.example.com }
        webhooks:
          - name: images.example.com
            clientConfig:
              service: { name: hooks, namespace: shop }
            sideEffects: None
            admissionReviewVersions: [v1]
            failurePolicy: Ignore
            rules:
              - operations: [CREATE, UPDATE]
                apiGroups: [""]
                apiVersions: [v1]
                resources: [pods]
                #           ^^^^ expect: pods
          - name: everything.example.com
            clientConfig:
              service: { name: hooks, namespace: shop }
            sideEffects: None
            admissionReviewVersions: [v1]
            failurePolicy: Ignore
            rules:
              - operations: ["*"]
                apiGroups: ["*"]
                apiVersions: ["*"]
                resources: ["*"]
                #           ^^^ expect: wildcard
      `,
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: debugging }
        spec:
          matchConstraints:
            resourceRules:
              - operations: [CREATE, UPDATE]
                apiGroups: [""]
                apiVersions: [v1]
                resources: [pods]
                #           ^^^^ expect: expected
          validations:
            - expression: "!has(object.spec.ephemeralContainers)"
              message: no debugging here
      `,
    ],
    good: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: debugging }
        spec:
          matchConstraints:
            resourceRules:
              - operations: [CREATE, UPDATE]
                apiGroups: [""]
                apiVersions: [v1]
                resources: [pods, pods/ephemeralcontainers]
          validations:
            - expression: "!has(object.spec.ephemeralContainers)"
              message: no debugging here
      `,
    ],
  },
  check(resource, { report }) {
    if (isOfKind(resource, 'ValidatingAdmissionPolicy')) {
      const spec = resource.root.get('spec');
      const expressions = [
        ...(spec.get('validations').value ?? []),
        ...(spec.get('variables').value ?? []),
      ];
      const rules = spec.get('matchConstraints').get('resourceRules').items();
      if (!expressions.some(({ expression }) => expression?.includes('ephemeralContainers')))
        return;
      const [entry] = uncoveredEntries(rules);
      if (entry !== undefined) report('expected', entry);
    }
    if (!isOfKind(resource, 'ValidatingWebhookConfiguration')) return;
    const filters = requestFilters(resource);
    // Another webhook of the same configuration may be there for them.
    const rules = filters.flatMap((filter) => filter.rules);
    for (const entry of uncoveredEntries(rules)) {
      report(entry.value === '*' ? 'wildcard' : 'pods', entry);
    }
  },
});

/** The entries by which rules see pods created and updated, if none sees ephemeral containers. */
function uncoveredEntries(rules: readonly RuleField[]): readonly Field<string>[] {
  if (rules.some((rule) => entryFor(rule, EPHEMERAL_CONTAINERS) !== undefined)) return [];
  return rules.flatMap((rule) => {
    const entry = entryFor(rule, POD_CREATION);
    return entry !== undefined && entryFor(rule, POD_UPDATE) !== undefined ? [entry] : [];
  });
}
