import type { BuiltInResource } from '../../kubernetes/resources.ts';

/** Resources that are only created: questions and orders, of which nothing is stored. */
const CREATED_ONLY: ReadonlySet<string> = new Set([
  'bindings',
  'localsubjectaccessreviews',
  'selfsubjectaccessreviews',
  'selfsubjectreviews',
  'selfsubjectrulesreviews',
  'subjectaccessreviews',
  'tokenreviews',
]);

/** What the API server lets one do with a subresource, besides reading. */
const OF_SUBRESOURCES: Readonly<Record<string, readonly string[]>> = {
  approval: ['UPDATE'],
  attach: ['CONNECT'],
  binding: ['CREATE'],
  ephemeralcontainers: ['UPDATE'],
  eviction: ['CREATE'],
  exec: ['CONNECT'],
  finalize: ['UPDATE'],
  log: [],
  portforward: ['CONNECT'],
  proxy: ['CONNECT'],
  resize: ['UPDATE'],
  scale: ['UPDATE'],
  status: ['UPDATE'],
  token: ['CREATE'],
};

/** The subresources that any resource may have, with the same operations everywhere. */
const OF_ANY_RESOURCE: ReadonlySet<string> = new Set(['status', 'scale']);

/** Subresources to which one connects: their requests carry options, no object with metadata. */
export const CONNECTED_SUBRESOURCES: readonly string[] = Object.keys(OF_SUBRESOURCES).filter(
  (name) => OF_SUBRESOURCES[name]?.includes('CONNECT'),
);

/**
 * The operations that admission can see of a resource of Kubernetes, or of one of its subresources;
 * reading is never seen. Undefined where nothing is known.
 *
 * @param resource undefined for one that is not Kubernetes' own
 * @param subresource undefined for the resource itself
 */
export function admittedOperations(
  resource: BuiltInResource | undefined,
  subresource: string | undefined,
): readonly string[] | undefined {
  if (subresource !== undefined && subresource !== '') {
    if (resource === undefined && !OF_ANY_RESOURCE.has(subresource)) return undefined;
    return Object.hasOwn(OF_SUBRESOURCES, subresource) ? OF_SUBRESOURCES[subresource] : undefined;
  }
  if (resource === undefined) return undefined;
  if (resource.resource === 'componentstatuses') return [];
  return CREATED_ONLY.has(resource.resource) ? ['CREATE'] : ['CREATE', 'UPDATE', 'DELETE'];
}
