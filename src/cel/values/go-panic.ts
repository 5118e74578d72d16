/** The reason where a pointer is nil. */
export const NIL_DEREFERENCE = 'runtime error: invalid memory address or nil pointer dereference';

/** Thrown where the server's code panics: the evaluation ends with this error, which `||` and others do not absorb. */
export class GoPanic {
  readonly exceeded = undefined;
  readonly message: string;

  /** @param reason the message of Go, such as `runtime error: hash of unhashable type types.Bytes` */
  constructor(reason: string) {
    this.message = `internal error: ${reason}`;
  }
}
