import { base64Text } from './base64-bytes.ts';
import { contextTag, DER_TAG, type DerElement, derContent, derElements } from './der.ts';
import { pemBlocks } from './pem.ts';

const BIT_STRING = 0x03;

/** The error of a certificate signing request. */
export type RequestProblem = 'no-pem' | 'malformed';

/**
 * The error of a certificate signing request (PKCS #10, RFC 2986) in PEM format; undefined for a valid one. The public key
 * and the signature are not verified.
 *
 * Source: `ParseCSR` in `pkg/apis/certificates/helpers.go` of Kubernetes.
 *
 * @param base64 valid base64 of the text in PEM format
 */
export function certificateRequestProblem(base64: string): RequestProblem | undefined {
  const [block] = pemBlocks(base64Text(base64));
  if (block?.type !== 'CERTIFICATE REQUEST') return 'no-pem';
  const [request, ...rest] = derElements(block.bytes) ?? [];
  const [info, algorithm, signature] = sequence(request);
  const [version, subject, key, ...attributes] = sequence(info);
  const isRequest =
    rest.length === 0 &&
    version?.tag === DER_TAG.integer &&
    subject?.tag === DER_TAG.sequence &&
    sequence(key).length === 2 &&
    attributes.every(({ tag }) => tag === contextTag(0)) &&
    algorithm?.tag === DER_TAG.sequence &&
    signature?.tag === BIT_STRING;
  return isRequest ? undefined : 'malformed';
}

function sequence(element: DerElement | undefined): readonly DerElement[] {
  return element?.tag === DER_TAG.sequence ? (derContent(element) ?? []) : [];
}
