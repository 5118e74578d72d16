/**
 * The keys and positions in a JSON Pointer, without their escapes. An empty pointer has none.
 *
 * Source: https://www.rfc-editor.org/rfc/rfc6901
 */
export function tokensOfPointer(pointer: string): readonly string[] {
  const tokens = pointer.split('/').slice(1);
  return tokens.map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}
