import { findSimilar, namedPlace } from '../../src/analysis/installations/expected-objects.ts';
import { podSpecPath, workloadsIn } from '../../src/analysis/installations/workloads.ts';
import type { Field } from '../../src/rule/field.ts';
import type { Installation, InstalledObject } from '../../src/rule/installation.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

/** The group of each kind of class. */
const GROUPS = {
  IngressClass: 'networking.k8s.io',
  PriorityClass: 'scheduling.k8s.io',
  RuntimeClass: 'node.k8s.io',
  StorageClass: 'storage.k8s.io',
} as const;

export default defineRule({
  id: 'reference/class',
  on: 'installation',
  severity: 'warning',
  summary:
    'The StorageClass, IngressClass, PriorityClass or RuntimeClass that an object names exists.',
  details: `
A PersistentVolumeClaim waits for its StorageClass, no controller serves an Ingress whose IngressClass does not exist, and pods are
refused without their PriorityClass or RuntimeClass. The server accepts the objects that name them.

A class is reported as missing only if the input has one with nearly the same name. The cluster may still have it: pass
\`--partial\` if the input is only a part of what is applied.
`,
  reference: 'https://kubernetes.io/docs/concepts/storage/storage-classes/',
  messages: {
    similar: {
      text: "the input has no {kind} '{name}', but it has '{similar}'",
      help: 'use the name {similar} if that is meant',
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: storage.k8s.io/v1
        kind: StorageClass
        metadata: { name: fast-disks }
        provisioner: example.com/disks
        ---
        apiVersion: v1
        kind: PersistentVolumeClaim
        metadata: { name: data }
        spec:
          accessModes: [ReadWriteOnce]
          storageClassName: fast-disk
          #                 ^^^^^^^^^ expect: similar
          resources: { requests: { storage: 1Gi } }
      `,
    ],
    good: [
      yaml`
        apiVersion: storage.k8s.io/v1
        kind: StorageClass
        metadata: { name: fast-disks }
        provisioner: example.com/disks
        ---
        apiVersion: v1
        kind: PersistentVolumeClaim
        metadata: { name: data }
        spec:
          accessModes: [ReadWriteOnce]
          storageClassName: fast-disks
          resources: { requests: { storage: 1Gi } }
      `,
    ],
  },
  check(installation, { report }) {
    for (const { object, kind, at, path } of classReferences(installation)) {
      const { value: name = '' } = at;
      if (name === '') continue;
      const reference = { from: object, group: GROUPS[kind], kind, name };
      const similar = findSimilar(installation, reference);
      if (similar === undefined || object.mayChange(path)) continue;
      report({
        message: 'similar',
        at: { object, at },
        values: { kind, name, similar: similar.name },
        related: [namedPlace(kind, similar)],
      });
    }
  },
});

interface ClassReference {
  readonly object: InstalledObject;
  readonly kind: keyof typeof GROUPS;
  readonly at: Field<string | undefined>;
  /** The path that patches may change. */
  readonly path: string;
}

function* classReferences(installation: Installation): Generator<ClassReference> {
  for (const workload of workloadsIn(installation)) {
    const { object, podSpec } = workload;
    const path = podSpecPath(workload);
    yield { object, kind: 'PriorityClass', at: podSpec.get('priorityClassName'), path };
    yield { object, kind: 'RuntimeClass', at: podSpec.get('runtimeClassName'), path };
  }
  const spec = 'spec';
  for (const { object, root } of installation.ofKind('Ingress')) {
    const at = root.get(spec).get('ingressClassName');
    yield { object, kind: 'IngressClass', at, path: spec };
  }
  for (const { object, root } of installation.ofKind('PersistentVolumeClaim')) {
    const at = root.get(spec).get('storageClassName');
    yield { object, kind: 'StorageClass', at, path: spec };
  }
  for (const { object, root } of installation.ofKind('StatefulSet')) {
    for (const claim of root.get(spec).itemsOf('volumeClaimTemplates')) {
      const at = claim.get(spec).get('storageClassName');
      yield { object, kind: 'StorageClass', at, path: spec };
    }
  }
}
