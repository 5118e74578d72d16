import { definitionNameOf } from '../../src/server/kubernetes/definition-name.ts';
import { findKind, servedVersions } from '../../src/server/kubernetes/kinds.ts';
import { NEWEST_MINOR } from '../../src/server/kubernetes/minors.ts';

/** The definition of a kind in the version that the newest minor prefers. */
export function definitionOfKind(kind: string): string {
  const facts = findKind(kind);
  const [apiVersion] = facts === undefined ? [] : servedVersions(facts, NEWEST_MINOR);
  if (apiVersion === undefined) throw new Error(`no kind ${kind}`);
  return definitionNameOf(apiVersion, kind);
}
