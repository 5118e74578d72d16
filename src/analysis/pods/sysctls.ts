import type { Field } from '../../rule/field.ts';
import type { PodSpec, Sysctl } from '../../server/kubernetes/types.generated.ts';

/** A namespace of a node that a pod can share, and that has sysctls. */
type SysctlNamespace = 'network' | 'ipc';

const OF_IPC: readonly string[] = [
  'kernel.sem',
  'kernel.shmall',
  'kernel.shmmax',
  'kernel.shmmni',
  'kernel.shm_rmid_forced',
  'kernel.shm',
  'kernel.msgmax',
  'kernel.msgmnb',
  'kernel.msgmni',
  'kernel.msg',
];

/**
 * The namespace that a sysctl belongs to; undefined for a sysctl of the node, or of a namespace that pods cannot share.
 *
 * Source: `GetNamespace` in `node/util/sysctl` of k8s.io/component-helpers.
 */
function namespaceOfSysctl(written: string): SysctlNamespace | undefined {
  const [name = ''] = withDots(written).split('*', 1);
  if (OF_IPC.includes(name) || name.startsWith('fs.mqueue.')) return 'ipc';
  return name.startsWith('net.') ? 'network' : undefined;
}

/** The name of a sysctl with dots between its parts. If slashes are between them, dots are a part of a name. */
function withDots(name: string): string {
  if (/[./]/.exec(name)?.[0] !== '/') return name;
  return name.replace(/[./]/g, (separator) => (separator === '/' ? '.' : '/'));
}

const HOST_FIELDS = { network: 'hostNetwork', ipc: 'hostIPC' } as const;

/** A sysctl of a pod that would be set for the node, because the pod shares the namespace. */
interface SharedSysctl {
  readonly sysctl: Field<Sysctl>;
  /** The field with which the pod shares the namespace of the node. */
  readonly shared: Field<boolean | undefined>;
}

/** The sysctls of a pod in namespaces that it shares with the node. */
export function sharedSysctls(spec: Field<PodSpec | undefined>): readonly SharedSysctl[] {
  return spec
    .get('securityContext')
    .itemsOf('sysctls')
    .flatMap((sysctl) => {
      const namespace = namespaceOfSysctl(sysctl.value?.name ?? '');
      const shared = namespace && spec.get(HOST_FIELDS[namespace]);
      return shared?.value === true ? [{ sysctl, shared }] : [];
    });
}
