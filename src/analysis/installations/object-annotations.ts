import type { InstalledObject } from '../../rule/installation.ts';
import { type Mapping, mappingIn } from '../../yaml/index.ts';

/** The annotations of an object, as its file has them. */
export function annotationsOf({ value }: InstalledObject): Mapping {
  return mappingIn(mappingIn(value, 'metadata'), 'annotations');
}
