import { DER_TAG, derElements, derHex, derSequence } from './der.ts';
import { pemBlocks } from './pem.ts';
import { rsaModulus } from './public-key.ts';
import { readCertificate } from './x509.ts';

/** The error of a certificate and its private key. */
type KeyPairProblem =
  | 'no-certificate'
  | 'no-key'
  | 'malformed-certificate'
  | 'malformed-key'
  | 'other-key';

/**
 * The error of a certificate and its private key, both in PEM format; undefined for a valid pair. Of keys, only the
 * modulus of RSA is compared.
 *
 * Source: `X509KeyPair` of Go's `crypto/tls`.
 */
export function keyPairProblem(certificates: string, keys: string): KeyPairProblem | undefined {
  const certificate = pemBlocks(certificates).find(({ type }) => type === 'CERTIFICATE');
  if (certificate === undefined) return 'no-certificate';
  const key = pemBlocks(keys).find(({ type }) => /(?:^| )PRIVATE KEY$/.test(type));
  if (key === undefined) return 'no-key';
  const publicKey = readCertificate(certificate.bytes)?.publicKey;
  if (publicKey === undefined) return 'malformed-certificate';
  const [whole, ...rest] = derElements(key.bytes) ?? [];
  // A key that is encrypted does not begin with a version.
  const [version] = derSequence(whole);
  if (whole === undefined || version?.tag !== DER_TAG.integer || rest.length > 0) {
    return 'malformed-key';
  }
  const modulus = rsaModulus(publicKey);
  return modulus === undefined || derHex(whole).includes(modulus) ? undefined : 'other-key';
}
