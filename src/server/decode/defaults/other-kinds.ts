import type { Defaulter } from '../defaulter.ts';
import { CORE_DEFAULTS } from './core.ts';
import { DEVICE_DEFAULTS } from './devices.ts';
import { WORKLOAD_DEFAULTS } from './workloads.ts';

/** Returns the defaulter of a struct that is not in the core; undefined if it has none. */
export function otherDefaulter(definition: string): Defaulter | undefined {
  return (
    CORE_DEFAULTS.get(definition) ??
    WORKLOAD_DEFAULTS.get(definition) ??
    DEVICE_DEFAULTS.get(definition)
  );
}
