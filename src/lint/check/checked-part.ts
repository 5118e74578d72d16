import type { DocumentIdentity } from '../../result/verdict.ts';
import type { PartFacts } from '../../sources/installations/part-facts.ts';
import type { Delivery } from '../../sources/project/kustomize/delivery.ts';
import type { PartReference } from '../../yaml/index.ts';
import type { CustomKindDefinition } from '../memory/custom-kind-definition.ts';
import type { OpenDocument, ResourceReference } from '../open/open-part.ts';
import type { SourceText } from '../read/source-text.ts';
import type { Suppression } from '../suppress/suppression.ts';
import type { Draft } from './draft.ts';

/** The facts about a part until it is settled. */
export interface CheckedPart {
  readonly source: SourceText;
  /** The part of the text. */
  readonly part: PartReference;
  /** The objects in it, or one entry for a part that cannot be read. */
  readonly documents: readonly DocumentIdentity[];
  /** True if the part can be read. If not, no verdict on it depends on findings. */
  readonly isReadable: boolean;
  readonly drafts: readonly Draft[];
  /** The objects that some rules check again when all sources have been read. */
  readonly pending: readonly ResourceReference[];
  readonly suppressions: readonly Suppression[];
  /**
   * The data of the part that rules about several objects read: the part as a whole, an outline that is kept, or only
   * the facts about its objects.
   */
  readonly outline: OpenDocument | 'whole' | undefined;
  /** The positions of the objects that replace stored ones. */
  readonly updated: ReadonlySet<number | null>;
  /** The objects, by minor and item, that are not checked in that minor, but in another one. */
  readonly unjudged: ReadonlySet<string>;
  /** The objects, by minor and item, that are checked by the schema of a catalogue only. */
  readonly bySchemaOnly: ReadonlySet<string>;
}

/** The objects of no part. */
export const NO_OBJECTS: ReadonlySet<never> = new Set();

/** The findings about the objects of a part, and the kinds that they define. */
export interface ObjectChecks
  extends Pick<CheckedPart, 'documents' | 'drafts' | 'pending' | 'updated'> {
  /** The kinds that its CRDs define, if the server accepts the CRDs. */
  readonly definitions: readonly CustomKindDefinition[];
}

/** The result for the objects of a part in which nothing was found. */
export function unchecked(documents: readonly DocumentIdentity[]): ObjectChecks {
  return { documents, drafts: [], pending: [], updated: NO_OBJECTS, definitions: [] };
}

/** The effects of the objects of a part on the objects of other parts, as its text shows them. */
export interface PartEffects {
  /**
   * The names of the CRDs that controllers create for its objects, and `name/version` for each CRD in a chart template.
   */
  readonly madeCrds: readonly string[];
  /**
   * The resources that the webhooks among its objects change: `plural.group`, with the plural `*` for all of a group.
   */
  readonly mutated: readonly string[];
  /** The changes of kustomizations that its objects of Flux and Argo CD state. */
  readonly deliveries: readonly Delivery[];
}

/** A part whose objects have been checked one by one, with the data that is not kept until it is settled. */
export interface PartResult extends CheckedPart, ObjectChecks, PartEffects {
  /** The facts that relate its objects to the objects of other parts. */
  readonly facts: PartFacts;
}
