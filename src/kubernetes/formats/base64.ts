/**
 * Tells whether a text is base64 as the server decodes it: the standard alphabet with padding; line
 * feeds and carriage returns anywhere are skipped, other white space is not (RFC 4648, section 4).
 */
export function isBase64(text: string): boolean {
  const dense = /[\r\n]/.test(text) ? text.replace(/[\r\n]/g, '') : text;
  return dense.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(dense);
}
