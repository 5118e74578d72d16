import {
  ADMISSION_KINDS,
  type AdmissionKind,
  WEBHOOK_KINDS,
} from '../../analysis/admission/policy-kinds.ts';
import type { DocumentIdentity } from '../../result/verdict.ts';
import type { Origin } from '../../rule/origin.ts';
import type { Resource } from '../../rule/resource.ts';
import type { ObjectUpdate } from '../../server/admission/objects/stored-object.ts';
import type { GroupVersionKind } from '../../server/kubernetes/api-version.ts';
import type { Mapping } from '../../server/kubernetes/value.ts';
import type { SourceText } from '../read/source-text.ts';

/** An object of the input as the server reads it. */
export interface OpenedObject {
  readonly identity: DocumentIdentity;
  readonly origin: Origin;
  readonly kind: GroupVersionKind;
  /** The plural name of its kind. */
  readonly resource: string;
  readonly isNamespaced: boolean;
  /** The object as it is created: with defaults and system fields, in the form that expressions see. */
  readonly object: Mapping;
  /** The object as it replaces a stored one, and the stored one; undefined if it cannot be updated. */
  readonly update?: (stored: Mapping) => ObjectUpdate;
}

/** A policy or binding of the input that the server accepts. */
export interface AcceptedPolicyPart {
  readonly resource: Resource<AdmissionKind>;
  readonly source: SourceText;
}

/** The kinds whose objects admission policies do not apply to. */
export const EXEMPT_KINDS: ReadonlySet<string> = new Set([...ADMISSION_KINDS, ...WEBHOOK_KINDS]);
