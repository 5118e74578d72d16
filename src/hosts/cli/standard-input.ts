import { fstatSync } from 'node:fs';

/**
 * Standard input of this process. A reader that stops before its end closes it, so that it does not keep the process
 * alive.
 *
 * @throws Error if it is a folder: Node would read it as empty
 */
export function standardInput(): AsyncIterable<Uint8Array | string> {
  if (fstatSync(0).isDirectory()) {
    throw Object.assign(new Error('standard input is a folder'), { code: 'EISDIR' });
  }
  return {
    [Symbol.asyncIterator]: () => {
      const chunks = process.stdin[Symbol.asyncIterator]();
      return {
        next: () => chunks.next(),
        return: async () => {
          process.stdin.destroy();
          return { done: true, value: undefined };
        },
      };
    },
  };
}
