import { constants } from 'node:buffer';
import { Transform, type TransformCallback } from 'node:stream';

/** The most bytes of the headers of a message. Those of editors have about 100. */
const MOST = 8 * 1024;

/** The most bytes of the content of a message. A longer one cannot become a string, but would be kept until its end. */
const LONGEST = constants.MAX_STRING_LENGTH;

const END = '\r\n\r\n';

/**
 * Passes messages on, and ends with the first one whose headers or content are too long. The reader of messages looks
 * for the end of the headers from the start with each piece of input, which takes minutes for headers of some
 * megabytes.
 */
export class MessageLimit extends Transform {
  #header = '';
  /** The bytes of the content of a message that are still to come. */
  #left = 0;

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    let at = 0;
    while (at < chunk.length) {
      if (this.#left > 0) {
        const taken = Math.min(this.#left, chunk.length - at);
        this.#left -= taken;
        at += taken;
        continue;
      }
      const before = this.#header.length;
      this.#header += chunk.toString('latin1', at, at + MOST);
      const end = this.#header.indexOf(END);
      if (end < 0 && this.#header.length >= MOST) {
        this.push(null);
        return;
      }
      at += (end < 0 ? this.#header.length : end + END.length) - before;
      if (end < 0) continue;
      this.#left = Number(/^content-length: *(\d+)/im.exec(this.#header.slice(0, end))?.[1] ?? 0);
      this.#header = '';
      if (this.#left > LONGEST) {
        this.push(null);
        return;
      }
    }
    done(null, chunk);
  }
}
