import { isEmptyList } from '../../src/analysis/emptiness.ts';
import { flowSchemaRules } from '../../src/analysis/flow-control/flow-schema-rules.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'flow-control/rule-content',
  on: 'object',
  kinds: ['FlowSchema'],
  severity: 'error',
  summary: 'A rule of a FlowSchema has subjects, and resourceRules or nonResourceRules.',
  details: `
A rule of a FlowSchema matches a request if one of its \`subjects\` sent it, and one of its \`resourceRules\` or
\`nonResourceRules\` matches it. Without subjects, or without both lists of rules, it could match no requests. So the
API server refuses such a rule.

Add \`subjects\`, and at least one of the two lists. To match all requests, use \`*\` in each of their fields.
`,
  reference: 'https://kubernetes.io/docs/concepts/cluster-administration/flow-control/#flowschema',
  messages: {
    subjects: {
      text: 'subjects is required and must not be empty',
      help: 'add subjects: users, groups or service accounts',
      cause: 'FieldValueRequired',
      rows: ['fs-subjects-required'],
    },
    rules: {
      text: 'a rule requires resourceRules or nonResourceRules, or both',
      help: 'add resourceRules for API resources, or nonResourceRules for paths such as /healthz',
      cause: 'FieldValueRequired',
      rows: ['fs-rule-without-rules'],
      explainsInField: ['flow-control/shadowed'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: flowcontrol.apiserver.k8s.io/v1
        kind: FlowSchema
        metadata: { name: backups }
        spec:
          priorityLevelConfiguration: { name: workload-low }
          rules:
            - nonResourceRules: # expect: subjects
                - verbs: ["*"]
                  nonResourceURLs: ["*"]
            - subjects:
            # ^^^^^^^^ expect: rules
                - kind: User
                  user: { name: backup }
      `,
    ],
    good: [
      yaml`
        apiVersion: flowcontrol.apiserver.k8s.io/v1
        kind: FlowSchema
        metadata: { name: backups }
        spec:
          priorityLevelConfiguration: { name: workload-low }
          rules:
            - subjects:
                - kind: User
                  user: { name: backup }
              nonResourceRules:
                - verbs: ["*"]
                  nonResourceURLs: ["*"]
      `,
    ],
  },
  check(resource, { report }) {
    for (const rule of flowSchemaRules(resource)) {
      if (rule.pruned) continue;
      const subjects = rule.get('subjects');
      if (isEmptyList(subjects)) report({ message: 'subjects', at: subjects });
      if (isEmptyList(rule.get('resourceRules')) && isEmptyList(rule.get('nonResourceRules'))) {
        report({ message: 'rules', at: rule });
      }
    }
  },
});
