import { indexBy } from '../../../base/index-by.ts';
import { matchesTarget, type PatchCandidate, type PatchTarget } from './patch-target.ts';

/** The patches of a kustomization by the names of their targets, so that not each is compared with each object. */
export class PatchIndex<P extends { readonly target: PatchTarget }> {
  readonly #byName: ReadonlyMap<string | undefined, readonly P[]>;

  constructor(patches: readonly P[]) {
    this.#byName = indexBy(patches, ({ target }) => [onlyName(target)]);
  }

  get isEmpty(): boolean {
    return this.#byName.size === 0;
  }

  /** The patches of an object, in no order. */
  applied(candidate: PatchCandidate): readonly P[] {
    return [...new Set([undefined, ...candidate.names])]
      .flatMap((name) => this.#byName.get(name) ?? [])
      .filter(({ target }) => matchesTarget(target, candidate));
  }
}

/** A regular expression that matches itself only. */
const LITERAL = /^[\w-]+$/;

/** The only name that a target matches; undefined if it may match several. */
function onlyName({ name, isPattern }: PatchTarget): string | undefined {
  return name === undefined || !isPattern || LITERAL.test(name) ? name : undefined;
}
