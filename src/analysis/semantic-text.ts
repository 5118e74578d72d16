/**
 * A text of a value that is the same for values that the server takes for equal: empty lists and objects count as
 * absent, and the order of keys does not matter.
 *
 * Source: `Semantic.DeepEqual` of `k8s.io/apimachinery/pkg/api/equality`. Quantities are compared as they are written.
 */
export function semanticText(value: unknown): string {
  return JSON.stringify(normalized(value) ?? null);
}

function normalized(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return value ?? undefined;
  if (Array.isArray(value)) {
    return value.length === 0 ? undefined : value.map((item) => normalized(item) ?? null);
  }
  const entries = Object.entries(value)
    .map(([key, member]) => [key, normalized(member)] as const)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
