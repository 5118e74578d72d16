import { hasRequirements, requestFilters } from '../../src/analysis/requests/request-filters.ts';
import {
  builtInTargets,
  mayMatchBuiltInResources,
  resolveRule,
} from '../../src/analysis/requests/resolved-rules.ts';
import { isConnected } from '../../src/analysis/requests/resource-operations.ts';
import { KINDS_WITH_RESOURCE_RULES } from '../../src/analysis/requests/resource-rules.ts';
import { isOfKind } from '../../src/rule/resource.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'match/object-selector',
  on: 'object',
  kinds: KINDS_WITH_RESOURCE_RULES,
  severity: 'warning',
  summary:
    'An objectSelector matches labels that objects have and that users cannot choose freely.',
  details: `
\`objectSelector\` matches the labels of the object in a request, the old or the new one. \`CONNECT\` requests, for example
for \`pods/exec\`, contain no object with labels, so no selector with requirements matches them, not even one with
\`DoesNotExist\`.

Anyone who can write an object can choose its labels, so users can bypass a check that is selected by a label. To enforce a
check, use \`namespaceSelector\`, because fewer users can label namespaces, or \`matchConditions\` on \`request.userInfo\`.
Only selectors for built-in resources are reported.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#matching-requests-objectselector',
  messages: {
    unlabeled: {
      text: 'objectSelector matches nothing: requests for {resource} contain no object with labels',
      help: 'remove it, or use matchConditions to select requests',
      rows: ['lint-object-selector-unlabeled'],
    },
    voluntary: {
      text: 'users can bypass this check, because they choose the labels of their objects',
      help: 'use namespaceSelector or matchConditions if the check must not be bypassed',
      severity: 'info',
      rows: ['lint-object-selector-opt-out'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: exec }
        spec:
          matchConstraints:
            objectSelector: # expect: unlabeled
              matchLabels: { app: vault }
            resourceRules:
              - operations: [CONNECT]
                apiGroups: [""]
                apiVersions: [v1]
                resources: [pods/exec]
          validations:
            - expression: request.userInfo.username == 'admin'
              message: only admin may do this
      `,
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: host-network }
        spec:
          matchConstraints:
            objectSelector: # expect: voluntary
              matchExpressions: [{ key: unchecked, operator: DoesNotExist }]
            resourceRules:
              - operations: [CREATE]
                apiGroups: [""]
                apiVersions: [v1]
                resources: [pods]
          validations:
            - expression: "!has(object.spec.hostNetwork)"
              message: no pod on the network of its node
      `,
    ],
    good: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: host-network }
        spec:
          matchConstraints:
            namespaceSelector:
              matchExpressions: [{ key: unchecked, operator: DoesNotExist }]
            resourceRules:
              - operations: [CREATE]
                apiGroups: [""]
                apiVersions: [v1]
                resources: [pods]
          validations:
            - expression: "!has(object.spec.hostNetwork)"
              message: no pod on the network of its node
      `,
    ],
  },
  check(resource, { report, minor }) {
    const enforces = isOfKind(
      resource,
      'ValidatingWebhookConfiguration',
      'ValidatingAdmissionPolicy',
    );
    for (const { objectSelector, namespaceSelector, rules } of requestFilters(resource)) {
      if (!hasRequirements(objectSelector)) continue;
      const readings = rules.map((rule) => resolveRule(rule, minor));
      const targets = readings.flatMap((reading) => reading.targets);
      const connected = readings
        .flatMap(builtInTargets)
        .filter(({ subresource = '' }) => isConnected(subresource));
      const [first] = connected;
      if (first !== undefined && connected.length === targets.length) {
        report({
          message: 'unlabeled',
          at: objectSelector,
          values: { resource: first.field.value ?? '' },
        });
      } else if (
        enforces &&
        !hasRequirements(namespaceSelector) &&
        readings.some(mayMatchBuiltInResources)
      ) {
        report({ message: 'voluntary', at: objectSelector });
      }
    }
  },
});
