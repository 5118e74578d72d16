import { canBeSeveralUsers } from '../../src/analysis/flow-control/flow-schema-coverage.ts';
import { flowSchemaSubjects } from '../../src/analysis/flow-control/flow-schema-rules.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

/** The built-in priority levels without queues. */
const WITHOUT_QUEUES: ReadonlySet<string> = new Set(['exempt', 'catch-all']);

export default defineRule({
  id: 'flow-control/flows',
  on: 'object',
  kinds: ['FlowSchema'],
  severity: 'info',
  summary:
    'A FlowSchema for several users divides their requests into flows, if the priority level has queues.',
  details: `
Each flow of a FlowSchema is queued separately, so that one busy client does not delay the others.
\`distinguisherMethod\` determines the flows: one for each user (\`ByUser\`), or one for each namespace (\`ByNamespace\`).
Without it, all requests of the FlowSchema are one flow. That is correct for a single user, but not for a group.

The built-in priority levels \`exempt\` and \`catch-all\` have no queues. With them, \`distinguisherMethod\` has no effect.
`,
  reference: 'https://kubernetes.io/docs/concepts/cluster-administration/flow-control/#flowschema',
  messages: {
    single: {
      text: 'all requests of these subjects are one flow, so one busy client delays the others',
      help: 'add distinguisherMethod with type: ByUser or ByNamespace',
      rows: ['lint-fs-no-distinguisher'],
    },
    unused: {
      text: "distinguisherMethod has no effect, because the priority level '{level}' has no queues",
      help: 'remove distinguisherMethod, or use another priority level',
      rows: ['lint-fs-distinguisher-unused'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: flowcontrol.apiserver.k8s.io/v1
        kind: FlowSchema
        metadata: { name: team-a }
        spec: # expect: single
          priorityLevelConfiguration: { name: workload-low }
          rules:
            - subjects:
                - { kind: Group, group: { name: team-a } }
              resourceRules:
                - { verbs: [get], apiGroups: [""], resources: [pods], namespaces: ["*"] }
      `,
      yaml`
        apiVersion: flowcontrol.apiserver.k8s.io/v1
        kind: FlowSchema
        metadata: { name: backup }
        spec:
          priorityLevelConfiguration: { name: exempt }
          distinguisherMethod: { type: ByUser }
          #                    ^^^^^^^^^^^^^^^^ expect: unused
          rules:
            - subjects:
                - { kind: User, user: { name: backup } }
              resourceRules:
                - { verbs: [get], apiGroups: [""], resources: [pods], namespaces: ["*"] }
      `,
    ],
    good: [
      yaml`
        apiVersion: flowcontrol.apiserver.k8s.io/v1
        kind: FlowSchema
        metadata: { name: team-a }
        spec:
          priorityLevelConfiguration: { name: workload-low }
          distinguisherMethod: { type: ByUser }
          rules:
            - subjects:
                - { kind: Group, group: { name: team-a } }
              resourceRules:
                - { verbs: [get], apiGroups: [""], resources: [pods], namespaces: ["*"] }
      `,
    ],
  },
  check(resource, { report }) {
    // An absent field may be one of a wrong type.
    if (resource.undecodable) return;
    const spec = resource.root.get('spec');
    const method = spec.get('distinguisherMethod');
    const level = spec.get('priorityLevelConfiguration').get('name').value ?? '';
    const name = resource.root.get('metadata').get('name').value;
    if (WITHOUT_QUEUES.has(level)) {
      // The built-in FlowSchema has one.
      if (method.value !== undefined && name !== 'catch-all')
        report({ message: 'unused', at: method, values: { level } });
      return;
    }
    const subjects = flowSchemaSubjects(resource);
    const areSeveral = subjects.some(
      ({ value }) => value !== undefined && canBeSeveralUsers(value),
    );
    if (method.absent && areSeveral) report({ message: 'single', at: method });
  },
});
