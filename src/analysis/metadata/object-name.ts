import type { Resource } from '../../rule/resource.ts';

/** How much of a `generateName` the server keeps, in bytes. */
const MOST_PREFIX_BYTES = 58;

/** Stands for the five letters and digits that the server makes up. */
const SUFFIX = 'abcde';

/**
 * The name under which an object is created: `metadata.name`, or one as the server makes it of
 * `metadata.generateName`. Empty where there is neither.
 */
export function objectName(resource: Resource): string {
  const metadata = resource.root.get('metadata');
  const name = metadata.get('name').value ?? '';
  const prefix = metadata.get('generateName').value ?? '';
  if (name !== '' || prefix === '') return name;
  const kept = new TextEncoder().encode(prefix).subarray(0, MOST_PREFIX_BYTES);
  return `${new TextDecoder().decode(kept)}${SUFFIX}`;
}
