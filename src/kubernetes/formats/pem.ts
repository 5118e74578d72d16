import { isBase64 } from './base64.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const CERTIFICATE = '-----BEGIN CERTIFICATE-----';

/** What the bytes of a CA bundle turn out to be. */
export type BundleContent = 'certificates' | 'blank' | 'encoded-twice' | 'other';

/**
 * Looks into a CA bundle, base64 of certificates in PEM form (RFC 7468), for the outermost: the
 * certificates themselves are not read.
 *
 * @param base64 good base64, line breaks allowed
 */
export function bundleContent(base64: string): BundleContent {
  const text = decodedText(base64);
  if (text.includes(CERTIFICATE)) return 'certificates';
  if (text.trim() === '') return 'blank';
  const inner = text.trim();
  return isBase64(inner) && decodedText(inner).includes('-----BEGIN ') ? 'encoded-twice' : 'other';
}

/** The bytes of base64 as a text of one character each. */
function decodedText(base64: string): string {
  let text = '';
  let bits = 0;
  let count = 0;
  for (const character of base64) {
    const value = ALPHABET.indexOf(character);
    if (value < 0) continue;
    bits = ((bits << 6) | value) & 0xfffff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    text += String.fromCharCode((bits >> count) & 0xff);
  }
  return text;
}
