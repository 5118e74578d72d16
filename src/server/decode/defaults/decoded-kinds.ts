import type { Defaulter } from '../defaulter.ts';
import { CORE_DEFAULTS } from './core.ts';
import { WORKLOAD_DEFAULTS } from './workloads.ts';

/** Returns the defaulter of a struct of the kinds that are decoded but not validated; undefined if it has none. */
export function defaulterOfDecoded(definition: string): Defaulter | undefined {
  return CORE_DEFAULTS.get(definition) ?? WORKLOAD_DEFAULTS.get(definition);
}
