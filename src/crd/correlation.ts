import type { StructuralSchema } from './structural.ts';

/**
 * Whether the server correlates the items of a list with those before an update.
 *
 * Source: `pkg/cel/common/maplist.go` of the API server.
 */
export function matchesItems(list: StructuralSchema): boolean {
  return list['x-kubernetes-list-type'] === 'map';
}

/**
 * Whether the server correlates the members of an object or map with those before an update, which
 * it does for all map types that it knows.
 *
 * Source: `MapIsCorrelatable` in `pkg/apiserver/schema/cel/validation.go` of
 * apiextensions-apiserver.
 */
export function matchesMembers(object: StructuralSchema): boolean {
  const mapType = object['x-kubernetes-map-type'];
  return mapType === undefined || mapType === 'granular' || mapType === 'atomic';
}
