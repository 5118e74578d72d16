import {
  reportInvalid,
  requireRange,
  VALUE_MESSAGES,
} from '../../src/analysis/fields/value-checks.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { hasNumberOutOfRange } from '../../src/server/decode/scalars.ts';
import { serverHas } from '../../src/server/kubernetes/server-changes.ts';
import { isMapping } from '../../src/yaml/index.ts';

export default defineRule({
  id: 'controller-revision/data',
  on: 'object',
  kinds: ['ControllerRevision'],
  severity: 'error',
  summary: 'A ControllerRevision has an object as data, and a revision that is not negative.',
  details: `
The controllers of StatefulSets and DaemonSets keep the history of a workload in ControllerRevisions. \`data\` is the object that
they compare and restore; it is required. \`revision\` orders the history and is not negative. Manifests rarely have such
objects.
`,
  reference:
    'https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/controller-revision-v1/',
  messages: {
    data: {
      text: 'a ControllerRevision needs data, which is an object',
      help: 'write an object, such as the spec that the revision has',
      cause: 'FieldValueRequired',
      rows: ['controller-revision-data'],
    },
    invalid: {
      ...VALUE_MESSAGES.invalid,
      rows: ['controller-revision-number', 'controller-revision-large-number'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: apps/v1
        kind: ControllerRevision # expect: data
        metadata: { name: web-1 }
        revision: -1
        #         ^^ expect: invalid
      `,
      yaml`
        apiVersion: apps/v1
        kind: ControllerRevision
        metadata: { name: web-1 }
        data: [] # expect: data
        revision: 1
      `,
    ],
    good: [
      yaml`
        apiVersion: apps/v1
        kind: ControllerRevision
        metadata: { name: web-1 }
        data: { spec: { template: {} } }
        revision: 1
      `,
    ],
  },
  check({ root }, { report, minor }) {
    const data = root.get('data');
    const isRead = serverHas('revision-data-objects', minor);
    const isGiven = isRead ? isMapping(data.value) : data.value !== undefined;
    if (!data.pruned && !isGiven) report({ message: 'data', at: data });
    if (isRead && data.value !== undefined && hasNumberOutOfRange(data.value)) {
      reportInvalid(report, data, 'it has a number that is too large');
    }
    requireRange(report, root.get('revision'), { least: 0 });
  },
});
