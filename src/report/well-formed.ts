/** A text with U+FFFD for each half of a surrogate pair that is alone, which neither UTF-8 nor URIs can have. */
export function wellFormed(text: string): string {
  return text.replace(
    /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
    '\ufffd',
  );
}
