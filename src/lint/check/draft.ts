import type { Cause, Range, RelatedLocation } from '../../result/finding.ts';
import type { Fix } from '../../result/fix.ts';
import type { MessageParameters } from '../../result/message-text.ts';
import type { Minor } from '../../server/kubernetes/minors.ts';

/** The relation of a draft to the answer of the server about the object. */
export type Standing =
  /** It is about the object as the server gets it. */
  | { readonly kind: 'answer' }
  /** The minor does not serve the version of the object, which was read as another one: advice for the migration. */
  | { readonly kind: 'advice'; readonly readAs: string }
  /** The server reports the error for a new object, but not for this update. */
  | { readonly kind: 'overlooked' }
  /** The object does not fit the schema of a catalogue, which may be older or newer than the CRD of the server. */
  | { readonly kind: 'misfit' }
  /** It is about a manifest in a value of the object. */
  | { readonly kind: 'embedded' }
  /** It is about the object as patches change it in some overlays, such as `overlays/prod`. */
  | { readonly kind: 'built'; readonly overlays: string };

/** A finding of a check about one object in one minor, before the other findings are known. */
export interface Draft extends Range {
  readonly rule: string;
  readonly messageId: string;
  readonly minor: Minor;
  /** The position in a List, null outside of one. */
  readonly item: number | null;
  /** The values of the placeholders of the message. */
  readonly values: MessageParameters;
  readonly field: string | null;
  /** Fields that the finding depends on, including all their content. */
  readonly dependsOn: readonly string[];
  /** Fields whose other findings are consequences of this one; `spec.*` is all that is below `spec`. */
  readonly explainsFields: readonly string[];
  readonly related: readonly RelatedLocation[];
  readonly fix: Fix | null;
  readonly standing: Standing;
  /** The error that the API server reports if it reaches this check. Null unless the standing is `answer`. */
  readonly cause: Cause | null;
  /** True if the server fails to decode the object before it reaches this check. */
  readonly onlyIfDecodable: boolean;
  /** True if something was not checked that the server checks, so that the verdict is unknown. */
  readonly isUnknown: boolean;
  /** True if the server checks this only if it finds no other error in the object. */
  readonly onlyIfOtherwiseValid: boolean;
  /** True if the code of the server fails at this point, so that it reports nothing else about the object. */
  readonly crashesServer: boolean;
  /** True if the value has a placeholder, so that neither the error of the server nor the finding is certain. */
  readonly isUnrendered: boolean;
  /** True if the finding depends on another field, which has a placeholder. */
  readonly dependsOnPlaceholder: boolean;
  /** True if the finding is not reported, because the rule is not selected. It only counts for the verdict. */
  readonly isMuted: boolean;
}

/** Reports whether the server refuses the object if it reaches this check. */
export function isRefusal({ cause, crashesServer }: Draft): boolean {
  return crashesServer || (cause !== null && cause !== 'Warning' && cause !== 'DuplicateField');
}

/** Identifies an object of a part, as decoded by one minor. */
export function objectKey(minor: Minor, item: number | null): string {
  return `${minor} ${item}`;
}
