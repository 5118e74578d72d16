/** Replaces unpaired surrogates by U+FFFD, as neither UTF-8 nor URIs can contain them. */
export function wellFormed(text: string): string {
  return text.replace(
    /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
    '\ufffd',
  );
}
