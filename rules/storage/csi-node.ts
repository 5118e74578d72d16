import { requireDriverName } from '../../src/analysis/fields/driver-name.ts';
import {
  reportInvalid,
  requireRange,
  requireText,
  requireUnique,
  VALUE_MESSAGES,
  valueTexts,
} from '../../src/analysis/fields/value-checks.ts';
import { labelKeyProblem } from '../../src/analysis/metadata/labels.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { byteLength } from '../../src/server/kubernetes/formats/dns.ts';

const LONGEST_ID = 256;

export default defineRule({
  id: 'storage/csi-node',
  on: 'object',
  kinds: ['CSINode'],
  severity: 'error',
  summary: 'The drivers of a CSINode have different names, and an ID of the node.',
  details: `
The kubelet maintains the CSINode of its node. A driver has a \`name\`, a DNS name of at most 63 characters, a \`nodeID\` of at most
256, \`topologyKeys\` that are label keys, and a number of volumes (\`allocatable.count\`) that is not negative.
`,
  reference:
    'https://kubernetes.io/docs/reference/kubernetes-api/config-and-storage-resources/csi-node-v1/',
  messages: {
    required: { ...VALUE_MESSAGES.required, rows: ['csi-node-driver'] },
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['csi-node-driver-name', 'csi-node-count'] },
    tooLong: { ...VALUE_MESSAGES.tooLong, rows: ['csi-node-driver-length'] },
    duplicate: { ...VALUE_MESSAGES.duplicate, rows: ['csi-node-driver-twice'] },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: storage.k8s.io/v1
        kind: CSINode
        metadata: { name: node-1 }
        spec:
          drivers:
            - nodeID: i-1 # expect: required
            - name: disk_driver
              #     ^^^^^^^^^^^ expect: invalid
              nodeID: i-1
              allocatable: { count: -1 } # expect: invalid
            - name: disk.example.com
              nodeID: i-1
            - name: disk.example.com
              #     ^^^^^^^^^^^^^^^^ expect: duplicate
              nodeID: i-1
            - name: ${'disk.'.repeat(12)}example.com # expect: tooLong
              nodeID: i-1
      `,
    ],
    good: [
      yaml`
        apiVersion: storage.k8s.io/v1
        kind: CSINode
        metadata: { name: node-1 }
        spec:
          drivers:
            - { name: disk.example.com, nodeID: i-1, topologyKeys: [topology.kubernetes.io/zone] }
      `,
    ],
  },
  check(resource, { report, minor }) {
    const drivers = resource.root.get('spec').itemsOf('drivers');
    const names = drivers.map((driver) => driver.get('name'));
    requireUnique(report, names, ({ value = '' }) => value, 'each driver can occur once');
    for (const driver of drivers) {
      const name = driver.get('name');
      requireDriverName(report, name, minor);
      const id = driver.get('nodeID');
      requireText(report, id, 'the ID of the node');
      if (byteLength(id.value ?? '') > LONGEST_ID) {
        reportInvalid(report, id, `at most ${LONGEST_ID} bytes are allowed`);
      }
      requireRange(report, driver.get('allocatable').get('count'), { least: 0 });
      const { path } = driver;
      const seen = new Set<string>();
      for (const key of driver.itemsOf('topologyKeys')) {
        const { value = '' } = key;
        if (value === '') requireText(report, key, 'the key of a label', { path });
        if (seen.has(value)) {
          const values = valueTexts(key, 'each key can occur once');
          report({ message: 'duplicate', at: key, path, values });
        }
        seen.add(value);
        const problem = labelKeyProblem(value);
        if (problem !== undefined) reportInvalid(report, key, problem, { path });
      }
    }
  },
});
