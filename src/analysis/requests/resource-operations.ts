import type { BuiltInResource } from '../../server/kubernetes/resources.ts';

/** Resources that can only be created and are not stored, such as reviews. */
const CREATED_ONLY: ReadonlySet<string> = new Set([
  'bindings',
  'localsubjectaccessreviews',
  'selfsubjectaccessreviews',
  'selfsubjectreviews',
  'selfsubjectrulesreviews',
  'subjectaccessreviews',
  'tokenreviews',
]);

/** The operations that the API server supports on a subresource, except reading. */
const OF_SUBRESOURCES: ReadonlyMap<string, readonly string[]> = new Map([
  ['approval', ['UPDATE']],
  ['attach', ['CONNECT']],
  ['binding', ['CREATE']],
  ['ephemeralcontainers', ['UPDATE']],
  ['eviction', ['CREATE']],
  ['exec', ['CONNECT']],
  ['finalize', ['UPDATE']],
  ['log', []],
  ['portforward', ['CONNECT']],
  ['proxy', ['CONNECT']],
  ['resize', ['UPDATE']],
  ['scale', ['UPDATE']],
  ['status', ['UPDATE']],
  ['token', ['CREATE']],
]);

/** The subresources that custom resources can have too, with the same operations. */
const OF_ANY_RESOURCE: ReadonlySet<string> = new Set(['status', 'scale']);

/**
 * Reports whether requests for a subresource are `CONNECT`. Such requests contain options, not an object with metadata.
 */
export function isConnected(subresource: string): boolean {
  return OF_SUBRESOURCES.get(subresource)?.includes('CONNECT') ?? false;
}

/**
 * The operations that admission sees on a resource or one of its subresources; it never sees reading. Undefined if they
 * are not known.
 *
 * @param resource undefined for one that is not built in
 * @param subresource undefined for the resource itself
 */
export function admittedOperations(
  resource: BuiltInResource | undefined,
  subresource: string | undefined,
): readonly string[] | undefined {
  if (subresource !== undefined && subresource !== '') {
    if (resource === undefined && !OF_ANY_RESOURCE.has(subresource)) return undefined;
    return OF_SUBRESOURCES.get(subresource);
  }
  if (resource === undefined) return undefined;
  if (resource.resource === 'componentstatuses') return [];
  return CREATED_ONLY.has(resource.resource) ? ['CREATE'] : ['CREATE', 'UPDATE', 'DELETE'];
}
