import {
  type ResolvedRule,
  type RuleTarget,
  resolveRule,
} from '../../src/analysis/requests/resolved-rules.ts';
import { admittedOperations } from '../../src/analysis/requests/resource-operations.ts';
import {
  KINDS_WITH_RESOURCE_RULES,
  resourceRulesOf,
} from '../../src/analysis/requests/resource-rules.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

const OPERATIONS: readonly string[] = ['CREATE', 'UPDATE', 'DELETE', 'CONNECT'];

export default defineRule({
  id: 'match/operations',
  on: 'object',
  kinds: KINDS_WITH_RESOURCE_RULES,
  severity: 'warning',
  summary: 'The operations of a resource rule are possible for each of its resources.',
  details: `
Not every operation is possible for every resource. \`CONNECT\` requests are sent by \`kubectl exec\`, \`attach\`,
\`port-forward\` and \`proxy\`, and are the only requests for \`pods/exec\`, \`pods/attach\`, \`pods/portforward\`,
\`pods/proxy\`, \`services/proxy\` and \`nodes/proxy\`. The subresources \`status\` and \`scale\` can only be updated.
\`pods/binding\`, \`pods/eviction\`, \`serviceaccounts/token\` and reviews such as \`tokenreviews\` can only be created.
Requests that only read (\`get\`, \`list\`, \`watch\`, \`pods/log\`) are not subject to admission control.

A resource rule does not match a resource if none of its operations is possible for it. A patch is an \`UPDATE\`.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#matching-requests-rules',
  messages: {
    never: {
      text: "'{entry}' matches nothing: there are no {operations} requests for it",
      help: 'use {right}',
      rows: ['lint-rule-operation-never', 'lint-rule-connect-without-subresource'],
    },
    read: {
      text: "'{entry}' matches nothing: it can only be read, and reading is not subject to admission control",
      help: 'remove it, and use RBAC to control who can read it',
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
            resourceRules:
              - operations: [CREATE, UPDATE]
                apiGroups: [""]
                apiVersions: [v1]
                resources:
                  - pods
                  - pods/exec
                  # ^^^^^^^^^ expect: never
                  - pods/log
                  # ^^^^^^^^ expect: read
          validations:
            - expression: request.userInfo.username == 'admin'
              message: only admin may do this
      `,
    ],
    good: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: exec }
        spec:
          matchConstraints:
            resourceRules:
              - operations: [CREATE, UPDATE]
                apiGroups: [""]
                apiVersions: [v1]
                resources: [pods, pods/status]
              - operations: [CONNECT]
                apiGroups: [""]
                apiVersions: [v1]
                resources: [pods/exec]
          validations:
            - expression: request.userInfo.username == 'admin'
              message: only admin may do this
      `,
    ],
  },
  check(resource, { report, minor }) {
    for (const rule of resourceRulesOf(resource)) {
      const listed = rule.get('operations').value ?? [];
      const operations = listed.includes('*')
        ? OPERATIONS
        : OPERATIONS.filter((operation) => listed.includes(operation));
      if (operations.length === 0) continue;
      const reading = resolveRule(rule, minor);
      for (const target of reading.targets) {
        const possible = operationsOn(reading, target);
        if (possible === undefined) continue;
        if (operations.some((operation) => possible.includes(operation))) continue;
        const entry = target.field.value ?? '';
        if (possible.length === 0) report({ message: 'read', at: target.field, values: { entry } });
        else {
          report({
            message: 'never',
            at: target.field,
            values: { entry, operations: operations.join(' or '), right: possible.join(' or ') },
          });
        }
      }
    }
  },
});

/** The operations that are possible for an entry of `resources`; undefined if they are not known. */
function operationsOn(
  { hasBuiltInGroupsOnly }: ResolvedRule,
  { builtIn, subresource, resource }: RuleTarget,
): readonly string[] | undefined {
  const [known] = hasBuiltInGroupsOnly ? builtIn : [];
  if (resource === '*' && hasBuiltInGroupsOnly && subresource === undefined) {
    return OPERATIONS.filter((operation) => operation !== 'CONNECT');
  }
  // The rule match/unknown-resource reports resources that do not exist.
  if (hasBuiltInGroupsOnly && known === undefined && resource !== '*') return undefined;
  return admittedOperations(known, subresource);
}
