import type { Mapping } from '../../../yaml/tree.ts';
import { type Defaulter, withDefaults, withZeroDefault } from '../defaulter.ts';

/** The time of requests, which is fixed, so that a run can be repeated. */
export const REQUEST_TIME = '2000-01-01T00:00:00Z';

/**
 * The defaults of dynamic resource allocation that the schemas of the API do not have.
 *
 * Source: `pkg/apis/resource/v1/defaults.go` and `zz_generated.defaults.go` of Kubernetes.
 */
export const DEVICE_DEFAULTS: ReadonlyMap<string, Defaulter> = new Map<string, Defaulter>([
  ['resource.v1.ExactDeviceRequest', defaultCount],
  ['resource.v1.DeviceSubRequest', defaultCount],
  ['resource.v1.DeviceTaint', (taint) => withDefaults(taint, { timeAdded: REQUEST_TIME })],
  [
    'resource.v1.DeviceToleration',
    (toleration) => withZeroDefault(toleration, 'operator', 'Equal'),
  ],
]);

/** Applies the default of `count`, which only requests for an exact count have. */
export function defaultCount(request: Mapping): Mapping {
  return request.allocationMode === 'ExactCount' ? withZeroDefault(request, 'count', 1) : request;
}
