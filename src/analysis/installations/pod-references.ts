import { indexBy } from '../../base/index-by.ts';
import type { Field } from '../../rule/field.ts';
import type { Container, KeyToPath } from '../../server/kubernetes/types.generated.ts';
import type { Workload } from './workloads.ts';

/** A reference of pods to an object of their namespace. */
export interface PodReference {
  readonly kind: 'ConfigMap' | 'Secret' | 'PersistentVolumeClaim' | 'ServiceAccount';
  readonly name: Field<string | undefined>;
  /** True if the pods start without the object or the key. */
  readonly isOptional: boolean;
  /** The keys of the object that the pods need. */
  readonly keys: readonly Field<string | undefined>[];
  /** The parts of mounts that are the names of keys. */
  readonly subPaths: readonly Field<string | undefined>[];
}

type Reference = Partial<PodReference> & Pick<PodReference, 'kind' | 'name'>;

/** The references of pods to other objects, in the order of the fields of a pod. */
export function podReferences({ podSpec }: Workload): readonly PodReference[] {
  const containers = [...podSpec.itemsOf('initContainers'), ...podSpec.itemsOf('containers')];
  const references: readonly Reference[] = [
    { kind: 'ServiceAccount', name: podSpec.get('serviceAccountName') },
    ...podSpec
      .itemsOf('imagePullSecrets')
      // The kubelet pulls images without the Secrets that do not exist.
      .map((secret) => ({ kind: 'Secret', name: secret.get('name'), isOptional: true }) as const),
    ...containers.flatMap(inEnvironment),
    ...inVolumes(podSpec, containers),
  ];
  return references.map((one) => ({ isOptional: false, keys: [], subPaths: [], ...one }));
}

function inEnvironment(container: Field<Container>): readonly Reference[] {
  const variables = container.itemsOf('env');
  const sources = container.itemsOf('envFrom');
  return [
    ...variables.flatMap((variable) => {
      const source = variable.get('valueFrom');
      const [configMap, secret] = [source.get('configMapKeyRef'), source.get('secretKeyRef')];
      return [
        { kind: 'ConfigMap', ...keyReference(configMap) } as const,
        { kind: 'Secret', ...keyReference(secret) } as const,
      ];
    }),
    ...sources.flatMap((source) => {
      const [configMap, secret] = [source.get('configMapRef'), source.get('secretRef')];
      return [
        { kind: 'ConfigMap', ...named(configMap) } as const,
        { kind: 'Secret', ...named(secret) } as const,
      ];
    }),
  ];
}

interface NamedSource {
  readonly name?: string;
  readonly optional?: boolean;
}

function named(source: Field<NamedSource | undefined>) {
  return { name: source.get('name'), isOptional: source.value?.optional === true };
}

function keyReference(source: Field<(NamedSource & { readonly key?: string }) | undefined>) {
  return { ...named(source), keys: [source.get('key')] };
}

function inVolumes(
  podSpec: Workload['podSpec'],
  containers: readonly Field<Container>[],
): readonly Reference[] {
  const mounts = indexBy(
    containers.flatMap((container) => container.itemsOf('volumeMounts')),
    (mount) => [mount.value?.name],
  );
  return podSpec.itemsOf('volumes').flatMap((volume): readonly Reference[] => {
    const configMap = volume.get('configMap');
    const secret = volume.get('secret');
    const subPathsFor = (items: Field<readonly KeyToPath[] | undefined>) =>
      items.absent
        ? (mounts.get(volume.value?.name) ?? []).map((mount) => mount.get('subPath'))
        : [];
    return [
      {
        kind: 'ConfigMap',
        ...named(configMap),
        keys: keysOf(configMap.get('items')),
        subPaths: subPathsFor(configMap.get('items')),
      },
      {
        kind: 'Secret',
        name: secret.get('secretName'),
        isOptional: secret.value?.optional === true,
        keys: keysOf(secret.get('items')),
        subPaths: subPathsFor(secret.get('items')),
      },
      {
        kind: 'PersistentVolumeClaim',
        name: volume.get('persistentVolumeClaim').get('claimName'),
      },
      ...volume
        .get('projected')
        .itemsOf('sources')
        .flatMap((source): readonly Reference[] => [
          {
            kind: 'ConfigMap',
            ...named(source.get('configMap')),
            keys: keysOf(source.get('configMap').get('items')),
          },
          {
            kind: 'Secret',
            ...named(source.get('secret')),
            keys: keysOf(source.get('secret').get('items')),
          },
        ]),
    ];
  });
}

function keysOf(items: Field<readonly KeyToPath[] | undefined>) {
  return items.items().map((item) => item.get('key'));
}
