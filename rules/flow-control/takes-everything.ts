import { areAllUsers } from '../../src/analysis/flow-control/flow-schema-coverage.ts';
import { flowSchemaRules } from '../../src/analysis/flow-control/flow-schema-rules.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import type { PolicyRulesWithSubjects } from '../../src/server/kubernetes/types.generated.ts';

/** The precedence of the built-in FlowSchema global-default, which matches all requests too. */
const GLOBAL_DEFAULT = 9900;

export default defineRule({
  id: 'flow-control/takes-everything',
  on: 'object',
  kinds: ['FlowSchema'],
  severity: 'warning',
  summary: 'A FlowSchema does not match all requests before the built-in FlowSchemas.',
  details: `
The API server uses the FlowSchema with the lowest \`matchingPrecedence\` that matches a request. Every request has the group
\`system:authenticated\` or \`system:unauthenticated\`. So a rule for both groups, or for the user or group \`*\`, with \`*\` in all
lists matches all requests. FlowSchemas with a higher precedence then match none, including the built-in
\`service-accounts\` and \`global-default\`, which prevent controllers from delaying requests of people.

Limit the subjects or resources, or use a precedence above 9900.
`,
  reference: 'https://kubernetes.io/docs/concepts/cluster-administration/flow-control/#flowschema',
  messages: {
    everything: {
      text: 'this rule matches all requests, so FlowSchemas with a precedence above {precedence} have no effect',
      help: 'limit the subjects or resources, or use a precedence above 9900',
      rows: ['lint-fs-takes-everything'],
      dependsOn: ['spec.matchingPrecedence'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: flowcontrol.apiserver.k8s.io/v1
        kind: FlowSchema
        metadata: { name: all }
        spec:
          matchingPrecedence: 500
          priorityLevelConfiguration: { name: workload-low }
          distinguisherMethod: { type: ByUser }
          rules:
            - subjects:
            # ^^^^^^^^ expect: everything
                - { kind: Group, group: { name: system:authenticated } }
                - { kind: Group, group: { name: system:unauthenticated } }
              resourceRules:
                - verbs: ["*"]
                  apiGroups: ["*"]
                  resources: ["*"]
                  namespaces: ["*"]
                  clusterScope: true
              nonResourceRules:
                - { verbs: ["*"], nonResourceURLs: ["*"] }
      `,
    ],
    good: [
      yaml`
        apiVersion: flowcontrol.apiserver.k8s.io/v1
        kind: FlowSchema
        metadata: { name: backups }
        spec:
          matchingPrecedence: 500
          priorityLevelConfiguration: { name: workload-low }
          rules:
            - subjects:
                - { kind: User, user: { name: backup } }
              resourceRules:
                - verbs: ["*"]
                  apiGroups: ["*"]
                  resources: ["*"]
                  namespaces: ["*"]
                  clusterScope: true
      `,
    ],
  },
  check(resource, { report }) {
    const precedence = Number(resource.root.get('spec').get('matchingPrecedence').value);
    if (!(precedence < GLOBAL_DEFAULT)) return;
    for (const rule of flowSchemaRules(resource)) {
      if (rule.value !== undefined && matchesAllRequests(rule.value)) {
        report({ message: 'everything', at: rule, values: { precedence } });
      }
    }
  },
});

function matchesAllRequests(rule: PolicyRulesWithSubjects): boolean {
  const { subjects = [], resourceRules = [], nonResourceRules = [] } = rule;
  const isAll = (list: readonly string[] = []): boolean => list.includes('*');
  return (
    areAllUsers(subjects) &&
    resourceRules.some(
      ({ verbs, apiGroups, resources, namespaces, clusterScope }) =>
        [verbs, apiGroups, resources, namespaces].every(isAll) && clusterScope === true,
    ) &&
    nonResourceRules.some(({ verbs, nonResourceURLs }) => isAll(verbs) && isAll(nonResourceURLs))
  );
}
