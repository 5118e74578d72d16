import { fstatSync } from 'node:fs';
import { isPipe, isTerminal } from './descriptor.ts';
import type { Input } from './host.ts';

/**
 * Standard input of this process. The stream is opened only when it is read. A reader that stops before its end closes
 * it, so that it does not keep the process alive.
 */
export const STANDARD_INPUT: Input = {
  get isTTY() {
    return isTerminal(0);
  },
  get isPipe() {
    return isPipe(0);
  },
  [Symbol.asyncIterator]: chunks,
};

/** @throws Error if standard input is a folder: Node would read it as empty */
function chunks(): AsyncIterator<Uint8Array | string> {
  if (fstatSync(0).isDirectory()) {
    throw Object.assign(new Error('standard input is a folder'), { code: 'EISDIR' });
  }
  const iterator = process.stdin[Symbol.asyncIterator]();
  return {
    next: () => iterator.next(),
    return: async () => {
      process.stdin.destroy();
      return { done: true, value: undefined };
    },
  };
}
