import { VALUE_MESSAGES, valueTexts } from '../../src/analysis/fields/value-checks.ts';
import { objectName } from '../../src/analysis/metadata/object-name.ts';
import {
  checkPersistentSources,
  type PersistentVolumeField,
  persistentSourcesOf,
} from '../../src/analysis/volumes/persistent-sources.ts';
import { isOfKind } from '../../src/rule/resource.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'volume/source',
  on: 'object',
  kinds: ['PersistentVolume', 'VolumeAttachment'],
  severity: 'error',
  summary: 'A PersistentVolume has one source, with what the driver needs to find it.',
  details: `
A PersistentVolume has one source: \`csi\`, \`nfs\`, \`local\`, \`hostPath\` and so on. Each source has fields of its own that
are required, such as \`driver\` and \`volumeHandle\` for \`csi\`. A Secret of a source needs a \`name\` and, except for \`iscsi\`, a
\`namespace\`, because the volume has none. Paths on the node must not contain \`..\`.

The \`inlineVolumeSpec\` of a VolumeAttachment is checked in the same way.
`,
  reference:
    'https://kubernetes.io/docs/concepts/storage/persistent-volumes/#types-of-persistent-volumes',
  messages: {
    required: { ...VALUE_MESSAGES.required, rows: ['volume-source-required'] },
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['volume-source-invalid'] },
    unsupported: { ...VALUE_MESSAGES.unsupported, rows: ['volume-source-unsupported'] },
    forbidden: { ...VALUE_MESSAGES.forbidden, rows: ['volume-source-forbidden'] },
    tooLong: { ...VALUE_MESSAGES.tooLong, rows: ['volume-source-too-long'] },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: PersistentVolume
        metadata: { name: data }
        spec: # expect: required
          accessModes: [ReadWriteOnce]
          capacity: { storage: 1Gi }
      `,
      yaml`
        apiVersion: v1
        kind: PersistentVolume
        metadata: { name: data }
        spec:
          accessModes: [ReadWriteOnce]
          capacity: { storage: 1Gi }
          hostPath: {} # expect: required
          csi: { driver: disk.example.com, volumeHandle: vol-1 }
          #    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: forbidden
      `,
      yaml`
        apiVersion: v1
        kind: PersistentVolume
        metadata: { name: data }
        spec:
          accessModes: [ReadWriteOnce]
          capacity: { storage: 1Gi }
          hostPath:
            path: /data/../etc
            #     ^^^^^^^^^^^^ expect: invalid
            type: Folder
            #     ^^^^^^ expect: unsupported
      `,
      yaml`
        apiVersion: v1
        kind: PersistentVolume
        metadata: { name: data }
        spec:
          accessModes: [ReadWriteOnce]
          capacity: { storage: 1Gi }
          csi:
            volumeHandle: vol-1
            driver: a-driver-with-a-name-that-is-much-longer-than-needed.csi.example.com
            #       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: tooLong
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
          csi: { driver: disk.example.com, volumeHandle: vol-1 }
      `,
    ],
  },
  check(resource, { report, minor }) {
    if (isOfKind(resource, 'PersistentVolume')) {
      checkSources(resource.root.get('spec'), objectName(resource));
    } else if (isOfKind(resource, 'VolumeAttachment')) {
      const source = resource.root.get('spec').get('source');
      const inline = source.get('inlineVolumeSpec');
      const isOnly = source.get('persistentVolumeName').value === undefined;
      if (inline.value !== undefined && isOnly) checkSources(inline, '');
    }

    function checkSources(spec: PersistentVolumeField, name: string): void {
      checkPersistentSources(report, spec, name, minor);
      if (persistentSourcesOf(spec).length > 0 || spec.pruned) return;
      const values = { ...valueTexts(spec, 'such as csi or nfs'), field: 'a source of the volume' };
      report({ message: 'required', at: spec, values });
    }
  },
});
