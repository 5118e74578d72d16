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
/** The finest power of ten that the server reads the short way. */
const NANO = -9n;

/**
 * What the server has against a quantity (`500m`, `2Gi`, `1e3`); undefined for a good one. Blanks
 * around it are fine, none inside; every digit may be missing (`.` and `+` are zero, but not with
 * a suffix so large or small that the server must calculate with it).
 * https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity/
 */
export function quantityProblem(text: string): QuantityProblem | undefined {
  const trimmed = text.replace(BLANKS, '');
  if (trimmed === '') return 'format';
  const match = SHAPE.exec(trimmed);
  if (match === null) return 'format';
  const [, , whole = '', fraction = '', suffix = ''] = match;
  const hasDigits = whole !== '' || fraction !== '';
  if (SUFFIXES.has(suffix)) {
    return !hasDigits && (suffix === 'Pi' || suffix === 'Ei') ? 'number' : undefined;
  }
  const exponentText = /^[eE]([+-]?\d+)$/.exec(suffix)?.[1];
  if (exponentText === undefined) return 'suffix';
  const exponent = BigInt(exponentText.replace('+', ''));
  if (exponent >= LARGEST_EXPONENT || exponent < -LARGEST_EXPONENT) return 'suffix';
  // The server keeps the lowest 32 bits of the exponent.
  return !hasDigits && BigInt.asIntN(32, exponent) < NANO ? 'number' : undefined;
}
