import { isEmptyText } from '../../src/analysis/emptiness.ts';
import { SUBDOMAIN_PROBLEMS } from '../../src/analysis/metadata/dns-name-messages.ts';
import { dns1123SubdomainProblems } from '../../src/kubernetes/formats/dns.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'flow-control/priority-level-reference',
  kinds: ['FlowSchema'],
  severity: 'error',
  summary: 'A FlowSchema names the priority level that its requests go to.',
  details: `
A FlowSchema only sorts requests; how many of them run at once is said by the PriorityLevelConfiguration
that it names. The API server wants a name that such an object can have. It does not look whether there
is one: a schema that points to nowhere is stored and then passed over.

Every cluster has the levels \`system\`, \`node-high\`, \`leader-election\`, \`workload-high\`, \`workload-low\`,
\`global-default\`, \`catch-all\` and \`exempt\`.
`,
  reference: 'https://kubernetes.io/docs/concepts/cluster-administration/flow-control/#flowschema',
  messages: {
    required: {
      text: 'the FlowSchema names no priority level',
      help: 'add priorityLevelConfiguration with a name below it: workload-low, or a level of your own',
      cause: 'FieldValueRequired',
      rows: ['fs-level-name-required'],
    },
    format: {
      text: "no priority level can be called '{name}': {problem}",
      help: 'write the name of a PriorityLevelConfiguration',
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
    if (isEmptyText(name)) report('required', name);
    const { value = '' } = name;
    if (value === '') return;
    for (const problem of dns1123SubdomainProblems(value)) {
      report('format', name, { name: value, problem: SUBDOMAIN_PROBLEMS[problem] });
    }
  },
});
