import {
  hasRequirements,
  type ResourceRuleField,
  requestFilters,
} from '../../src/analysis/requests/request-filters.ts';
import { KINDS_WITH_RESOURCE_RULES } from '../../src/analysis/requests/resource-rules.ts';
import { matchingEntry } from '../../src/analysis/requests/rule-matching.ts';
import type { Field } from '../../src/rule/field.ts';
import { isOfKind } from '../../src/rule/resource.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

/** The request that adds a container to a running pod, as `kubectl debug` does. */
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
  on: 'object',
  kinds: KINDS_WITH_RESOURCE_RULES,
  severity: 'info',
  summary: 'Resource rules that check the containers of Pods match pods/ephemeralcontainers too.',
  details: `
A resource in a resource rule does not match its subresources, and neither does \`*\`. A container that is added to a
running Pod (\`kubectl debug\`) is an \`UPDATE\` of \`pods/ephemeralcontainers\`, not of \`pods\`, so it bypasses a webhook or
policy for \`pods\` that rejects certain images or privileged containers. The same applies to \`deployments/scale\`
(\`kubectl scale\`), \`pods/eviction\`, \`pods/exec\` and all other subresources.

List the subresource in addition to the resource, or use \`pods/*\`; \`*/*\` matches everything. If the check does not depend on
containers, there is nothing to do. Webhooks with an \`objectSelector\` or \`matchConditions\` are not reported.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#matching-requests-rules',
  messages: {
    pods: {
      text: 'containers that are added to a running pod (kubectl debug) bypass this rule',
      help: 'add pods/ephemeralcontainers if the webhook checks containers',
      rows: ['lint-rule-subresource-not-covered'],
    },
    wildcard: {
      text: "'*' does not match subresources, so pods/ephemeralcontainers, deployments/scale and others bypass this rule",
      help: "use '*/*', or list the subresources that the webhook must check",
      rows: ['lint-rule-subresource-not-covered'],
    },
    expected: {
      text: 'an expression checks ephemeralContainers, but no rule matches pods/ephemeralcontainers, which adds them',
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
      const rules = spec.get('matchConstraints').itemsOf('resourceRules');
      const isChecked = expressions.some(({ expression }) =>
        expression?.includes('ephemeralContainers'),
      );
      const [entry] = podEntries(rules);
      if (isChecked && entry !== undefined && !rules.some(matchesEphemeralContainers)) {
        report({ message: 'expected', at: entry });
      }
    }
    if (!isOfKind(resource, 'ValidatingWebhookConfiguration')) return;
    // Another webhook of the same configuration may check them.
    const filters = requestFilters(resource);
    if (filters.some(({ rules }) => rules.some(matchesEphemeralContainers))) return;
    const general = filters.filter(
      ({ matchConditions, objectSelector }) =>
        matchConditions.length === 0 && !hasRequirements(objectSelector),
    );
    for (const entry of general.flatMap(({ rules }) => podEntries(rules))) {
      report({ message: entry.value === '*' ? 'wildcard' : 'pods', at: entry });
    }
  },
});

function matchesEphemeralContainers(rule: ResourceRuleField): boolean {
  return matchingEntry(rule, EPHEMERAL_CONTAINERS) !== undefined;
}

/** The entries that match the creation of pods, in rules that also match their update. */
function podEntries(rules: readonly ResourceRuleField[]): readonly Field<string>[] {
  return rules.flatMap((rule) => {
    const entry = matchingEntry(rule, POD_CREATION);
    return entry !== undefined && matchingEntry(rule, POD_UPDATE) !== undefined ? [entry] : [];
  });
}
