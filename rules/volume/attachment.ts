import { requireDriverName } from '../../src/analysis/fields/driver-name.ts';
import {
  forbid,
  requireFormat,
  requireText,
  requireValue,
  VALUE_MESSAGES,
  valueTexts,
} from '../../src/analysis/fields/value-checks.ts';
import { subdomainProblem } from '../../src/analysis/metadata/names.ts';
import { requireAccessModes } from '../../src/analysis/volumes/access-modes.ts';
import { persistentSourcesOf } from '../../src/analysis/volumes/persistent-sources.ts';
import type { Field } from '../../src/rule/field.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import type { PersistentVolumeSpec } from '../../src/server/kubernetes/types.generated.ts';

export default defineRule({
  id: 'volume/attachment',
  on: 'object',
  kinds: ['VolumeAttachment'],
  severity: 'error',
  summary: 'A VolumeAttachment names a driver, a node and a volume.',
  details: `
The controller for volumes makes a VolumeAttachment when a pod needs a volume on a node; manifests rarely contain one. It has the
name of the CSI driver (\`attacher\`), a \`nodeName\`, and a \`source\`: either \`persistentVolumeName\`, or \`inlineVolumeSpec\` for a
volume that has been migrated to CSI. An inline spec has a \`csi\` source and access modes, and none of the fields that only a
PersistentVolume has.
`,
  reference:
    'https://kubernetes.io/docs/reference/kubernetes-api/config-and-storage-resources/volume-attachment-v1/',
  messages: {
    required: { ...VALUE_MESSAGES.required, rows: ['volume-attachment-required'] },
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['volume-attachment-invalid'] },
    tooLong: { ...VALUE_MESSAGES.tooLong, rows: ['volume-attachment-too-long'] },
    unsupported: { ...VALUE_MESSAGES.unsupported, rows: ['volume-attachment-unsupported'] },
    forbidden: { ...VALUE_MESSAGES.forbidden, rows: ['volume-attachment-forbidden'] },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: storage.k8s.io/v1
        kind: VolumeAttachment
        metadata: { name: data }
        spec:
          attacher: a-driver-with-a-name-that-is-much-longer-than-needed.csi.example.com
          #         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: tooLong
          nodeName: Node_1
          #         ^^^^^^ expect: invalid
          source: {} # expect: required
      `,
      yaml`
        apiVersion: storage.k8s.io/v1
        kind: VolumeAttachment
        metadata: { name: data }
        spec:
          attacher: disk.example.com
          nodeName: node-1
          source:
            inlineVolumeSpec:
              accessModes: [RWO]
              #             ^^^ expect: unsupported
              storageClassName: fast
              #                 ^^^^ expect: forbidden
              csi: { driver: disk.example.com, volumeHandle: vol-1 }
      `,
    ],
    good: [
      yaml`
        apiVersion: storage.k8s.io/v1
        kind: VolumeAttachment
        metadata: { name: data }
        spec:
          attacher: disk.example.com
          nodeName: node-1
          source: { persistentVolumeName: data }
      `,
    ],
  },
  check(resource, { report, minor }) {
    const spec = resource.root.get('spec');
    requireDriverName(report, spec.get('attacher'), minor);
    const nodeName = spec.get('nodeName');
    if (nodeName.value !== undefined || nodeName.absent) {
      const problem = subdomainProblem(nodeName.value ?? '');
      const values = valueTexts(nodeName, problem ?? '');
      if (problem !== undefined) report({ message: 'invalid', at: nodeName, values });
    }
    const source = spec.get('source');
    const inline = source.get('inlineVolumeSpec');
    const name = source.get('persistentVolumeName');
    requireFormat(report, name, subdomainProblem);
    if (inline.value === undefined && name.value === undefined) {
      if (inline.pruned || name.pruned || source.pruned) return;
      report({
        message: 'required',
        at: source,
        values: valueTexts(source, 'with persistentVolumeName or inlineVolumeSpec'),
      });
    } else if (inline.value !== undefined && name.value !== undefined) {
      forbid(report, source, 'it has persistentVolumeName and inlineVolumeSpec');
    } else if (name.value !== undefined) {
      requireText(report, name, 'the name of the volume');
    } else checkInline(inline);

    function checkInline(volume: Field<PersistentVolumeSpec | undefined>): void {
      for (const field of ['claimRef', 'nodeAffinity'] as const) {
        forbid(report, volume.get(field), INLINE);
      }
      const capacity = volume.get('capacity');
      if (capacity.entries().length > 0) forbid(report, capacity, INLINE);
      if (volume.get('storageClassName').value) {
        forbid(report, volume.get('storageClassName'), INLINE);
      }
      requireValue(report, volume.get('csi'), 'the source of a migrated volume');
      requireAccessModes(report, volume.get('accessModes'));
      const policy = volume.get('persistentVolumeReclaimPolicy');
      if (policy.value && policy.value !== 'Retain') forbid(report, policy, INLINE);
      if (persistentSourcesOf(volume)[0] === 'local') {
        const at = volume.get('nodeAffinity');
        // The server also says so of one that it does not allow.
        report({ message: 'required', at, values: valueTexts(at, 'the node of the local volume') });
      }
      const mode = volume.get('volumeMode');
      if (mode.value !== undefined && mode.value !== 'Filesystem') forbid(report, mode, INLINE);
    }
  },
});

const INLINE = 'only a PersistentVolume has it';
