/** Why a text is no quantity: its shape, its suffix, or its number. */
export type QuantityProblem = 'format' | 'suffix' | 'number';

const SHAPE = /^([+-]?)(\d*)(?:\.(\d*))?([eEinumkKMGTP]*(?:[-+]?\d*))$/;
const SUFFIXES: ReadonlySet<string> = new Set([
  '',
  'n',
  'u',
  'm',
  'k',
  'M',
  'G',
  'T',
  'P',
  'E',
  'Ki',
  'Mi',
  'Gi',
  'Ti',
  'Pi',
  'Ei',
]);
// The server trims the JSON text of the string, where tabs and line breaks are escapes and no blanks.
const BLANKS =
  /^[ \u0085\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+|[ \u0085\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+$/g;
const LARGEST_EXPONENT = 2n ** 63n;

/**
 * What the server has against a quantity (`500m`, `2Gi`, `1e3`); undefined for a good one. Blanks
 * around it are fine, none inside; every digit may be missing (`.` and `+` are zero).
 * https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity/
 */
export function quantityProblem(text: string): QuantityProblem | undefined {
  const trimmed = text.replace(BLANKS, '');
  if (trimmed === '') return 'format';
  const match = SHAPE.exec(trimmed);
  if (match === null) return 'format';
  const suffix = match[4] ?? '';
  if (SUFFIXES.has(suffix)) return undefined;
  const exponent = /^[eE]([+-]?\d+)$/.exec(suffix)?.[1];
  if (exponent === undefined) return 'suffix';
  const value = BigInt(exponent.replace('+', ''));
  return value >= LARGEST_EXPONENT || value < -LARGEST_EXPONENT ? 'suffix' : undefined;
}
