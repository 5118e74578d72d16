import type { Mapping, Value } from '../../yaml/tree.ts';
import type { SchemaSteps } from '../crd/schema-steps.ts';
import type { ValidationRule } from '../kubernetes/types.generated.ts';
import type { RefusingKeyword } from './implied-keywords.ts';

/**
 * The effect on a stored object that the changed CRD would refuse:
 * - `tolerated`: it can be updated as long as the value stays the same
 * - `pruned`: the value is removed when the object is read
 * - `refused`: no update is accepted until the value is corrected
 */
export type StoredFate = 'tolerated' | 'pruned' | 'refused';

/** A custom resource that the CRD accepts before a change and refuses after it. */
export interface Witness {
  readonly object: Mapping;
  /** The stored object that it replaces, if only an update is refused. */
  readonly stored: Mapping | undefined;
  /** True if the object is refused when its status is written. Only requests for the status do this. */
  readonly ofStatus: boolean;
  readonly fate: StoredFate;
}

/** The part of a schema that a change is about: a keyword, and in lists and maps an entry of it. */
export interface Suspect {
  readonly keyword: RefusingKeyword;
  /** A property that is removed or required. */
  readonly name?: string;
  /** A rule that is new. */
  readonly rule?: ValidationRule;
}

/** A keyword of the schema of a field, before and after a change. */
interface SchemaChange {
  readonly version: string;
  /** The other versions with the same change. */
  readonly alsoIn: readonly string[];
  readonly steps: SchemaSteps;
  /** Other fields with the same change of the same schema. */
  readonly alsoAt: readonly SchemaSteps[];
  /** Undefined if the keyword is absent. */
  readonly before: Value | undefined;
  readonly after: Value | undefined;
}

/** Values that were accepted are now refused, as a witness shows. */
export interface RefusedChange extends SchemaChange {
  readonly kind: 'refused';
  readonly suspect: Suspect;
  readonly witness: Witness;
}

/** Values that were accepted may now be refused. */
export interface UnprovenChange extends SchemaChange {
  readonly kind: 'unproven';
  readonly suspect: Suspect;
}

/** The keywords that give values a meaning, for values that both CRDs accept. */
export type Meaning = 'default' | 'null' | 'list-type' | 'list-map-keys' | 'map-type';

/** The same objects have another meaning. */
export interface MeaningChange extends SchemaChange {
  readonly kind: 'meaning';
  readonly subject: Meaning;
}

/** A version whose requests are now refused. */
export interface VersionChange {
  readonly kind: 'version';
  readonly subject: 'removed' | 'unserved';
  readonly version: string;
  readonly before: Value | undefined;
  readonly after: Value | undefined;
  /** True if objects may be stored in the version, so that the server refuses to remove it. */
  readonly isStored: boolean;
  /** Undefined if no valid object of the version is known. */
  readonly witness: Witness | undefined;
}

/** The parts of a CRD outside of its schemas that a change can be about. */
export type DefinitionSubject =
  | 'group'
  | 'scope'
  | 'plural'
  | 'kind'
  | 'list-kind'
  | 'singular'
  | 'short-names'
  | 'categories'
  | 'conversion'
  | 'storage'
  | 'status'
  | 'scale'
  | 'selectable-fields';

/** A change outside of the schemas. */
export interface DefinitionChange {
  readonly kind: 'definition';
  readonly subject: DefinitionSubject;
  /** The version, where the change is one of a version. */
  readonly version: string | undefined;
  readonly before: Value | undefined;
  readonly after: Value | undefined;
}

/** A change of a CRD that can break its users. */
export type CrdChange =
  | RefusedChange
  | UnprovenChange
  | MeaningChange
  | VersionChange
  | DefinitionChange;
