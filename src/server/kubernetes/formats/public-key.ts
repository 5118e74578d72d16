import { DER_TAG, type DerElement, derElements, derHex, derSequence } from './der.ts';

/** The object identifiers of the types of keys. */
const RSA = '2a864886f70d010101';
const ELLIPTIC = '2a8648ce3d0201';
const ED25519 = '2b6570';

/** The object identifiers of P-256, P-384 and P-521. */
const CURVES: readonly string[] = ['2a8648ce3d030107', '2b81040022', '2b81040023'];

const RSA_SIZES: readonly number[] = [3072, 4096];

/**
 * The error of a public key of a pod (RFC 5280, section 4.1.2.7), as a clause; undefined for one that the server
 * allows. The point of an elliptic curve is not verified.
 *
 * Source: `validateStubPKCS10Request` in `pkg/apis/certificates/validation/validation.go` of Kubernetes.
 */
export function publicKeyProblem(key: DerElement): string | undefined {
  const [algorithm] = derSequence(key);
  const [type, parameters] = derSequence(algorithm);
  const oid = type === undefined ? '' : derHex(type);
  if (oid === ED25519) return undefined;
  if (oid === ELLIPTIC) {
    const isAllowed = parameters !== undefined && CURVES.includes(derHex(parameters));
    return isAllowed ? undefined : 'an elliptic curve key must use P-256, P-384 or P-521';
  }
  const modulus = rsaModulus(key);
  if (modulus === undefined) return 'the key must be an Ed25519, ECDSA or RSA key';
  return RSA_SIZES.includes(modulus.length * 4)
    ? undefined
    : 'an RSA key must have 3072 or 4096 bits';
}

/** The modulus of a public key of RSA (RFC 8017, appendix A.1.1), in hexadecimal digits; undefined for other keys. */
export function rsaModulus(key: DerElement): string | undefined {
  const [algorithm, bits] = derSequence(key);
  const [type] = derSequence(algorithm);
  if (type === undefined || derHex(type) !== RSA || bits?.tag !== DER_TAG.bitString)
    return undefined;
  // The first byte of a bit string is the number of unused bits.
  const [numbers] = derElements(bits.bytes, bits.start + 1, bits.end) ?? [];
  const [modulus] = derSequence(numbers);
  return modulus === undefined ? undefined : derHex(modulus).replace(/^00/, '');
}
