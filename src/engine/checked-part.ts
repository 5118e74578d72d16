import type { DocumentIdentity } from '../result/verdict.ts';
import type { Suppression } from '../suppress/suppression.ts';
import type { PartReference } from '../yaml/index.ts';
import type { CustomKindDefinition } from './custom-kinds.ts';
import type { Draft } from './draft.ts';
import type { ResourceReference } from './open-part.ts';
import type { SourceText } from './source-text.ts';

/** What is known of a part of a text when its objects have been checked one by one. */
export interface CheckedPart extends CheckedObjects {
  readonly suppressions: readonly Suppression[];
}

/** The part of that which comes from checking the objects. */
export interface CheckedObjects {
  readonly source: SourceText;
  /** Which part of the text it is. */
  readonly part: PartReference;
  /** The objects in it, or one entry for a part that cannot be read. */
  readonly documents: readonly DocumentIdentity[];
  /** Whether the part can be read; if not, no verdict on it depends on findings. */
  readonly isReadable: boolean;
  /** Whether it reaches the server as it is (JSON), so that a key given twice is refused. */
  readonly isSentVerbatim: boolean;
  readonly drafts: readonly Draft[];
  /** The kinds that its CRDs define, where the server would accept those. */
  readonly definitions: readonly CustomKindDefinition[];
  /** The objects that some rules look at again when all sources have been read. */
  readonly pending: readonly ResourceReference[];
}
