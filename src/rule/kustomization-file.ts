import type { Mapping } from '../yaml/index.ts';
import type { Origin } from './origin.ts';

export interface KustomizationFile {
  readonly origin: Origin;
  readonly value: Mapping;
}
