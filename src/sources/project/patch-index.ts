import { indexBy } from '../../base/index-by.ts';
import type { ChangedFields } from './changed-fields.ts';
import type { KustomizePatch } from './kustomize-patch.ts';
import { matchesTarget, type PatchCandidate, type PatchTarget } from './patch-target.ts';

/** The patches of a kustomization by the names of their targets, so that not each is compared with each object. */
export class PatchIndex {
  readonly #byName: ReadonlyMap<string | undefined, readonly KustomizePatch[]>;

  constructor(patches: readonly KustomizePatch[]) {
    this.#byName = indexBy(patches, ({ target }) => [onlyName(target)]);
  }

  /** The fields that are changed by the patches of an object. */
  applied(candidate: PatchCandidate): readonly ChangedFields[] {
    return [...new Set([undefined, ...candidate.names])]
      .flatMap((name) => this.#byName.get(name) ?? [])
      .flatMap(({ target, fields }) => (matchesTarget(target, candidate) ? [fields] : []));
  }
}

/** A regular expression that matches itself only. */
const LITERAL = /^[\w-]+$/;

/** The only name that a target matches; undefined if it may match several. */
function onlyName({ name, isPattern }: PatchTarget): string | undefined {
  return name === undefined || !isPattern || LITERAL.test(name) ? name : undefined;
}
