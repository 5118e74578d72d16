import {
  admissionRules,
  KINDS_WITH_ADMISSION_RULES,
} from '../../src/analysis/requests/admission-rules.ts';
import { admittedOperations } from '../../src/analysis/requests/resource-operations.ts';
import {
  type RuleReading,
  type RuleTarget,
  readRule,
} from '../../src/analysis/requests/rule-targets.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

const OPERATIONS: readonly string[] = ['CREATE', 'UPDATE', 'DELETE', 'CONNECT'];

export default defineRule({
  id: 'match/operations',
  kinds: KINDS_WITH_ADMISSION_RULES,
  severity: 'warning',
  summary: 'A rule has an operation for each of its resources that happens to it.',
  details: `
Not every operation happens to every resource. \`CONNECT\` is what \`kubectl exec\`, \`attach\`, \`port-forward\` and
\`proxy\` do, and it happens to the subresources \`pods/exec\`, \`pods/attach\`, \`pods/portforward\` and
\`pods/proxy\`, \`services/proxy\` and \`nodes/proxy\` only, which see nothing else. \`status\` and \`scale\` are only
updated, \`pods/binding\`, \`pods/eviction\` and \`serviceaccounts/token\` only created, reviews such as
\`tokenreviews\` as well. Reading (\`get\`, \`list\`, \`watch\`, \`pods/log\`) never comes to admission.

A rule matches nothing of a resource if none of its operations happens to it. A patch is an \`UPDATE\`.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#matching-requests-rules',
  messages: {
    never: {
      text: "'{entry}' matches nothing: no {operations} happens to it",
      help: 'write {right}',
      rows: ['lint-rule-operation-never', 'lint-rule-connect-without-subresource'],
    },
    read: {
      text: "'{entry}' matches nothing: it is only read, and reading does not come to admission",
      help: 'leave it out; who may read is a matter of RBAC',
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
    for (const rule of admissionRules(resource)) {
      const listed = rule.get('operations').value ?? [];
      const operations = listed.includes('*')
        ? OPERATIONS
        : OPERATIONS.filter((operation) => listed.includes(operation));
      if (operations.length === 0) continue;
      const reading = readRule(rule, minor);
      for (const target of reading.targets) {
        const possible = operationsOn(reading, target);
        if (possible === undefined) continue;
        if (operations.some((operation) => possible.includes(operation))) continue;
        const entry = target.field.value ?? '';
        if (possible.length === 0) report('read', target.field, { entry });
        else {
          report('never', target.field, {
            entry,
            operations: operations.join(' or '),
            right: possible.join(', '),
          });
        }
      }
    }
  },
});

/** The operations that can happen to what an entry means; undefined where they are not known. */
function operationsOn(
  { closed }: RuleReading,
  { builtIn, subresource, resource }: RuleTarget,
): readonly string[] | undefined {
  const [known] = closed ? builtIn : [];
  if (resource === '*' && closed && subresource === undefined) {
    return OPERATIONS.filter((operation) => operation !== 'CONNECT');
  }
  // Whatever does not exist has no operations either, which is told elsewhere.
  if (closed && known === undefined && resource !== '*') return undefined;
  return admittedOperations(known, subresource);
}
