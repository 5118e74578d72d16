import { canBeSeveral } from '../../src/analysis/flow-control/flow-schema-coverage.ts';
import { flowSchemaSubjects } from '../../src/analysis/flow-control/flow-schema-rules.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

/** The built-in levels that have no queues. */
const WITHOUT_QUEUES: ReadonlySet<string> = new Set(['exempt', 'catch-all']);

export default defineRule({
  id: 'flow-control/flows',
  kinds: ['FlowSchema'],
  severity: 'info',
  summary: 'Users that share a FlowSchema do not share a flow, where the level has queues.',
  details: `
The requests of a FlowSchema are divided into flows, and each flow has queues of its own, so that one noisy
client does not hold up the others. \`distinguisherMethod\` says by what: the user (\`ByUser\`) or the namespace of
the request (\`ByNamespace\`). Without it all requests of the schema are one flow, which is fine for one user and
not for a group.

The levels \`exempt\` and \`catch-all\` have no queues, so there it has no effect.
`,
  reference: 'https://kubernetes.io/docs/concepts/cluster-administration/flow-control/#flowschema',
  messages: {
    one: {
      text: 'all requests of these subjects are one flow, so one noisy client holds up the others',
      help: 'add distinguisherMethod with type: ByUser or ByNamespace',
      rows: ['lint-fs-no-distinguisher'],
    },
    unused: {
      text: "the priority level '{level}' has no queues, so distinguisherMethod has no effect",
      help: 'leave it out, or use another level',
      rows: ['lint-fs-distinguisher-unused'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: flowcontrol.apiserver.k8s.io/v1
        kind: FlowSchema
        metadata: { name: team-a }
        spec: # expect: one
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
    // What is missing may only be ill-typed.
    if (resource.undecodable) return;
    const spec = resource.root.get('spec');
    const method = spec.get('distinguisherMethod');
    const level = spec.get('priorityLevelConfiguration').get('name').value ?? '';
    const name = resource.root.get('metadata').get('name').value;
    if (WITHOUT_QUEUES.has(level)) {
      // The server has it so itself.
      if (method.value !== undefined && name !== 'catch-all') report('unused', method, { level });
      return;
    }
    const subjects = flowSchemaSubjects(resource);
    const areSeveral = subjects.some(({ value }) => value !== undefined && canBeSeveral(value));
    if (method.absent && areSeveral) report('one', method);
  },
});
