import type { Source } from '../../../lint/read/source.ts';
import { readArgument } from '../disk/open-file.ts';
import { type UnpackLimit, UnpackProblem } from '../disk/unpack-limit.ts';

interface ArchivedFile {
  /** The path in the archive, with forward slashes. */
  readonly path: string;
  readonly content: Uint8Array;
}

/** The least number of bytes that an archive counts for, as one archive may contain any number of small ones. */
const LEAST_UNPACKED = 64 * 1024;
const BLOCK = 512;
/** The depth to which charts are packed in charts. */
const DEEPEST = 4;

/** Reports whether a file is an archive by its name, which is a packed chart. */
export function isArchive(name: string): boolean {
  return /\.(?:tgz|tar\.gz)$/.test(name);
}

/**
 * Reads the files of a tar archive that is compressed with gzip: the ustar format, with long names of GNU tar and pax.
 *
 * @throws Error if it cannot be unpacked, or the limit is reached
 */
export function* filesInArchive(bytes: Uint8Array, limit: UnpackLimit): Iterable<ArchivedFile> {
  const tar = unpacked(bytes, limit);
  let longName: string | undefined;
  for (let at = 0; at + BLOCK <= tar.length; ) {
    const header = tar.subarray(at, at + BLOCK);
    if (header.every((byte) => byte === 0)) return;
    const size = Number.parseInt(field(header, 124, 12), 8);
    if (!(size >= 0) || at + BLOCK + size > tar.length) throw new Error('the archive is damaged');
    const content = tar.subarray(at + BLOCK, at + BLOCK + size);
    const type = field(header, 156, 1);
    if (type === 'L') longName = field(content, 0, size);
    else if (type === 'x') longName = /(?:^|\n)\d+ path=([^\n]*)\n/.exec(decode(content))?.[1];
    else {
      if (type === '' || type === '0') yield { path: longName ?? nameIn(header), content };
      longName = undefined;
    }
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
}

/**
 * Unpacks what is compressed with gzip.
 *
 * @throws Error if it cannot be unpacked, or the limit is reached
 */
export function unpacked(bytes: Uint8Array, limit: UnpackLimit): Buffer {
  // Loading it takes a tenth of the time of a small file, and few runs read archives.
  const { gunzipSync } = process.getBuiltinModule('node:zlib');
  limit.take(LEAST_UNPACKED);
  let content: Buffer;
  try {
    content = gunzipSync(bytes, { maxOutputLength: Math.max(1, limit.left) });
  } catch (error) {
    const isTooLarge = error instanceof RangeError;
    throw isTooLarge ? new UnpackProblem(limit.problem) : error;
  }
  limit.take(content.length);
  return content;
}

/**
 * Reads the CRDs of a packed Helm chart and of the charts in it: the manifests in their `crds` folders, and templates
 * without actions. Of an archive that is not a chart, all manifests.
 *
 * @param path from the current folder; the names of the sources start with it
 * @param limit for all that the run unpacks
 * @throws Error if it cannot be read or unpacked
 */
export function readArchive(path: string, cwd: string, limit: UnpackLimit): readonly Source[] {
  return openArchive(path, readArgument(path, cwd), limit).sources;
}

interface OpenArchive {
  /** The manifests of a chart, and of the charts in it, that may be CRDs; all manifests of another archive. */
  readonly sources: readonly Source[];
  readonly version?: string | undefined;
}

/**
 * Opens an archive.
 *
 * @param name the beginning of the names of the sources
 * @throws Error if it cannot be unpacked, or the limit is reached
 */
export function openArchive(
  name: string,
  bytes: Uint8Array,
  limit: UnpackLimit,
  depth = 0,
): OpenArchive {
  const files = [...filesInArchive(bytes, limit)];
  const chart = files.find(({ path }) => /^[^/]+\/Chart\.yaml$/.test(path));
  const sources = files.flatMap(({ path, content }): readonly Source[] => {
    const full = `${name}/${path}`;
    if (chart !== undefined && isArchive(path) && depth < DEEPEST) {
      return openArchive(full, content, limit, depth + 1).sources;
    }
    if (!/\.(?:ya?ml|json)$/.test(path)) return [];
    const isUsed =
      chart === undefined || /(?:^|\/)crds\//.test(path) || isPlainTemplate(path, content);
    return isUsed ? [{ name: full, content }] : [];
  });
  if (chart === undefined) return { sources };
  const [, version] = /^version:\s*["']?([\w.+-]+)/m.exec(decode(chart.content)) ?? [];
  return { sources, version };
}

/** Reports whether a file of a chart is a template without actions, which is rendered as it is. */
function isPlainTemplate(path: string, content: Uint8Array): boolean {
  const isRendered = /(?:^|\/)templates\//.test(path) && !/(?:^|\/)_[^/]*$/.test(path);
  return isRendered && !decode(content).includes('{{');
}

function nameIn(header: Uint8Array): string {
  const prefix = field(header, 257, 5) === 'ustar' ? field(header, 345, 155) : '';
  const name = field(header, 0, 100);
  return prefix === '' ? name : `${prefix}/${name}`;
}

/** A field of a header, up to the first NUL. */
function field(bytes: Uint8Array, start: number, length: number): string {
  const all = bytes.subarray(start, start + length);
  const end = all.indexOf(0);
  return decode(end < 0 ? all : all.subarray(0, end)).trim();
}

/** There may be a million texts to decode. */
const DECODER = new TextDecoder();

function decode(bytes: Uint8Array): string {
  return DECODER.decode(bytes);
}
