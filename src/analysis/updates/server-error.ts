import type { Cause } from '../../result/finding.ts';
import type { Field } from '../../rule/field.ts';

/** An error of the server, without its words. */
export interface ServerError {
  readonly cause: Cause;
  /** The server's path. */
  readonly field: string;
}

/** Reports whether the server ignores an error in an update. */
export type Overlooks = (error: ServerError) => boolean;

/** For an update in which the server reports all errors. */
export const overlooksNothing: Overlooks = () => false;

/** Some errors of the server. */
export interface ErrorPattern {
  /** The server's paths. */
  readonly field: RegExp;
  /** The cause of the errors; any if there is none. */
  readonly cause?: Cause;
}

/** Reports whether an error is one of those that a pattern describes. */
export function matches({ field, cause }: ErrorPattern, error: ServerError): boolean {
  return (cause === undefined || cause === error.cause) && field.test(error.field);
}

/** A field of an object that is updated. */
interface ChangedField extends ServerError {
  /** The field of the new object. */
  readonly at: Field;
  /** The same field of the stored object. */
  readonly before: Field;
}

/** A value that cannot change, for a reason. */
interface FixedValue extends ChangedField {
  readonly kind: 'fixed';
  /** The reason as a clause. */
  readonly reason: string;
}

/** A change that the server refuses for other reasons. */
interface RefusedChange extends ChangedField {
  readonly kind: /** The field cannot change. */
    | 'immutable'
    /** There is not exactly one version in which objects are stored. */
    | 'storage-version'
    /** A valid CA bundle is replaced by an invalid one. */
    | 'ca-bundle';
}

/** A version in which objects may be stored is removed. */
interface RemovedVersion extends ChangedField {
  readonly kind: 'stored-version';
  readonly name: string;
}

/** A stored address range, which would be refused in a new object. */
interface StoredRange extends ServerError {
  readonly kind: 'address-range';
  /** The range in the new object. */
  readonly at: Field;
}

/** An error or a warning of the server about a change. */
export type ChangeError = FixedValue | RefusedChange | RemovedVersion | StoredRange;

/** The error of a value that cannot change. */
export function fixedValue(
  before: Field,
  at: Field,
  cause: Cause = 'FieldValueInvalid',
  {
    field = at.path,
    reason = 'it is fixed when the object is created',
  }: { readonly field?: string | undefined; readonly reason?: string } = {},
): FixedValue {
  return { kind: 'fixed', cause, field, at, before, reason };
}
