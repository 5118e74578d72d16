/** The number of code points in a string. A lone surrogate counts as one. */
export function codePointCount(text: string): number {
  let count = text.length;
  for (let index = 1; index < text.length; index++) {
    const isLow = (text.charCodeAt(index) & 0xfc00) === 0xdc00;
    if (isLow && (text.charCodeAt(index - 1) & 0xfc00) === 0xd800) count--;
  }
  return count;
}

/** The index, in UTF-16 code units, of the code point at an offset; the length of the string if it has fewer. */
export function utf16Index(text: string, codePoints: number): number {
  let index = 0;
  for (let count = 0; count < codePoints && index < text.length; count++) {
    index += (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
  }
  return index;
}
