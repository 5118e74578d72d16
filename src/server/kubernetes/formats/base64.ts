/**
 * Reports whether a string is base64 as the server decodes it (RFC 4648, section 4): the standard alphabet with
 * padding. It may contain line feeds and carriage returns anywhere, but no other white space.
 */
export function isBase64(text: string): boolean {
  const dense = /[\r\n]/.test(text) ? text.replace(/[\r\n]/g, '') : text;
  return dense.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(dense);
}
