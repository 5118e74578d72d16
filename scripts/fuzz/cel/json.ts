/** JSON with bigints as numbers. */
export function jsonWithBigints(value: unknown): string {
  // JSON.rawJSON does not exist in all supported releases of Node.js.
  return JSON.stringify(value, (_, part) =>
    typeof part === 'bigint' ? `bigint:${part}` : part,
  ).replaceAll(/"bigint:(-?\d+)"/g, '$1');
}
