/** A place that CRDs are read from: a file, a folder, or a packed chart or archive. */
export interface SourceName {
  readonly kind: 'path';
  readonly path: string;
}

/**
 * Reads the name of a source, as the command line or a lock has it.
 *
 * @returns the source, or the problem with the name
 */
export function readSourceName(text: string): SourceName | string {
  return /^[a-z][a-z0-9+.-]+:\/\//.test(text)
    ? 'addresses cannot be used; download it first'
    : { kind: 'path', path: text };
}
