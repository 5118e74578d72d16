const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The value of each character of the base64 alphabet by its code; undefined for other characters. */
const VALUES: readonly (number | undefined)[] = Array.from({ length: 128 }, (_, code) => {
  const value = ALPHABET.indexOf(String.fromCharCode(code));
  return value < 0 ? undefined : value;
});

/**
 * Decodes base64 (RFC 4648, section 4). Skips line breaks, padding and all other characters outside
 * of the alphabet; `isBase64` checks them.
 */
export function base64Bytes(text: string): Uint8Array {
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let length = 0;
  let bits = 0;
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const value = VALUES[text.charCodeAt(at)];
    if (value === undefined) continue;
    bits = ((bits << 6) | value) & 0xffff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes[length++] = (bits >> count) & 0xff;
  }
  return bytes.subarray(0, length);
}

/** Encodes bytes in base64 (RFC 4648, section 4), with padding. */
export function base64Of(bytes: Iterable<number>): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

/** Decodes base64 to a byte string: each character is one byte. */
export function base64Text(text: string): string {
  let decoded = '';
  for (const byte of base64Bytes(text)) decoded += String.fromCharCode(byte);
  return decoded;
}
