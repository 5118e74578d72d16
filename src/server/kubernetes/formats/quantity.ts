/** The reason why a string is not a quantity: its form, its suffix or its number. */
type QuantityProblem = 'format' | 'suffix' | 'number';

const SHAPE = /^([+-]?)(\d*)(?:\.(\d*))?((?:[eEinumkKMGTP]+[-+]?\d*|[-+]\d*)?)$/;
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
// The server trims the string in its JSON form, in which tabs and line breaks are escaped and so not trimmed.
const WHITE_SPACE =
  /^[ \u0085\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+|(?<![ \u0085\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000])[ \u0085\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+$/g;
const MAX_EXPONENT = 2n ** 63n;
/** The smallest power of ten that the server's fast path supports. */
const NANO = -9n;

/**
 * The server's error about a quantity (`500m`, `2Gi`, `1e3`); undefined if it is valid. White space is allowed at both
 * ends. All digits can be missing (`.` and `+` are zero), except with the suffixes that the server's fast path does not
 * support. https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity/
 */
export function quantityProblem(text: string): QuantityProblem | undefined {
  const trimmed = text.replace(WHITE_SPACE, '');
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
  if (exponent >= MAX_EXPONENT || exponent < -MAX_EXPONENT) return 'suffix';
  // The server truncates the exponent to 32 bits.
  return !hasDigits && BigInt.asIntN(32, exponent) < NANO ? 'number' : undefined;
}
