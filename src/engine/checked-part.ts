import type { DocumentIdentity } from '../result/verdict.ts';
import type { Suppression } from '../suppress/suppression.ts';
import type { PartFacts } from '../workspace/part-facts.ts';
import type { PartReference } from '../yaml/index.ts';
import type { CustomKindDefinition } from './custom-kinds.ts';
import type { Draft } from './draft.ts';
import type { OpenDocument, ResourceReference } from './open-part.ts';
import type { SourceText } from './source-text.ts';

/** The result of checking the objects of a part one by one. */
export interface CheckedPart extends CheckedObjects {
  readonly suppressions: readonly Suppression[];
  /** What relates its objects to those of other parts. */
  readonly facts: PartFacts;
  /** What rules about several objects need of it, where that is much less than the part. */
  readonly outline: OpenDocument | undefined;
}

/** The part of the result that the checks of objects make. */
export interface CheckedObjects {
  readonly source: SourceText;
  /** Which part of the text it is. */
  readonly part: PartReference;
  /** The objects in it, or one entry for a part that cannot be read. */
  readonly documents: readonly DocumentIdentity[];
  /** Whether the part can be read; if not, no verdict on it depends on findings. */
  readonly isReadable: boolean;
  /** Whether it is sent to the server unchanged (JSON), so that the server refuses duplicate keys. */
  readonly isSentVerbatim: boolean;
  readonly drafts: readonly Draft[];
  /** The kinds that its CRDs define, if the server accepts the CRDs. */
  readonly definitions: readonly CustomKindDefinition[];
  /** The objects that some rules check again when all sources have been read. */
  readonly pending: readonly ResourceReference[];
  /** The objects of kinds that are not built in, which are checked when all CRDs are known. */
  readonly unresolved: UnresolvedObjects | undefined;
  /** The positions of the objects that replace stored ones. */
  readonly updated?: ReadonlySet<number | null>;
  /** The objects, by minor and item, that are not checked in that minor, but in another one. */
  readonly unjudged?: ReadonlySet<string>;
}

/**
 * A part whose strings are copies: V8 makes most strings of a document without copying, and each would keep the text alive
 * that it is a part of.
 */
export function withoutText(part: CheckedPart): CheckedPart {
  const { documents, drafts, facts, suppressions, unresolved } = part;
  // Other parts of the run know the kinds that are defined.
  return {
    ...part,
    ...structuredClone({ documents, drafts, facts, suppressions, unresolved }),
    definitions: [],
  };
}

/** Objects of a part whose kinds a CRD may define. */
export interface UnresolvedObjects {
  readonly part: PartReference;
  readonly objects: readonly UnresolvedObject[];
}

/** An object whose kind is not built in. */
export interface UnresolvedObject {
  /** The position in a List, null outside of one. */
  readonly item: number | null;
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** Whether it may be a misspelled built-in kind, which is reported if no CRD defines it. */
  readonly isMisspelled: boolean;
}
