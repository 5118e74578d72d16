import { toLower } from '../../../base/go/lower-case.ts';
import type { Field } from '../../../rule/field.ts';
import { byteLength } from '../../../server/kubernetes/formats/dns.ts';
import {
  parseQuantity,
  signOfQuantity,
} from '../../../server/kubernetes/formats/quantity-value.ts';
import { hasGate, type Server } from '../../../server/kubernetes/server.ts';
import type { LocalObjectReference, Volume } from '../../../server/kubernetes/types.generated.ts';
import { isEmptyText } from '../../emptiness.ts';
import { requireDriverName } from '../../fields/driver-name.ts';
import {
  forbid,
  reportInvalid,
  requireFormat,
  requireItems,
  requireOneOf,
  requireRange,
  requireText,
  requireValue,
} from '../../fields/value-checks.ts';
import { labelProblem, subdomainProblem } from '../../metadata/names.ts';
import { hasBacksteps, relativePathProblem } from '../paths.ts';
import { checkDefaults, checkDownwardFiles, checkKeys } from './files.ts';
import type { VolumeReport } from './report.ts';

type SourceCheck<S extends VolumeSource> = (
  report: VolumeReport,
  source: Field<Volume[S]>,
  volume: Field<Volume>,
  server: Server,
) => void;

export type VolumeSource = Exclude<keyof Volume, 'name'>;

const HOST_PATH_TYPES = [
  '',
  'BlockDevice',
  'CharDevice',
  'Directory',
  'DirectoryOrCreate',
  'File',
  'FileOrCreate',
  'Socket',
];
const PULL_POLICIES = ['Always', 'IfNotPresent', 'Never'];
const LARGEST_STICKY_MODE = 0o1777;

/**
 * The sources of volumes with their checks, in the order in which the server looks at them. It validates the first
 * source that a volume has, and refuses the others. Projected and ephemeral volumes are checked on their own.
 *
 * Source: `validateVolumeSource` in `pkg/apis/core/validation/validation.go` of Kubernetes.
 */
export const VOLUME_SOURCES: { readonly [S in VolumeSource]: SourceCheck<S> } = {
  emptyDir(report, source, _, server) {
    const sizeLimit = source.get('sizeLimit');
    if (sizeLimit.value !== undefined && signOfQuantity(parseQuantity(sizeLimit.value)) < 0) {
      forbid(report, sizeLimit, 'it is negative');
    }
    const mode = source.get('mode');
    if (hasGate(server, 'EmptyDirVolumeMode', true)) {
      requireRange(report, mode, { least: 0, most: LARGEST_STICKY_MODE });
    }
  },
  hostPath(report, source) {
    const path = source.get('path');
    if (!requireText(report, path, 'the path on the node')) return;
    requireFormat(report, path, backstepsProblem);
    const type = source.get('type');
    if (type.value !== undefined) requireOneOf(report, type, HOST_PATH_TYPES);
  },
  gitRepo(report, source) {
    requireText(report, source.get('repository'), 'the URL of the repository');
    requireFormat(report, source.get('directory'), relativePathProblem);
  },
  gcePersistentDisk(report, source) {
    requireText(report, source.get('pdName'), 'the name of the disk');
    requireRange(report, source.get('partition'), { least: 0, most: 255 });
  },
  awsElasticBlockStore(report, source) {
    requireText(report, source.get('volumeID'), 'the id of the volume');
    requireRange(report, source.get('partition'), { least: 0, most: 255 });
  },
  secret(report, source, _, server) {
    requireText(report, source.get('secretName'), 'the name of the Secret');
    checkDefaults(report, source, server);
    checkKeys(report, source.itemsOf('items'), server);
  },
  nfs(report, source) {
    requireText(report, source.get('server'), 'the name or address of the server');
    const path = source.get('path');
    requireText(report, path, 'the exported path');
    if (path.pruned || path.value?.startsWith('/')) return;
    reportInvalid(report, path, "it must start with '/'");
  },
  iscsi(report, source, volume) {
    checkTarget(report, source);
    const name = volume.get('name');
    if (!isTooLongForInitiator(name.value ?? '', source)) return;
    const problem =
      'with an initiatorName, it and targetPortal must have less than 64 characters together';
    reportInvalid(report, name, problem);
  },
  glusterfs(report, source) {
    requireText(report, source.get('endpoints'), 'the name of the Endpoints');
    requireText(report, source.get('path'), 'the name of the volume');
  },
  flocker(report, source) {
    const name = source.get('datasetName');
    const hasName = (name.value ?? '') !== '';
    const hasUuid = (source.value?.datasetUUID ?? '') !== '';
    if (!hasName && !hasUuid && !source.pruned) {
      requireText(inPlaceOf(report, source), name, 'the name of the dataset');
    }
    if (hasName && hasUuid) reportInvalid(report, source, 'it has datasetName and datasetUUID');
    if (name.value?.includes('/')) reportInvalid(report, name, "it must not contain '/'");
  },
  persistentVolumeClaim(report, source) {
    requireText(report, source.get('claimName'), 'the name of the PersistentVolumeClaim');
  },
  rbd(report, source) {
    requireItems(report, source.get('monitors'), 'the addresses of the monitors');
    requireText(report, source.get('image'), 'the name of the image');
  },
  cinder(report, source) {
    requireText(report, source.get('volumeID'), 'the id of the volume');
    requireSecretName(report, source.get('secretRef'));
  },
  cephfs(report, source) {
    requireItems(report, source.get('monitors'), 'the addresses of the monitors');
  },
  quobyte(report, source) {
    const registry = source.get('registry');
    const tenant = source.get('tenant');
    if (!requireText(report, registry, 'one or several host:port, separated by commas')) {
      // The server checks the rest only if there is a registry.
    } else if (byteLength(tenant.value ?? '') > 64) {
      report({
        message: 'required',
        at: tenant,
        values: { field: 'tenant', value: '', problem: 'an id of at most 64 characters' },
      });
    } else if (!registry.value?.split(',').every(isHostAndPort)) {
      reportInvalid(report, registry, 'use host:port, or several of them separated by commas');
    }
    requireText(report, source.get('volume'), 'the name of the volume');
  },
  downwardAPI(report, source, _, server) {
    checkDefaults(report, source, server);
    checkDownwardFiles(report, source.itemsOf('items'), server);
  },
  fc(report, source) {
    const targets = source.get('targetWWNs');
    const hasTargets = (targets.value ?? []).length > 0;
    const hasIds = (source.value?.wwids ?? []).length > 0;
    if (!hasTargets && !hasIds) requireItems(report, targets, 'the names of the targets, or wwids');
    if (hasTargets && hasIds) reportInvalid(report, targets, 'the volume has wwids too');
    if (hasTargets && requireValue(report, source.get('lun'), 'the number of the LUN')) {
      requireRange(report, source.get('lun'), { least: 0, most: 255 });
    }
  },
  flexVolume(report, source) {
    requireText(report, source.get('driver'), 'the name of the driver');
    for (const { key, field } of source.get('options').entries()) {
      const [namespace = ''] = key.includes('/') ? key.split('/', 1) : [key];
      if (/\.(?:kubernetes|k8s)\.io$/.test(`.${toLower(namespace)}`)) {
        reportInvalid(report, field, 'options of kubernetes.io and k8s.io are reserved');
      }
    }
  },
  configMap(report, source, _, server) {
    requireText(report, source.get('name'), 'the name of the ConfigMap');
    checkDefaults(report, source, server);
    checkKeys(report, source.itemsOf('items'), server);
  },
  azureFile(report, source) {
    requireText(report, source.get('secretName'), 'the name of the Secret');
    requireText(report, source.get('shareName'), 'the name of the share');
  },
  vsphereVolume(report, source) {
    requireText(report, source.get('volumePath'), 'the path of the volume');
  },
  photonPersistentDisk(report, source) {
    requireText(report, source.get('pdID'), 'the id of the disk');
  },
  portworxVolume(report, source) {
    requireText(report, source.get('volumeID'), 'the id of the volume');
  },
  azureDisk(report, source) {
    requireText(report, source.get('diskName'), 'the name of the disk');
    const uri = source.get('diskURI');
    requireText(report, uri, 'the URI of the disk');
    requireOneOf(report, source.get('cachingMode'), ['None', 'ReadOnly', 'ReadWrite']);
    const kind = source.get('kind');
    requireOneOf(report, kind, ['Dedicated', 'Managed', 'Shared']);
    if (kind.value === undefined || uri.pruned) return;
    const start = kind.value === 'Managed' ? '/subscriptions/' : 'https://';
    if (uri.value?.startsWith(start)) return;
    requireOneOf(report, uri, [`a URI that starts with ${start}`]);
  },
  storageos(report, source) {
    const name = source.get('volumeName');
    if (requireText(report, name, 'the name of the volume'))
      requireFormat(report, name, labelProblem);
    const namespace = source.get('volumeNamespace');
    if (namespace.value) requireFormat(report, namespace, labelProblem);
    requireSecretName(report, source.get('secretRef'));
  },
  projected() {},
  scaleIO(report, source) {
    requireText(report, source.get('gateway'), 'the address of the gateway');
    requireText(report, source.get('system'), 'the name of the system');
    requireText(report, source.get('volumeName'), 'the name of the volume');
  },
  csi(report, source, _volume, { minor }) {
    requireDriverName(report, source.get('driver'), minor);
    const secret = source.get('nodePublishSecretRef');
    requireSecretName(report, secret);
    const name = secret.get('name');
    if (name.value) {
      requireFormat(report, name, subdomainProblem, { path: `${source.path}.name` });
    }
  },
  ephemeral() {},
  image(report, source) {
    requireText(report, source.get('reference'), 'the reference of the image');
    const policy = source.get('pullPolicy');
    if (isEmptyText(policy)) requireText(report, policy, 'Always, IfNotPresent or Never');
    else requireOneOf(report, policy, PULL_POLICIES);
  },
};

/** The fields of an iSCSI target that volumes of pods and PersistentVolumes have in common. */
type IscsiTarget = Omit<NonNullable<Volume['iscsi']>, 'secretRef'> & {
  readonly secretRef?: { readonly name?: string };
};

/** Reports the errors of an iSCSI target, except for the length of its name. */
export function checkTarget(report: VolumeReport, source: Field<IscsiTarget | undefined>): void {
  requireText(report, source.get('targetPortal'), 'the address of the target');
  const iqn = source.get('iqn');
  if (requireText(report, iqn, 'the name of the target'))
    requireFormat(report, iqn, iscsiNameProblem);
  requireRange(report, source.get('lun'), { least: 0, most: 255 });
  if (source.value?.chapAuthDiscovery || source.value?.chapAuthSession) {
    requireValue(report, source.get('secretRef'), 'the Secret for the authentication');
  }
  const initiator = source.get('initiatorName');
  // The server reports the name of the field in lower case.
  const path = initiator.path.replace(/initiatorName$/, 'initiatorname');
  requireFormat(report, initiator, iscsiNameProblem, { path });
}

/** Reports whether a volume has an initiator, for which the server adds its name to the address of the target. */
export function isTooLongForInitiator(
  name: string,
  { value }: Field<IscsiTarget | undefined>,
): boolean {
  return (
    value?.initiatorName !== undefined && byteLength(`${name}:${value.targetPortal ?? ''}`) > 64
  );
}

function requireSecretName(
  report: VolumeReport,
  secret: Field<LocalObjectReference | undefined>,
): void {
  if (secret.value !== undefined) requireText(report, secret.get('name'), 'the name of the Secret');
}

function inPlaceOf(report: VolumeReport, { path }: Field): VolumeReport {
  return (finding) => report({ ...finding, path });
}

function backstepsProblem(path: string): string | undefined {
  return hasBacksteps(path) ? "it must not contain '..'" : undefined;
}

/** The names of iSCSI nodes: `iqn.2001-04.com.example:storage`, `eui.02004567a425678d`, `naa.` and 32 digits. */
const ISCSI_NAMES: ReadonlyMap<string, RegExp> = new Map([
  ['iqn', /iqn\.\d{4}-\d{2}\.([a-zA-Z0-9\-.]+)(:[^,;*&$|\t\n\f\r ]+)$/],
  ['eui', /^eui.[a-zA-Z0-9]{16}$/],
  ['naa', /^naa.[a-zA-Z0-9]{32}$/],
]);

function iscsiNameProblem(name: string): string | undefined {
  return ISCSI_NAMES.get(name.slice(0, 3))?.test(name)
    ? undefined
    : 'use a name such as iqn.2001-04.com.example:storage';
}

/** Reports whether Go splits a text into a host and a port. Source: `SplitHostPort` of Go's package `net`. */
function isHostAndPort(text: string): boolean {
  return /^(?:[^:[\]]*|\[[^[\]]*\]):[^:[\]]*$/.test(text);
}
