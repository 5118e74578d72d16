import type { DocumentIdentity } from '../../result/verdict.ts';
import { groupAndVersion } from '../../server/kubernetes/api-version.ts';
import { resolveKind } from '../../server/kubernetes/kinds.ts';
import { NEWEST_MINOR } from '../../server/kubernetes/minors.ts';
import { isProgramGroup } from '../../sources/project/program-group.ts';

/** An object whose kind is not built in. */
export interface UnresolvedObject {
  /** The position in a List, null outside of one. */
  readonly item: number | null;
  /** Undefined if the apiVersion is absent or a number: the server cannot decode the object, whatever its group is. */
  readonly group: string | undefined;
  readonly version: string;
  readonly kind: string;
  /** True if the kind may be a misspelled built-in kind, which is reported if no CRD defines it. */
  readonly isMisspelled: boolean;
}

/** The objects whose kinds are not built in, so that a CRD may define them. They are the same in all minors. */
export function unresolvedObjects(
  documents: readonly DocumentIdentity[],
): readonly UnresolvedObject[] {
  return documents.flatMap((document) => unresolvedObject(document) ?? []);
}

function unresolvedObject({
  item,
  apiVersion,
  kind,
  name,
  skipped,
}: DocumentIdentity): UnresolvedObject | undefined {
  if (kind === null) return undefined;
  if (apiVersion === null) {
    // Without a CRD of its kind, it is taken for an object of another program.
    const mayBeCustom = skipped === 'not-kubernetes' && name !== null;
    return mayBeCustom
      ? { item, group: undefined, version: '', kind, isMisspelled: false }
      : undefined;
  }
  if (skipped !== 'unknown-kind' && skipped !== 'nested-list') return undefined;
  const { outcome } = resolveKind(apiVersion, kind, NEWEST_MINOR);
  if (outcome !== 'unknown' && outcome !== 'misspelled') return undefined;
  const { group, version } = groupAndVersion(apiVersion);
  if (isProgramGroup(group)) return undefined;
  return { item, group, version, kind, isMisspelled: outcome === 'misspelled' };
}
