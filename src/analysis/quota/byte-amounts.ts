import {
  compareQuantities,
  parseQuantity,
  signOfQuantity,
} from '../../server/kubernetes/formats/quantity-value.ts';

/** The reason why an amount of bytes is probably wrong. */
type ByteAmountProblem =
  /** Thousandths of a byte; `number` is the part before the `m`. */
  | { readonly kind: 'milli'; readonly number: string }
  /** Less than a mebibyte, and not zero. */
  | { readonly kind: 'small' };

const BYTE_NAMES =
  /^(requests\.|limits\.)?(memory|storage|ephemeral-storage|hugepages-.*)$|\.storageclass\.storage\.k8s\.io\/requests\.storage$/;

const MEBIBYTE = parseQuantity('1Mi');

/**
 * The reason why an amount of memory or storage in a LimitRange or ResourceQuota is probably wrong. Undefined for a
 * plausible amount and for other resources.
 *
 * @param resource the key of the amount, such as `memory` or `requests.storage`
 * @param text a valid quantity
 */
export function byteAmountProblem(resource: string, text: string): ByteAmountProblem | undefined {
  if (!BYTE_NAMES.test(resource)) return undefined;
  const number = /^\s*\+?(\.*[0-9][0-9.]*)m\s*$/.exec(text)?.[1];
  const amount = parseQuantity(text);
  // Zero is zero in any unit.
  if (signOfQuantity(amount) <= 0) return undefined;
  if (number !== undefined && compareQuantities(amount, MEBIBYTE) < 0) {
    return { kind: 'milli', number };
  }
  return compareQuantities(amount, MEBIBYTE) < 0 ? { kind: 'small' } : undefined;
}
