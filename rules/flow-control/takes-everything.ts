import { areEverybody } from '../../src/analysis/flow-control/flow-schema-coverage.ts';
import { flowSchemaRules } from '../../src/analysis/flow-control/flow-schema-rules.ts';
import type { PolicyRulesWithSubjects } from '../../src/kubernetes/types.generated.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

/** The precedence of the built-in schema global-default, which takes everything too. */
const GLOBAL_DEFAULT = 9900;

export default defineRule({
  id: 'flow-control/takes-everything',
  kinds: ['FlowSchema'],
  severity: 'warning',
  summary: 'A FlowSchema leaves requests for those behind it.',
  details: `
A request goes to the first FlowSchema that matches it, the one with the smallest \`matchingPrecedence\`. Every
request comes with the group \`system:authenticated\` or \`system:unauthenticated\`, so a rule for both, or for any
user or group (\`*\`), with wildcards in all lists takes everything. No schema with a larger precedence gets a
request then: not those of other people, and not the built-in \`service-accounts\` and \`global-default\`, which
keep runaway controllers from crowding out people.

Name fewer subjects or resources, or write a precedence above 9900.
`,
  reference: 'https://kubernetes.io/docs/concepts/cluster-administration/flow-control/#flowschema',
  messages: {
    everything: {
      text: 'this rule takes every request, so no FlowSchema with a precedence above {precedence} gets any',
      help: 'name fewer subjects or resources, or write a precedence above 9900',
      rows: ['lint-fs-takes-everything'],
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
      if (rule.value !== undefined && takesEverything(rule.value)) {
        report('everything', rule, { precedence });
      }
    }
  },
});

function takesEverything(rule: PolicyRulesWithSubjects): boolean {
  const { subjects = [], resourceRules = [], nonResourceRules = [] } = rule;
  const isAll = (list: readonly string[] = []): boolean => list.includes('*');
  return (
    areEverybody(subjects) &&
    resourceRules.some(
      ({ verbs, apiGroups, resources, namespaces, clusterScope }) =>
        [verbs, apiGroups, resources, namespaces].every(isAll) && clusterScope === true,
    ) &&
    nonResourceRules.some(({ verbs, nonResourceURLs }) => isAll(verbs) && isAll(nonResourceURLs))
  );
}
