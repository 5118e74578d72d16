import type { Field } from '../../rule/field.ts';
import type { Minor } from '../../server/kubernetes/minors.ts';
import type {
  PersistentVolumeSpec,
  SecretReference,
} from '../../server/kubernetes/types.generated.ts';
import { requireDriverName } from '../fields/driver-name.ts';
import { forbid, reportInvalid, requireFormat, requireText } from '../fields/value-checks.ts';
import { labelProblem, subdomainProblem } from '../metadata/names.ts';
import { hasBacksteps } from '../pods/paths.ts';
import type { VolumeReport } from '../pods/volumes/report.ts';
import { checkTarget, isTooLongForInitiator, VOLUME_SOURCES } from '../pods/volumes/sources.ts';

/** The spec of a volume, or a spec that an attachment contains. */
export type PersistentVolumeField = Field<PersistentVolumeSpec | undefined>;

type PersistentSourceCheck = (
  report: VolumeReport,
  spec: PersistentVolumeField,
  name: string,
  minor: Minor,
) => void;

/** The check of a source that volumes of pods have as well, with the same fields. */
function asInPods<S extends keyof typeof VOLUME_SOURCES & keyof PersistentVolumeSpec>(
  source: S,
): (report: VolumeReport, spec: PersistentVolumeField) => void {
  type Check = (report: VolumeReport, source: Field) => void;
  return (report, spec) => (VOLUME_SOURCES[source] as unknown as Check)(report, spec.get(source));
}

/**
 * The sources of PersistentVolumes with their checks, in the order in which the server looks at them. It validates the
 * first source, and refuses the others.
 *
 * Source: `ValidatePersistentVolumeSpec` in `pkg/apis/core/validation/validation.go` of Kubernetes.
 */
const PERSISTENT_SOURCES = {
  hostPath: asInPods('hostPath'),
  gcePersistentDisk(report, spec) {
    const check = asInPods('gcePersistentDisk');
    check(renaming(report, 'gcePersistentDisk', 'persistentDisk'), spec);
  },
  awsElasticBlockStore: asInPods('awsElasticBlockStore'),
  glusterfs(report, spec) {
    asInPods('glusterfs')(report, spec);
    requireFormat(report, spec.get('glusterfs').get('endpointsNamespace'), labelProblem);
  },
  flocker: asInPods('flocker'),
  nfs: asInPods('nfs'),
  rbd: asInPods('rbd'),
  quobyte: asInPods('quobyte'),
  cephfs: asInPods('cephfs'),
  iscsi(report, spec, name) {
    const source = spec.get('iscsi');
    checkTarget(report, source);
    const secret = source.get('secretRef');
    if (secret.value !== undefined) requireText(report, secret.get('name'), SECRET);
    if (!isTooLongForInitiator(name, source)) return;
    const problem =
      'with an initiatorName, it and the name of the volume must have less than 64 characters together';
    const path = `${source.path}.targetportal`;
    reportInvalid(report, source.get('targetPortal'), problem, { path });
  },
  cinder(report, spec) {
    requireText(report, spec.get('cinder').get('volumeID'), 'the id of the volume');
    requireReference(report, spec.get('cinder').get('secretRef'));
  },
  fc: asInPods('fc'),
  flexVolume: asInPods('flexVolume'),
  azureFile(report, spec) {
    asInPods('azureFile')(report, spec);
    const namespace = spec.get('azureFile').get('secretNamespace');
    if (namespace.value !== undefined) requireText(report, namespace, NAMESPACE);
  },
  vsphereVolume: asInPods('vsphereVolume'),
  photonPersistentDisk: asInPods('photonPersistentDisk'),
  portworxVolume: asInPods('portworxVolume'),
  azureDisk: asInPods('azureDisk'),
  scaleIO: asInPods('scaleIO'),
  local(report, spec) {
    const path = spec.get('local').get('path');
    if (!requireText(report, path, 'the path on the node')) return;
    if (hasBacksteps(path.value ?? '')) reportInvalid(report, path, "it must not contain '..'");
  },
  storageos(report, spec) {
    asInPods('storageos')(report, spec);
    const secret = spec.get('storageos').get('secretRef');
    if (secret.value !== undefined) requireText(report, secret.get('namespace'), NAMESPACE);
  },
  csi(report, spec, _name, minor) {
    const source = spec.get('csi');
    requireDriverName(report, source.get('driver'), minor);
    requireText(report, source.get('volumeHandle'), 'the id of the volume for the driver');
    for (const field of CSI_SECRETS) checkCsiSecret(report, source.get(field));
  },
} as const satisfies Partial<Record<keyof PersistentVolumeSpec, PersistentSourceCheck>>;

const SECRET = 'the name of the Secret';
const NAMESPACE = 'the namespace of the Secret';

const CSI_SECRETS = [
  'controllerPublishSecretRef',
  'controllerExpandSecretRef',
  'nodePublishSecretRef',
  'nodeExpandSecretRef',
] as const;

/** The name of a source of a PersistentVolume, which is a field of its spec. */
type PersistentSource = keyof typeof PERSISTENT_SOURCES;

export const PERSISTENT_SOURCE_NAMES = Object.keys(
  PERSISTENT_SOURCES,
) as readonly PersistentSource[];

/** The sources of a PersistentVolume. It should have one. */
export function persistentSourcesOf({ value }: PersistentVolumeField): readonly PersistentSource[] {
  return PERSISTENT_SOURCE_NAMES.filter((name) => value?.[name] !== undefined);
}

/**
 * Reports the errors of the sources of a PersistentVolume, except that it has none.
 *
 * @param name of the volume
 */
export function checkPersistentSources(
  report: VolumeReport,
  spec: PersistentVolumeField,
  name: string,
  minor: Minor,
): void {
  const [first, ...others] = persistentSourcesOf(spec);
  if (first !== undefined) PERSISTENT_SOURCES[first](report, spec, name, minor);
  for (const other of others) {
    // The server validates this source in any case, and does not refuse it as a second one.
    if (other === 'flexVolume') PERSISTENT_SOURCES.flexVolume(report, spec);
    else {
      const path = `${spec.path}.${other === 'cephfs' ? 'cephFS' : other}`;
      forbid(report, spec.get(other), `a volume has one source, and this one has ${first} too`, {
        path,
      });
    }
  }
}

/** Reports on paths in which the name of a field is replaced. */
function renaming(report: VolumeReport, name: string, reported: string): VolumeReport {
  return (finding) => {
    const path = finding.path ?? finding.at.path;
    report({ ...finding, path: path.replace(`.${name}.`, `.${reported}.`) });
  };
}

function requireReference(report: VolumeReport, secret: Field<SecretReference | undefined>): void {
  if (secret.value === undefined) return;
  requireText(report, secret.get('name'), SECRET);
  requireText(report, secret.get('namespace'), NAMESPACE);
}

function checkCsiSecret(report: VolumeReport, secret: Field<SecretReference | undefined>): void {
  if (secret.value === undefined) return;
  const name = secret.get('name');
  if (requireText(report, name, SECRET)) requireFormat(report, name, subdomainProblem);
  const namespace = secret.get('namespace');
  if (requireText(report, namespace, NAMESPACE)) requireFormat(report, namespace, labelProblem);
}
