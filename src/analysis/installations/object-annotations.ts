import type { InstalledObject } from '../../rule/installation.ts';
import { isMapping, type Mapping } from '../../yaml/index.ts';

/** The annotations of an object, as its file has them. */
export function annotationsOf({ value }: InstalledObject): Mapping {
  const metadata = isMapping(value) ? value.metadata : undefined;
  const annotations = isMapping(metadata) ? metadata.annotations : undefined;
  return isMapping(annotations) ? annotations : {};
}
