import { base64Text } from './base64-bytes.ts';
import { contextTag, DER_TAG, type DerElement, derElements, derSequence } from './der.ts';
import { pemBlocks } from './pem.ts';
import { publicKeyProblem } from './public-key.ts';

/** The error of a certificate signing request. */
export type RequestProblem = 'no-pem' | 'malformed';

/**
 * The error of a certificate signing request in PEM format; undefined for a valid one. The public key and the signature
 * are not verified.
 *
 * Source: `ParseCSR` in `pkg/apis/certificates/helpers.go` of Kubernetes.
 *
 * @param base64 valid base64 of the text in PEM format
 */
export function certificateRequestProblem(base64: string): RequestProblem | undefined {
  const [block] = pemBlocks(base64Text(base64));
  if (block?.type !== 'CERTIFICATE REQUEST') return 'no-pem';
  return keyOfRequest(block.bytes) === undefined ? 'malformed' : undefined;
}

/**
 * The error of a certificate signing request for a pod, as a clause; undefined for a valid one. The signature is not
 * verified.
 *
 * Source: `validateStubPKCS10Request` in `pkg/apis/certificates/validation/validation.go` of Kubernetes.
 */
export function stubRequestProblem(der: Uint8Array): string | undefined {
  const key = keyOfRequest(der);
  return key === undefined ? 'it must be a PKCS #10 request in DER format' : publicKeyProblem(key);
}

/** The public key in a request (PKCS #10, RFC 2986); undefined if the request is malformed. */
function keyOfRequest(der: Uint8Array): DerElement | undefined {
  const [request, ...rest] = derElements(der) ?? [];
  const [info, algorithm, signature] = derSequence(request);
  const [version, subject, key, ...attributes] = derSequence(info);
  const isRequest =
    rest.length === 0 &&
    version?.tag === DER_TAG.integer &&
    subject?.tag === DER_TAG.sequence &&
    derSequence(key).length === 2 &&
    attributes.every(({ tag }) => tag === contextTag(0)) &&
    algorithm?.tag === DER_TAG.sequence &&
    signature?.tag === DER_TAG.bitString;
  return isRequest ? key : undefined;
}
