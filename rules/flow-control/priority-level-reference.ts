import { isEmptyText } from '../../src/analysis/emptiness.ts';
import { SUBDOMAIN_PROBLEMS } from '../../src/analysis/metadata/dns-name-messages.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { dns1123SubdomainProblems } from '../../src/server/kubernetes/formats/dns.ts';

export default defineRule({
  id: 'flow-control/priority-level-reference',
  on: 'object',
  kinds: ['FlowSchema'],
  severity: 'error',
  summary: 'A FlowSchema refers to a priority level by a valid name.',
  details: `
A FlowSchema only assigns requests to a priority level. The PriorityLevelConfiguration determines how many of them are
executed at the same time. The API server checks that the name is valid, but not that the priority level exists. A
FlowSchema whose priority level does not exist is ignored.

Each cluster has the priority levels \`system\`, \`node-high\`, \`leader-election\`, \`workload-high\`, \`workload-low\`,
\`global-default\`, \`catch-all\` and \`exempt\`.
`,
  reference: 'https://kubernetes.io/docs/concepts/cluster-administration/flow-control/#flowschema',
  messages: {
    required: {
      text: 'spec.priorityLevelConfiguration.name is required',
      help: 'add the name of a priority level, such as workload-low',
      cause: 'FieldValueRequired',
      rows: ['fs-level-name-required'],
    },
    format: {
      text: "'{name}' is not a valid name of a priority level: {problem}",
      help: 'use the name of a PriorityLevelConfiguration',
      cause: 'FieldValueInvalid',
      rows: ['fs-level-name-format'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: flowcontrol.apiserver.k8s.io/v1
        kind: FlowSchema
        metadata: { name: backups }
        spec: # expect: required
          matchingPrecedence: 800
      `,
      yaml`
        apiVersion: flowcontrol.apiserver.k8s.io/v1
        kind: FlowSchema
        metadata: { name: backups }
        spec:
          priorityLevelConfiguration:
            name: Workload_Low
            #     ^^^^^^^^^^^^ expect: format
      `,
    ],
    good: [
      yaml`
        apiVersion: flowcontrol.apiserver.k8s.io/v1
        kind: FlowSchema
        metadata: { name: backups }
        spec:
          priorityLevelConfiguration: { name: workload-low }
      `,
    ],
  },
  check(resource, { report }) {
    const name = resource.root.get('spec').get('priorityLevelConfiguration').get('name');
    if (isEmptyText(name)) report({ message: 'required', at: name });
    const { value = '' } = name;
    if (value === '') return;
    for (const problem of dns1123SubdomainProblems(value)) {
      report({
        message: 'format',
        at: name,
        values: { name: value, problem: SUBDOMAIN_PROBLEMS[problem] },
      });
    }
  },
});
