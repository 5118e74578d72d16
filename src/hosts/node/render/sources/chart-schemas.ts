import { basename, dirname, extname } from 'node:path';
import { unpacked } from '../../crds/archive.ts';
import { readRegularFile } from '../../disk/open-file.ts';
import { reasonOf } from '../../disk/problem.ts';
import { MEGABYTE } from '../../disk/reading.ts';
import { UnpackLimit } from '../../disk/unpack-limit.ts';

/** The most bytes that all packed charts of a run may have when they are unpacked. */
const MOST_UNPACKED = 256 * MEGABYTE;

/** A schema or a packed chart above this many bytes is not read. */
const LARGEST = 16 * MEGABYTE;

/**
 * A reference that leaves a schema, or a letter that is written as an escape, so that a reference can be hidden. Helm
 * reads what such a reference names, whether it is a file of this computer or an address.
 */
const LEADING_OUT = [
  /"\$(?:ref|dynamicRef|recursiveRef)"[ \t\r\n]*:[ \t\r\n]*"(?!#)/,
  /"\$schema"[ \t\r\n]*:[ \t\r\n]*"(?!https?:)/,
  /\\u00(?:24|[46][1-9a-f]|[57][0-9a])/i,
];

/** The first bytes of what is compressed with gzip. */
const GZIP = '\x1f\x8b\x08';

/** The schemas for the values of charts, which may lead Helm to other files. */
export class ChartSchemas {
  readonly #limit = new UnpackLimit(MOST_UNPACKED);
  readonly #problems = new Map<string, string | undefined>();

  /**
   * The reason why a chart with a file must not be rendered; undefined if there is none.
   *
   * @param path absolute
   */
  problemOf(path: string): string | undefined {
    const isSchema = basename(path) === 'values.schema.json';
    const isPacked = extname(path) === '.tgz' && basename(dirname(path)) === 'charts';
    if (!isSchema && !isPacked) return undefined;
    if (!this.#problems.has(path)) this.#problems.set(path, this.#read(path, isPacked));
    return this.#problems.get(path);
  }

  #read(path: string, isPacked: boolean): string | undefined {
    try {
      const read = readRegularFile(path, LARGEST);
      if (read.kind !== 'content') return 'cannot be read';
      const bytes = isPacked ? unpacked(read.content, this.#limit) : Buffer.from(read.content);
      return problemIn(bytes.toString('latin1'));
    } catch (error) {
      return reasonOf(error);
    }
  }
}

/** A packed chart is searched as a whole: readers of archives may differ in where its files begin and end. */
function problemIn(text: string): string | undefined {
  if (text.includes(GZIP)) return 'contains a packed chart';
  return LEADING_OUT.some((pattern) => pattern.test(text))
    ? 'has a schema that refers to other files'
    : undefined;
}
