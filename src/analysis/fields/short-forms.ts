import type { ActualType } from '../../server/decode/index.ts';

/** The fields of structs that users write as a number or a text alone. */
const FIELDS: ReadonlyMap<string, { readonly number?: string; readonly string?: string }> = new Map(
  [
    ['apps.v1.DaemonSetUpdateStrategy', { string: 'type' }],
    ['apps.v1.DeploymentStrategy', { string: 'type' }],
    ['apps.v1.StatefulSetUpdateStrategy', { string: 'type' }],
    ['core.v1.ConfigMapEnvSource', { string: 'name' }],
    ['core.v1.ConfigMapVolumeSource', { string: 'name' }],
    ['core.v1.ContainerPort', { number: 'containerPort' }],
    ['core.v1.GRPCAction', { number: 'port' }],
    ['core.v1.HostPathVolumeSource', { string: 'path' }],
    ['core.v1.LocalObjectReference', { string: 'name' }],
    ['core.v1.PersistentVolumeClaimVolumeSource', { string: 'claimName' }],
    ['core.v1.SecretEnvSource', { string: 'name' }],
    ['core.v1.SecretVolumeSource', { string: 'secretName' }],
    ['core.v1.ServicePort', { number: 'port' }],
    ['core.v1.TCPSocketAction', { number: 'port', string: 'port' }],
    ['networking.v1.ServiceBackendPort', { number: 'number', string: 'name' }],
  ],
);

/**
 * The mapping that a user meant with a scalar where the server expects a struct: `{path: /data}` for `/data`. Undefined
 * if it is not certain which field the user meant.
 *
 * @param struct the name of the definition of the struct
 * @param written the scalar as it is in the file
 */
export function shortForm(struct: string, actual: ActualType, written: string): string | undefined {
  const field =
    actual === 'number' || actual === 'string' ? FIELDS.get(struct)?.[actual] : undefined;
  return field && `{${field}: ${written}}`;
}
