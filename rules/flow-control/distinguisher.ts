import { defineRule, yaml } from '../../src/rule/rule.ts';

const TYPES: readonly string[] = ['ByNamespace', 'ByUser'];

export default defineRule({
  id: 'flow-control/distinguisher',
  kinds: ['FlowSchema'],
  severity: 'error',
  summary: 'A FlowSchema tells its flows apart ByUser or ByNamespace.',
  details: `
\`distinguisherMethod\` splits the requests of one FlowSchema into flows, each with its own queues: \`ByUser\`
by who asks, \`ByNamespace\` by the namespace of what is asked for. One noisy user or namespace then does
not starve the others. The API server knows these two, written exactly so.

Without \`distinguisherMethod\` all requests of the schema are one flow; an object without a \`type\` is
refused.
`,
  reference: 'https://kubernetes.io/docs/concepts/cluster-administration/flow-control/#flowschema',
  messages: {
    unsupported: {
      text: "there is no distinguisher '{type}'; there are ByUser and ByNamespace",
      cause: 'FieldValueNotSupported',
      rows: ['fs-distinguisher-type'],
    },
    missing: {
      text: 'distinguisherMethod has no type; it is ByUser or ByNamespace',
      help: 'leave distinguisherMethod out to take all requests for one flow',
      cause: 'FieldValueNotSupported',
      rows: ['fs-distinguisher-type'],
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
          distinguisherMethod: { type: byUser }
          #                            ^^^^^^ expect: unsupported
      `,
      yaml`
        apiVersion: flowcontrol.apiserver.k8s.io/v1
        kind: FlowSchema
        metadata: { name: backups }
        spec:
          priorityLevelConfiguration: { name: workload-low }
          distinguisherMethod: {} # expect: missing
      `,
    ],
    good: [
      yaml`
        apiVersion: flowcontrol.apiserver.k8s.io/v1
        kind: FlowSchema
        metadata: { name: backups }
        spec:
          priorityLevelConfiguration: { name: workload-low }
          distinguisherMethod: { type: ByUser }
      `,
    ],
  },
  check(resource, { report }) {
    const method = resource.root.get('spec').get('distinguisherMethod');
    const type = method.get('type');
    if (method.value === undefined || type.pruned) return;
    const text = type.value ?? '';
    if (text === '') report('missing', type);
    else if (!TYPES.includes(text)) report('unsupported', type, { type: text });
  },
});
