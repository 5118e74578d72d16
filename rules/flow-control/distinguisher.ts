import { defineRule, yaml } from '../../src/rule/rule.ts';

const TYPES: readonly string[] = ['ByNamespace', 'ByUser'];

export default defineRule({
  id: 'flow-control/distinguisher',
  on: 'object',
  kinds: ['FlowSchema'],
  severity: 'error',
  summary: 'The distinguisherMethod of a FlowSchema has the type ByUser or ByNamespace.',
  details: `
The \`distinguisherMethod\` divides the requests of a FlowSchema into flows, which are queued separately: \`ByUser\` by the
user who sends them, \`ByNamespace\` by the namespace of the requested object. So one busy user or namespace does not delay
the others. The types are case-sensitive.

Without \`distinguisherMethod\`, all requests of the FlowSchema are one flow. A \`distinguisherMethod\` without a \`type\` is
refused.
`,
  reference: 'https://kubernetes.io/docs/concepts/cluster-administration/flow-control/#flowschema',
  messages: {
    unsupported: {
      text: "distinguisherMethod.type is '{type}'; it must be ByUser or ByNamespace",
      help: 'use ByUser or ByNamespace',
      cause: 'FieldValueNotSupported',
      rows: ['fs-distinguisher-type'],
    },
    missing: {
      text: 'distinguisherMethod.type is required',
      help: 'add type: ByUser or ByNamespace, or remove distinguisherMethod to make all requests one flow',
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
    if (text === '') report({ message: 'missing', at: type });
    else if (!TYPES.includes(text))
      report({ message: 'unsupported', at: type, values: { type: text } });
  },
});
