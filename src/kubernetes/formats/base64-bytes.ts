const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The value of each letter by its code; undefined for what is no letter of base64. */
const VALUES: readonly (number | undefined)[] = Array.from({ length: 128 }, (_, code) => {
  const value = ALPHABET.indexOf(String.fromCharCode(code));
  return value < 0 ? undefined : value;
});

/**
 * The bytes that a base64 text stands for (RFC 4648, section 4). Line breaks, padding and whatever else
 * is no letter of the alphabet are passed over; `isBase64` tells whether they may be there.
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

/** The bytes that a base64 text stands for, as a text with a character for each byte. */
export function base64Text(text: string): string {
  let decoded = '';
  for (const byte of base64Bytes(text)) decoded += String.fromCharCode(byte);
  return decoded;
}
