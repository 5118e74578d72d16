import type { Cause } from '../../result/finding.ts';
import type { Field } from '../../rule/field.ts';

/** An error of the server, without its words. */
export interface ServerError {
  readonly cause: Cause;
  /** The server's path. */
  readonly field: string;
}

/** An error or a warning of the server about a change. */
export interface ChangeError extends ServerError {
  readonly kind: /** The field cannot change. */
    | 'immutable'
    /** The value cannot change, for a reason. */
    | 'fixed'
    /** A version in which objects may be stored is removed. */
    | 'stored-version'
    /** There is not exactly one version in which objects are stored. */
    | 'storage-version'
    /** A valid CA bundle is replaced by an invalid one. */
    | 'ca-bundle'
    /** A stored address range, which would be refused in a new object. */
    | 'address-range';
  /** The field of the new object. */
  readonly at: Field;
  /** The same field of the stored object; undefined if it has none. */
  readonly before: Field | undefined;
  /** The reason why the value cannot change, as a clause. */
  readonly reason?: string;
  /** The name of the version that the error is about. */
  readonly name?: string;
}
