import { REMOVED_SOURCES } from '../../src/analysis/volumes/removed-sources.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { minorsWith } from '../../src/server/kubernetes/server-changes.ts';

/** Annotations that fields have replaced, with the names of the fields. */
const ANNOTATIONS: ReadonlyMap<string, string> = new Map([
  ['volume.beta.kubernetes.io/storage-class', 'storageClassName'],
  ['volume.beta.kubernetes.io/mount-options', 'mountOptions'],
]);

export default defineRule({
  id: 'volume/deprecated',
  on: 'object',
  kinds: ['PersistentVolume'],
  severity: 'warning',
  summary: 'A PersistentVolume uses no deprecated source, reclaim policy or annotation.',
  details: `
The server warns about sources that do not work any more, such as \`cephfs\` and \`rbd\`; about the reclaim policy \`Recycle\`, which
dynamic provisioning replaces; and about the annotations \`volume.beta.kubernetes.io/storage-class\` and
\`volume.beta.kubernetes.io/mount-options\`, for which there are fields.
`,
  reference:
    'https://kubernetes.io/docs/concepts/storage/persistent-volumes/#types-of-persistent-volumes',
  messages: {
    source: {
      text: 'volumes of type {source} do not work {since}',
      help: 'use the CSI driver for this storage',
      cause: 'Warning',
      rows: ['volume-removed-source'],
    },
    recycle: {
      text: 'the reclaim policy Recycle is deprecated',
      help: 'use a StorageClass, so that volumes are made and deleted with their claims',
      cause: 'Warning',
      rows: ['volume-recycle'],
    },
    annotation: {
      text: 'the annotation {annotation} is deprecated',
      help: 'use spec.{field}',
      cause: 'Warning',
      rows: ['volume-annotation'],
      range: minorsWith('mount-options-warnings'),
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: PersistentVolume
        metadata:
          name: data
          annotations:
            volume.beta.kubernetes.io/storage-class: fast
          # ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: annotation
        spec:
          accessModes: [ReadWriteOnce]
          capacity: { storage: 1Gi }
          persistentVolumeReclaimPolicy: Recycle
          #                              ^^^^^^^ expect: recycle
          cephfs: { monitors: ["10.0.0.1:6789"] }
        # ^^^^^^ expect: source
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
          storageClassName: fast
          csi: { driver: disk.example.com, volumeHandle: vol-1 }
      `,
    ],
  },
  check(resource, { report }) {
    const annotations = resource.root.get('metadata').get('annotations');
    for (const { key, field } of annotations.entries()) {
      const replacement = ANNOTATIONS.get(key);
      if (replacement === undefined) continue;
      const values = { annotation: key, field: replacement };
      report({ message: 'annotation', at: field, side: 'key', values });
    }
    const spec = resource.root.get('spec');
    const policy = spec.get('persistentVolumeReclaimPolicy');
    if (policy.value === 'Recycle') report({ message: 'recycle', at: policy });
    for (const [source, since, reported] of REMOVED_SOURCES) {
      if (source === 'gitRepo' || source === 'flocker' || source === 'quobyte') continue;
      const field = spec.get(source);
      if (field.value === undefined) continue;
      const path = `${spec.path}.${reported}`;
      report({ message: 'source', at: field, side: 'key', path, values: { source, since } });
    }
  },
});
