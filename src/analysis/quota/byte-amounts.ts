import {
  compareQuantities,
  parseQuantity,
  signOfQuantity,
} from '../../kubernetes/formats/quantity-value.ts';

/** What tells that an amount of bytes was meant as another one. */
export type ByteAmountProblem =
  /** Thousandths of a byte; `number` is what stands before the `m`. */
  | { readonly kind: 'milli'; readonly number: string }
  /** Less than a mebibyte, and not zero. */
  | { readonly kind: 'small' };

const BYTE_NAMES =
  /^(requests\.|limits\.)?(memory|storage|ephemeral-storage|hugepages-.*)$|\.storageclass\.storage\.k8s\.io\/requests\.storage$/;

const MEBIBYTE = parseQuantity('1Mi');

/**
 * What is odd about an amount of memory or storage, by the name of the resource in a LimitRange or
 * ResourceQuota; undefined for other resources and for an amount that makes sense.
 *
 * @param text a quantity that `quantityProblem` has nothing against
 */
export function byteAmountProblem(resource: string, text: string): ByteAmountProblem | undefined {
  if (!BYTE_NAMES.test(resource)) return undefined;
  const number = /^\s*\+?([0-9.]*[0-9][0-9.]*)m\s*$/.exec(text)?.[1];
  const amount = parseQuantity(text);
  // Zero is zero in any unit.
  if (signOfQuantity(amount) <= 0) return undefined;
  if (number !== undefined && compareQuantities(amount, MEBIBYTE) < 0) {
    return { kind: 'milli', number };
  }
  return compareQuantities(amount, MEBIBYTE) < 0 ? { kind: 'small' } : undefined;
}
