import { objectName } from '../../src/analysis/metadata/object-name.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

/** The largest value of a PriorityClass that is not one of the system. */
const MOST = 1_000_000_000;

const SYSTEM_PREFIX = 'system-';

/** The values of the classes that every cluster has. */
const SYSTEM_VALUES: ReadonlyMap<string, number> = new Map([
  ['system-cluster-critical', 2_000_000_000],
  ['system-node-critical', 2_000_001_000],
]);

export default defineRule({
  id: 'priority-class/value',
  on: 'object',
  kinds: ['PriorityClass'],
  severity: 'error',
  summary: 'A PriorityClass has a value of at most one billion, and no name of the system.',
  details: `
The value of a PriorityClass is an integer of at most 1000000000. Larger values, and names that start with \`system-\`, are
reserved for the classes that every cluster has: \`system-cluster-critical\` and \`system-node-critical\`. A manifest of one of
these must have its value, and cannot be the global default.
`,
  reference:
    'https://kubernetes.io/docs/concepts/scheduling-eviction/pod-priority-preemption/#priorityclass',
  messages: {
    most: {
      text: 'the value is {value}; it must be at most 1000000000',
      help: 'use a value of at most 1000000000',
      cause: 'FieldValueForbidden',
      rows: ['priority-class-value'],
    },
    reserved: {
      text: "the name '{name}' starts with system-, which is reserved for classes of the system",
      help: 'use another name',
      cause: 'FieldValueForbidden',
      rows: ['priority-class-reserved-name'],
    },
    system: {
      text: '{name} has the value {value} and is not the global default',
      help: 'remove the manifest: every cluster has this PriorityClass',
      cause: 'FieldValueForbidden',
      rows: ['priority-class-system'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: scheduling.k8s.io/v1
        kind: PriorityClass
        metadata: { name: important }
        value: 2000000000
        #      ^^^^^^^^^^ expect: most
      `,
      yaml`
        apiVersion: scheduling.k8s.io/v1
        kind: PriorityClass
        metadata:
          name: system-important
          #     ^^^^^^^^^^^^^^^^ expect: reserved
        value: 1000
      `,
      yaml`
        apiVersion: scheduling.k8s.io/v1
        kind: PriorityClass
        metadata:
          name: system-node-critical
          #     ^^^^^^^^^^^^^^^^^^^^ expect: system
        value: 1000
      `,
    ],
    good: [
      yaml`
        apiVersion: scheduling.k8s.io/v1
        kind: PriorityClass
        metadata: { name: important }
        value: 1000000
        description: For the pods of the shop.
      `,
    ],
  },
  check(resource, { report }) {
    const { root } = resource;
    const name = objectName(resource);
    const value = root.get('value');
    if (!name.startsWith(SYSTEM_PREFIX)) {
      if ((value.value ?? 0) > MOST) {
        report({ message: 'most', at: value, values: { value: value.value ?? 0 } });
      }
      return;
    }
    const at = root.get('metadata').get('name');
    const expected = SYSTEM_VALUES.get(name);
    if (expected === undefined) {
      report({ message: 'reserved', at, values: { name } });
    } else if (value.value !== expected || root.get('globalDefault').value === true) {
      report({ message: 'system', at, values: { name, value: expected } });
    }
  },
});
