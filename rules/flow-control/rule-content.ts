import { isEmptyList } from '../../src/analysis/emptiness.ts';
import { flowSchemaRules } from '../../src/analysis/flow-control/flow-schema-rules.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'flow-control/rule-content',
  kinds: ['FlowSchema'],
  severity: 'error',
  summary: 'A rule of a FlowSchema says who asks, and what for.',
  details: `
A request matches a rule of a FlowSchema when one of its \`subjects\` sends it and one of its \`resourceRules\`
or \`nonResourceRules\` covers it. Without subjects, or without either list of rules, nothing could ever
match, so the API server refuses it.

Write \`subjects\` and at least one of the two lists. To take everything, write \`*\` in each of their fields.
`,
  reference: 'https://kubernetes.io/docs/concepts/cluster-administration/flow-control/#flowschema',
  messages: {
    subjects: {
      text: 'the rule has no subjects, so no request could match it',
      help: 'add subjects: users, groups or service accounts',
      cause: 'FieldValueRequired',
      rows: ['fs-subjects-required'],
    },
    rules: {
      text: 'the rule has neither resourceRules nor nonResourceRules, so no request could match it',
      help: 'add resourceRules for objects of the API, nonResourceRules for paths such as /healthz',
      cause: 'FieldValueRequired',
      rows: ['fs-rule-without-rules'],
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
      if (isEmptyList(subjects)) report('subjects', subjects);
      if (isEmptyList(rule.get('resourceRules')) && isEmptyList(rule.get('nonResourceRules'))) {
        report('rules', rule);
      }
    }
  },
});
