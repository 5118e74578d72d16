import { fstatSync } from 'node:fs';

/**
 * Standard input of this process.
 *
 * @throws Error if it is a folder: Node would read it as empty
 */
export async function* standardInput(): AsyncIterable<Uint8Array | string> {
  if (fstatSync(0).isDirectory()) {
    throw Object.assign(new Error('standard input is a folder'), { code: 'EISDIR' });
  }
  yield* process.stdin;
}
