import { isBase64 } from './base64.ts';
import { base64Bytes, base64Text } from './base64-bytes.ts';

const CERTIFICATE = '-----BEGIN CERTIFICATE-----';

type BundleContent = 'certificates' | 'blank' | 'encoded-twice' | 'other';

/**
 * Classifies a CA bundle: base64 of certificates in PEM format (RFC 7468). Does not parse the certificates.
 *
 * @param base64 valid base64, with or without line breaks
 */
export function bundleContent(base64: string): BundleContent {
  const text = base64Text(base64);
  if (text.includes(CERTIFICATE)) return 'certificates';
  if (text.trim() === '') return 'blank';
  const inner = text.trim();
  return isBase64(inner) && base64Text(inner).includes('-----BEGIN ') ? 'encoded-twice' : 'other';
}

export interface PemBlock {
  /** The type, such as `CERTIFICATE`. */
  readonly type: string;
  readonly hasHeaders: boolean;
  readonly bytes: Uint8Array;
}

/**
 * The blocks of a text in PEM format. Text between the blocks, and blocks that are malformed, are skipped.
 *
 * Source: `Decode` of Go's `encoding/pem`.
 */
export function pemBlocks(text: string): readonly PemBlock[] {
  const blocks: PemBlock[] = [];
  const start = /(?:^|\n)-----BEGIN ([^\n]*?)-----[ \t\r]*(?:\n|$)/g;
  for (let found = start.exec(text); found !== null; found = start.exec(text)) {
    const [, type = ''] = found;
    const afterStart = start.lastIndex;
    // A block may begin with the line break that ends the line of the one before.
    start.lastIndex = Math.max(found.index + 1, afterStart - 1);
    const afterHeaders = endOfHeaders(text, afterStart);
    const hasHeaders = afterHeaders > afterStart;
    const body = text.slice(afterHeaders);
    const end = !hasHeaders && body.startsWith('-----END ') ? 0 : body.indexOf('\n-----END ');
    if (end < 0) continue;
    const endLine = body.slice(end).trimStart();
    const trailer = `-----END ${type}-----`;
    const data = body.slice(0, end).replace(/[ \t]/g, '');
    if (!endLine.startsWith(trailer) || !/^[ \t\r]*(?:\n|$)/.test(endLine.slice(trailer.length)))
      continue;
    if (!isBase64(data)) continue;
    blocks.push({ type, hasHeaders, bytes: base64Bytes(data) });
    start.lastIndex = text.length - endLine.length + trailer.length;
  }
  return blocks;
}

/** The end of the lines with a colon that begin at an offset. */
function endOfHeaders(text: string, start: number): number {
  let at = start;
  while (at < text.length) {
    const lineBreak = text.indexOf('\n', at);
    const end = lineBreak < 0 ? text.length : lineBreak;
    if (!text.slice(at, end).includes(':')) break;
    at = lineBreak < 0 ? end : end + 1;
  }
  return at;
}
