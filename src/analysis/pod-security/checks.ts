import { goQuote } from '../../base/go/quote.ts';
import type { Field } from '../../rule/field.ts';
import { APP_ARMOR_OF_CONTAINER } from '../../server/kubernetes/formats/app-armor-profile.ts';
import type {
  LifecycleHandler,
  Probe,
  SELinuxOptions,
  Volume,
} from '../../server/kubernetes/types.generated.ts';
import {
  contexts,
  counted,
  nameOf,
  type Offender,
  type Offense,
  offenders,
  quoted,
  type SecuredPod,
  type SecurityViolation,
  violation,
} from './offenders.ts';

/** A check of a Pod Security Standard, in the versions of the standard that have it. */
interface SecurityCheck {
  readonly level: 'baseline' | 'restricted';
  /** The minor of the first version of the standards with the check. */
  readonly since: number;
  /** The minor of the last version with the check. */
  readonly until?: number;
  /** The minor from which `restricted` has a stricter check in its place. */
  readonly replacedSince?: number;
  readonly find: (pod: SecuredPod) => SecurityViolation | undefined;
}

const isWindows = ({ spec }: SecuredPod): boolean => spec.value?.os?.name === 'windows';

/** Reports whether a pod has a user namespace of its own, in which root is not root of the node. */
const hasUserNamespace = ({ spec }: SecuredPod): boolean => spec.value?.hostUsers === false;

const ofLinux =
  (find: SecurityCheck['find']): SecurityCheck['find'] =>
  (pod) =>
    isWindows(pod) ? undefined : find(pod);

const unlessUserNamespace =
  (find: SecurityCheck['find']): SecurityCheck['find'] =>
  (pod) =>
    hasUserNamespace(pod) ? undefined : find(pod);

function appArmor(pod: SecuredPod): SecurityViolation | undefined {
  const found = contexts(pod, (context) => badProfile(context.get('appArmorProfile')));
  const annotations = pod.metadata
    .get('annotations')
    .entries()
    .filter(
      ({ key, field: { value = '' } }) =>
        key.startsWith(APP_ARMOR_OF_CONTAINER) &&
        !(value === '' || value === 'runtime/default' || value.startsWith('localhost/')),
    );
  const [at] = [...found.map((offender) => offender.at), ...annotations.map(({ field }) => field)];
  if (at === undefined) return undefined;
  const values = [
    ...[...new Set(found.flatMap((offender) => offender.values))].sort(),
    ...annotations.map(({ key, field }) => `${key}=${goQuote(field.value ?? '')}`).sort(),
  ];
  const who = [
    ...(found.length === 0 ? [] : [nameOf(found)]),
    ...(annotations.length === 0 ? [] : [counted('annotation', annotations)]),
  ];
  return {
    reason: `forbidden AppArmor ${counted('profile', values)}`,
    detail: `${who.join(' and ')} must not set AppArmor profile type to ${quoted(values)}`,
    at,
  };
}

/** A profile of AppArmor or seccomp that is neither the default of the runtime nor a file of the node. */
function badProfile(profile: Field<{ readonly type?: string } | undefined>): Offense {
  if (profile.value === undefined) return undefined;
  const at = profile.get('type');
  const { value = '' } = at;
  return value === 'RuntimeDefault' || value === 'Localhost' ? undefined : { at, values: [value] };
}

const DEFAULT_CAPABILITIES = [
  'AUDIT_WRITE',
  'CHOWN',
  'DAC_OVERRIDE',
  'FOWNER',
  'FSETID',
  'KILL',
  'MKNOD',
  'NET_BIND_SERVICE',
  'SETFCAP',
  'SETGID',
  'SETPCAP',
  'SETUID',
  'SYS_CHROOT',
];

function addedCapabilities(pod: SecuredPod, allowed: readonly string[]): readonly Offender[] {
  return offenders(pod, (container) => {
    const added = container.get('securityContext').get('capabilities').itemsOf('add');
    const bad = added.filter(({ value = '' }) => !allowed.includes(value));
    const [at] = bad;
    return at && { at, values: bad.map(({ value = '' }) => value) };
  });
}

const forbidsToAdd = (who: string, values: readonly string[]): string =>
  `${who} must not include ${quoted(values)} in securityContext.capabilities.add`;

function capabilitiesOfBaseline(pod: SecuredPod): SecurityViolation | undefined {
  return violation(
    'non-default capabilities',
    addedCapabilities(pod, DEFAULT_CAPABILITIES),
    forbidsToAdd,
  );
}

function capabilitiesOfRestricted(pod: SecuredPod): SecurityViolation | undefined {
  const reason = 'unrestricted capabilities';
  const keeping = offenders(pod, (container) => {
    const at = container.get('securityContext').get('capabilities').get('drop');
    return at.value?.includes('ALL') ? undefined : { at };
  });
  const found = [
    violation(
      reason,
      keeping,
      (who) => `${who} must set securityContext.capabilities.drop=["ALL"]`,
    ),
    violation(reason, addedCapabilities(pod, ['NET_BIND_SERVICE']), forbidsToAdd),
  ].filter((one) => one !== undefined);
  const [first] = found;
  return first && { ...first, detail: found.map(({ detail }) => detail).join('; ') };
}

function hostNamespaces({ spec }: SecuredPod): SecurityViolation | undefined {
  const shared = (['hostNetwork', 'hostPID', 'hostIPC'] as const)
    .map((name) => spec.get(name))
    .filter(({ value }) => value === true);
  const [at] = shared;
  const detail = shared.map(({ segment }) => `${String(segment)}=true`).join(', ');
  return at && { reason: 'host namespaces', detail, at };
}

function hostPathVolumes({ spec }: SecuredPod): SecurityViolation | undefined {
  const volumes = spec.itemsOf('volumes').filter((volume) => volume.value?.hostPath !== undefined);
  const names = volumes.map(({ value }) => value?.name ?? '');
  const at = volumes[0]?.get('hostPath');
  return (
    at && { reason: 'hostPath volumes', detail: `${counted('volume', names)} ${quoted(names)}`, at }
  );
}

function hostPorts(pod: SecuredPod): SecurityViolation | undefined {
  const found = offenders(pod, (container) => {
    const ports = container
      .itemsOf('ports')
      .map((port) => port.get('hostPort'))
      .filter(({ value = 0 }) => value !== 0);
    const [at] = ports;
    return at && { at, values: ports.map(({ value }) => String(value)) };
  });
  return violation(
    'hostPort',
    found,
    (who, ports) => `${who} ${uses(found)} ${counted('hostPort', ports)} ${ports.join(', ')}`,
  );
}

const uses = (items: readonly unknown[]): string => (items.length === 1 ? 'uses' : 'use');

function hostsOfHandlers(pod: SecuredPod): SecurityViolation | undefined {
  const found = offenders(pod, (container) => {
    const lifecycle = container.get('lifecycle');
    const handlers: readonly Field<Probe | LifecycleHandler | undefined>[] = [
      ...(['livenessProbe', 'readinessProbe', 'startupProbe'] as const).map((name) =>
        container.get(name),
      ),
      ...(['postStart', 'preStop'] as const).map((name) => lifecycle.get(name)),
    ];
    const hosts = handlers
      .flatMap((handler) => [
        handler.get('httpGet').get('host'),
        handler.get('tcpSocket').get('host'),
      ])
      .filter(({ value = '' }) => value !== '');
    const [at] = hosts;
    return at && { at, values: hosts.map(({ value = '' }) => value) };
  });
  const [first] = found;
  if (first === undefined) return undefined;
  // The server names the containers of this check in the order of their names.
  const names = [...new Set(found.map(({ container = '' }) => container))].sort();
  const hosts = [...new Set(found.flatMap(({ values }) => values))].sort();
  return {
    reason: 'probe or lifecycle host',
    detail: `${counted('container', names)} ${quoted(names)} ${uses(names)} ${counted('probe or lifecycle host', hosts)} ${quoted(hosts)}`,
    at: first.at,
  };
}

function privileged(pod: SecuredPod): SecurityViolation | undefined {
  const found = offenders(pod, (container) =>
    whenTrue(container.get('securityContext').get('privileged')),
  );
  return violation(
    'privileged',
    found,
    (who) => `${who} must not set securityContext.privileged=true`,
  );
}

function whenTrue(at: Field<boolean | undefined>): Offense {
  return at.value === true ? { at } : undefined;
}

function procMount(pod: SecuredPod): SecurityViolation | undefined {
  const found = offenders(pod, (container) => {
    const at = container.get('securityContext').get('procMount');
    const { value } = at;
    return value === undefined || value === 'Default' ? undefined : { at, values: [value] };
  });
  return violation(
    'procMount',
    found,
    (who, values) => `${who} must not set securityContext.procMount to ${quoted(values)}`,
  );
}

const seLinuxTypes = (...more: readonly string[]): readonly string[] => [
  '',
  'container_t',
  'container_init_t',
  'container_kvm_t',
  ...more,
];

const seLinuxOptions =
  (allowed: readonly string[]): SecurityCheck['find'] =>
  (pod) => {
    const set = new Set<'user' | 'role'>();
    const isAllowed = ({ type = '' }: SELinuxOptions): boolean => allowed.includes(type);
    const found = contexts(pod, (context) => {
      const options = context.get('seLinuxOptions');
      const { value = {} } = options;
      const named = (['user', 'role'] as const).filter((name) => (value[name] ?? '') !== '');
      for (const name of named) set.add(name);
      const isBadType = !isAllowed(value);
      const [at] = [
        ...(isBadType ? [options.get('type')] : []),
        ...named.map((name) => options.get(name)),
      ];
      return at && { at, values: isBadType ? [value.type ?? ''] : [] };
    });
    return violation('seLinuxOptions', found, (who, types) => {
      const what = [
        ...(types.length === 0 ? [] : [`${counted('type', types)} ${quoted(types)}`]),
        ...(['user', 'role'] as const)
          .filter((name) => set.has(name))
          .map((name) => `${name} may not be set`),
      ];
      return `${who} set forbidden securityContext.seLinuxOptions: ${what.join('; ')}`;
    });
  };

// These are not the constants of `pods/profiles.ts`, which is a part of the pack of pods.
const SECCOMP_OF_POD = 'seccomp.security.alpha.kubernetes.io/pod';
const SECCOMP_OF_CONTAINER = 'container.seccomp.security.alpha.kubernetes.io/';

/** The annotations that were the profiles of pods until Kubernetes 1.18. */
function seccompAnnotations({ metadata, containers }: SecuredPod): SecurityViolation | undefined {
  const keys = new Set([
    SECCOMP_OF_POD,
    ...containers.map(({ value }) => `${SECCOMP_OF_CONTAINER}${value?.name ?? ''}`),
  ]);
  const bad = metadata
    .get('annotations')
    .entries()
    .filter(
      ({ key, field: { value = '' } }) =>
        keys.has(key) &&
        value !== 'runtime/default' &&
        value !== 'docker/default' &&
        !value.startsWith('localhost/'),
    );
  const at = bad[0]?.field;
  const texts = bad.map(({ key, field }) => `${key}=${goQuote(field.value ?? '')}`).sort();
  const detail = `forbidden ${counted('annotation', bad)} ${texts.join(', ')}`;
  return at && { reason: 'seccompProfile', detail, at };
}

function seccompOfBaseline(pod: SecuredPod): SecurityViolation | undefined {
  return violation(
    'seccompProfile',
    contexts(pod, (context) => badProfile(context.get('seccompProfile'))),
    (who, types) => `${who} must not set securityContext.seccompProfile.type to ${quoted(types)}`,
  );
}

function seccompOfRestricted(pod: SecuredPod): SecurityViolation | undefined {
  const explicit = seccompOfBaseline(pod);
  if (explicit !== undefined) return explicit;
  if (pod.spec.value?.securityContext?.seccompProfile !== undefined) return undefined;
  const found = offenders(pod, (container) => {
    const at = container.get('securityContext').get('seccompProfile');
    return at.value === undefined ? { at } : undefined;
  });
  return violation(
    'seccompProfile',
    found,
    (who) =>
      `pod or ${who} must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost"`,
  );
}

const SYSCTLS: readonly (readonly [since: number, names: readonly string[]])[] = [
  [
    0,
    [
      'kernel.shm_rmid_forced',
      'net.ipv4.ip_local_port_range',
      'net.ipv4.tcp_syncookies',
      'net.ipv4.ping_group_range',
      'net.ipv4.ip_unprivileged_port_start',
    ],
  ],
  [27, ['net.ipv4.ip_local_reserved_ports']],
  [
    29,
    [
      'net.ipv4.tcp_keepalive_time',
      'net.ipv4.tcp_fin_timeout',
      'net.ipv4.tcp_keepalive_intvl',
      'net.ipv4.tcp_keepalive_probes',
    ],
  ],
  [32, ['net.ipv4.tcp_rmem', 'net.ipv4.tcp_wmem']],
  [37, ['net.ipv4.tcp_slow_start_after_idle', 'net.ipv4.tcp_notsent_lowat']],
];

const SYSCTL_CHECKS = SYSCTLS.map(([since], index): SecurityCheck => {
  const allowed = new Set(SYSCTLS.slice(0, index + 1).flatMap(([, names]) => names));
  const next = SYSCTLS[index + 1]?.[0];
  return {
    level: 'baseline',
    since,
    ...(next !== undefined && { until: next - 1 }),
    find: ({ spec }) => {
      const bad = spec
        .get('securityContext')
        .itemsOf('sysctls')
        .map((sysctl) => sysctl.get('name'))
        .filter(({ value = '' }) => !allowed.has(value));
      const [at] = bad;
      const detail = bad.map(({ value = '' }) => value).join(', ');
      return at && { reason: 'forbidden sysctls', detail, at };
    },
  };
});

function hostProcess(pod: SecuredPod): SecurityViolation | undefined {
  return violation(
    'hostProcess',
    contexts(pod, (context) => whenTrue(context.get('windowsOptions').get('hostProcess'))),
    (who) => `${who} must not set securityContext.windowsOptions.hostProcess=true`,
  );
}

function privilegeEscalation(pod: SecuredPod): SecurityViolation | undefined {
  const found = offenders(pod, (container) => {
    const at = container.get('securityContext').get('allowPrivilegeEscalation');
    return at.value === false ? undefined : { at };
  });
  return violation(
    'allowPrivilegeEscalation != false',
    found,
    (who) => `${who} must set securityContext.allowPrivilegeEscalation=false`,
  );
}

const ALLOWED_VOLUMES: readonly (keyof Volume)[] = [
  'configMap',
  'csi',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'image',
  'persistentVolumeClaim',
  'projected',
  'secret',
];

/** The other sources of volumes, in the order in which the server looks for them. */
const RESTRICTED_VOLUMES: readonly (keyof Volume)[] = [
  'hostPath',
  'gcePersistentDisk',
  'awsElasticBlockStore',
  'gitRepo',
  'nfs',
  'iscsi',
  'glusterfs',
  'rbd',
  'flexVolume',
  'cinder',
  'cephfs',
  'flocker',
  'fc',
  'azureFile',
  'vsphereVolume',
  'quobyte',
  'azureDisk',
  'photonPersistentDisk',
  'portworxVolume',
  'scaleIO',
  'storageos',
];

function restrictedVolumes({ spec }: SecuredPod): SecurityViolation | undefined {
  const bad = spec
    .itemsOf('volumes')
    .filter(({ value = {} }) => ALLOWED_VOLUMES.every((source) => value[source] === undefined));
  const sourceOf = ({ value = {} }: Field<Volume>): keyof Volume | undefined =>
    RESTRICTED_VOLUMES.find((source) => value[source] !== undefined);
  const [first] = bad;
  if (first === undefined) return undefined;
  const names = bad.map(({ value }) => value?.name ?? '');
  const types = [...new Set(bad.map((volume) => sourceOf(volume) ?? 'unknown'))].sort();
  const source = sourceOf(first);
  return {
    reason: 'restricted volume types',
    detail: `${counted('volume', names)} ${quoted(names)} ${uses(names)} ${counted('restricted volume type', types)} ${quoted(types)}`,
    at: source === undefined ? first : first.get(source),
  };
}

function nonRoot(pod: SecuredPod): SecurityViolation | undefined {
  const reason = 'runAsNonRoot != true';
  const explicit = contexts(pod, (context) => {
    const at = context.get('runAsNonRoot');
    return at.value === false ? { at } : undefined;
  });
  if (explicit.length > 0) {
    return violation(
      reason,
      explicit,
      (who) => `${who} must not set securityContext.runAsNonRoot=false`,
    );
  }
  if (pod.spec.value?.securityContext?.runAsNonRoot === true) return undefined;
  const implicit = offenders(pod, (container) => {
    const at = container.get('securityContext').get('runAsNonRoot');
    return at.value === undefined ? { at } : undefined;
  });
  return violation(
    reason,
    implicit,
    (who) => `pod or ${who} must set securityContext.runAsNonRoot=true`,
  );
}

function rootUser(pod: SecuredPod): SecurityViolation | undefined {
  const found = contexts(pod, (context) => {
    const at = context.get('runAsUser');
    return at.value === 0 ? { at } : undefined;
  });
  return violation('runAsUser=0', found, (who) => `${who} must not set runAsUser=0`);
}

/**
 * The checks of the Pod Security Standards, in the order in which the server names what they find.
 *
 * Source: the `check_*.go` in `policy/` of `k8s.io/pod-security-admission`.
 */
export const SECURITY_CHECKS: readonly SecurityCheck[] = [
  { level: 'baseline', since: 0, find: appArmor },
  { level: 'baseline', since: 0, replacedSince: 22, find: capabilitiesOfBaseline },
  { level: 'baseline', since: 0, find: hostNamespaces },
  { level: 'baseline', since: 0, replacedSince: 0, find: hostPathVolumes },
  { level: 'baseline', since: 0, find: hostPorts },
  { level: 'baseline', since: 34, find: hostsOfHandlers },
  { level: 'baseline', since: 0, find: privileged },
  { level: 'baseline', since: 0, until: 34, find: procMount },
  { level: 'baseline', since: 35, replacedSince: 35, find: unlessUserNamespace(procMount) },
  { level: 'baseline', since: 0, until: 30, find: seLinuxOptions(seLinuxTypes()) },
  { level: 'baseline', since: 31, find: seLinuxOptions(seLinuxTypes('container_engine_t')) },
  { level: 'baseline', since: 0, until: 18, find: seccompAnnotations },
  { level: 'baseline', since: 19, replacedSince: 19, find: seccompOfBaseline },
  ...SYSCTL_CHECKS,
  { level: 'baseline', since: 0, find: hostProcess },
  { level: 'restricted', since: 8, until: 24, find: privilegeEscalation },
  { level: 'restricted', since: 25, find: ofLinux(privilegeEscalation) },
  { level: 'restricted', since: 22, until: 24, find: capabilitiesOfRestricted },
  { level: 'restricted', since: 25, find: ofLinux(capabilitiesOfRestricted) },
  { level: 'restricted', since: 35, find: procMount },
  { level: 'restricted', since: 0, find: restrictedVolumes },
  { level: 'restricted', since: 0, until: 34, find: nonRoot },
  { level: 'restricted', since: 35, find: unlessUserNamespace(nonRoot) },
  { level: 'restricted', since: 23, until: 34, find: rootUser },
  { level: 'restricted', since: 35, find: unlessUserNamespace(rootUser) },
  { level: 'restricted', since: 19, until: 24, find: seccompOfRestricted },
  { level: 'restricted', since: 25, find: ofLinux(seccompOfRestricted) },
];
