import { requirePositive } from '../../src/analysis/fields/quantities.ts';
import {
  forbid,
  reportInvalid,
  requireFormat,
  requireOneOf,
  requireText,
  requireValue,
  VALUE_MESSAGES,
  valueTexts,
} from '../../src/analysis/fields/value-checks.ts';
import { subdomainProblem } from '../../src/analysis/metadata/names.ts';
import { cleanPath } from '../../src/analysis/pods/paths.ts';
import { checkClassAndMode } from '../../src/analysis/storage/claim-spec.ts';
import { requireAccessModes } from '../../src/analysis/volumes/access-modes.ts';
import { persistentSourcesOf } from '../../src/analysis/volumes/persistent-sources.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { parseQuantity, toInt64 } from '../../src/server/kubernetes/formats/quantity-value.ts';
import { hasGate } from '../../src/server/kubernetes/server.ts';
import { serverHas } from '../../src/server/kubernetes/server-changes.ts';

const MOUNT_OPTIONS = 'volume.beta.kubernetes.io/mount-options';

/** The sources that mount options can be given for in an annotation. */
const MOUNTED_SOURCES = [
  'gcePersistentDisk',
  'awsElasticBlockStore',
  'glusterfs',
  'nfs',
  'rbd',
  'quobyte',
  'iscsi',
  'cinder',
  'cephfs',
  'azureFile',
  'vsphereVolume',
  'azureDisk',
  'photonPersistentDisk',
] as const;

export default defineRule({
  id: 'volume/spec',
  on: 'object',
  kinds: ['PersistentVolume'],
  severity: 'error',
  summary: 'A PersistentVolume has access modes and an amount of storage.',
  details: `
A PersistentVolume has at least one of the \`accessModes\` \`ReadWriteOnce\`, \`ReadOnlyMany\`, \`ReadWriteMany\` and
\`ReadWriteOncePod\`, of which the last one cannot be combined with others. Its \`capacity\` is an amount of \`storage\` above 0, and nothing else.

- \`persistentVolumeReclaimPolicy\` is \`Retain\`, which is the default, \`Delete\` or \`Recycle\`. \`volumeMode\` is \`Filesystem\`, which
  is the default, or \`Block\`.
- A \`local\` volume needs a \`nodeAffinity\`, because only one node has it.
- A class of attributes, \`volumeAttributesClassName\`, needs the source \`csi\`.
`,
  reference: 'https://kubernetes.io/docs/concepts/storage/persistent-volumes/#persistent-volumes',
  messages: {
    required: { ...VALUE_MESSAGES.required, rows: ['volume-required'] },
    unsupported: { ...VALUE_MESSAGES.unsupported, rows: ['volume-unsupported'] },
    forbidden: { ...VALUE_MESSAGES.forbidden, rows: ['volume-forbidden'] },
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['volume-invalid'] },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: PersistentVolume
        metadata: { name: data }
        spec: # expect: required
          accessModes: [ReadWriteOncePod, ReadWriteOnce]
          #             ^^^^^^^^^^^^^^^^ expect: forbidden
          capacity: { storage: "0" }
          #                    ^^^ expect: invalid
          persistentVolumeReclaimPolicy: Keep
          #                              ^^^^ expect: unsupported
          local: { path: /data }
      `,
      yaml`
        apiVersion: v1
        kind: PersistentVolume
        metadata: { name: data }
        spec:
          accessModes: [ReadWriteOnce]
          capacity: { cpu: 1 }
          #         ^^^^^^^^^^ expect: unsupported
          nfs: { server: nfs.example.com, path: /data }
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: PersistentVolume
        metadata: { name: data }
        spec:
          accessModes: [ReadWriteOnce]
          capacity: { storage: 1Gi }
          local: { path: /data }
          nodeAffinity:
            required:
              nodeSelectorTerms:
                - matchExpressions: [{ key: kubernetes.io/hostname, operator: In, values: [node-1] }]
      `,
    ],
  },
  check(resource, { report, server }) {
    const spec = resource.root.get('spec');
    requireAccessModes(report, spec.get('accessModes'));
    const capacity = spec.get('capacity');
    const amounts = capacity.entries();
    if (amounts.length === 0 && !capacity.pruned) {
      report({
        message: 'required',
        at: capacity,
        values: valueTexts(capacity, 'such as {storage: 1Gi}'),
      });
    }
    const hasStorage = amounts.some(({ key }) => key === 'storage');
    if ((!hasStorage || amounts.length > 1) && !capacity.pruned) {
      const values = {
        ...valueTexts(capacity, 'storage'),
        value: amounts.map(({ key }) => key).join(', ') || '{}',
      };
      report({ message: 'unsupported', at: capacity, values });
    }
    for (const { field } of amounts) {
      requirePositive(report, field);
      if (field.value !== undefined && toInt64(parseQuantity(field.value), 'units') < 0n) {
        const isNegative = String(field.value).startsWith('-');
        const problem = isNegative ? 'it is negative' : 'it is larger than the server can count';
        reportInvalid(report, field, problem);
      }
    }
    const policy = spec.get('persistentVolumeReclaimPolicy');
    if (policy.value) requireOneOf(report, policy, ['Delete', 'Recycle', 'Retain']);
    const affinity = spec.get('nodeAffinity');
    if (affinity.value !== undefined) {
      requireValue(report, affinity.get('required'), 'the nodes that can use the volume');
    } else if (persistentSourcesOf(spec)[0] === 'local') {
      requireValue(report, affinity, 'the node of the local volume');
    }
    const path = spec.get('hostPath').get('path').value;
    if (policy.value === 'Recycle' && path !== undefined && cleanPath(path) === '/') {
      forbid(report, policy, 'recycling would delete all files of the node');
    }
    checkClassAndMode(report, spec);
    const attributes = spec.get('volumeAttributesClassName');
    const storedClass = resource.stored?.root.get('spec').get('volumeAttributesClassName').value;
    // Without the gate, the server drops the field.
    const isStored = storedClass !== undefined && !serverHas('volume-class-dropped', server.minor);
    const isKept = isStored || hasGate(server, 'VolumeAttributesClass', true);
    if (attributes.value !== undefined && isKept) {
      if (requireText(report, attributes, 'the name of a VolumeAttributesClass')) {
        requireFormat(report, attributes, subdomainProblem);
      }
      requireValue(report, spec.get('csi'), 'the source that volumeAttributesClassName needs');
    }
    const isMounted = MOUNTED_SOURCES.some((name) => spec.get(name).value !== undefined);
    const annotations = resource.root.get('metadata').get('annotations');
    const options = annotations.entry(MOUNT_OPTIONS);
    if (options !== undefined && !isMounted) {
      const place = { path: `${annotations.path}.${MOUNT_OPTIONS}` };
      forbid(report, options, 'a volume with this source cannot have mount options', place);
    }
  },
});
