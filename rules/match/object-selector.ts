import { KINDS_WITH_ADMISSION_RULES } from '../../src/analysis/requests/admission-rules.ts';
import { asksForLabels, requestFilters } from '../../src/analysis/requests/request-filters.ts';
import { CONNECTED_SUBRESOURCES } from '../../src/analysis/requests/resource-operations.ts';
import { readRule, settledTargets } from '../../src/analysis/requests/rule-targets.ts';
import { isOfKind } from '../../src/rule/resource.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'match/object-selector',
  kinds: KINDS_WITH_ADMISSION_RULES,
  severity: 'warning',
  summary: 'An objectSelector looks at labels that are there and that not everybody can choose.',
  details: `
\`objectSelector\` looks at the labels of the object in the request, the old or the new one. What is sent to
\`pods/exec\` and the other subresources that one connects to has no labels at all, so with any selector such
requests never match, not even with \`DoesNotExist\`.

Whoever may write an object may choose its labels. A check that is asked for by a label, or refused by one, is
voluntary: fine for what users want, not for what they must not do. For that use \`namespaceSelector\`, as fewer
people may label namespaces, or \`matchConditions\` on \`request.userInfo\`.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#matching-requests-objectselector',
  messages: {
    unlabeled: {
      text: 'the selector matches nothing: requests to {resource} carry no object with labels',
      help: 'leave it out; matchConditions can look at the request',
      rows: ['lint-object-selector-unlabeled'],
    },
    voluntary: {
      text: 'whoever may label an object decides whether it is checked',
      help: 'where users must not get around it, use namespaceSelector or matchConditions',
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
      if (!asksForLabels(objectSelector)) continue;
      const readings = rules.map((rule) => readRule(rule, minor));
      const targets = readings.flatMap((reading) => reading.targets);
      const connected = readings
        .flatMap(settledTargets)
        .filter(({ subresource = '' }) => CONNECTED_SUBRESOURCES.includes(subresource));
      const [first] = connected;
      if (first !== undefined && connected.length === targets.length) {
        report('unlabeled', objectSelector, { resource: first.field.value ?? '' });
      } else if (enforces && !asksForLabels(namespaceSelector)) {
        report('voluntary', objectSelector);
      }
    }
  },
});
