import type { ApiObject } from '../../rule/resource.ts';
import type { ObjectMeta } from '../../server/kubernetes/types.generated.ts';

/** The number of bytes of a `generateName` that the server keeps. */
const MOST_PREFIX_BYTES = 58;

/** An example of the five random letters and digits that the server appends. */
const SUFFIX = 'abcde';

/**
 * The name under which an object is created: `metadata.name`, or an example of the name that the server generates from
 * `metadata.generateName`. Empty if it has neither.
 */
export function objectName(resource: ApiObject): string {
  return generatedName(resource.root.get('metadata').value ?? {});
}

/** The same of the metadata of an object. */
export function generatedName({ name = '', generateName: prefix = '' }: ObjectMeta): string {
  if (name !== '' || prefix === '') return name;
  const kept = new TextEncoder().encode(prefix).subarray(0, MOST_PREFIX_BYTES);
  return `${new TextDecoder().decode(kept)}${SUFFIX}`;
}
