import { base64Bytes } from './base64-bytes.ts';
import {
  contextTag,
  DER_TAG,
  type DerElement,
  derContent,
  derElements,
  derHex,
  derSequence,
} from './der.ts';

/** The facts about a certificate of a CA bundle. */
export interface Certificate {
  readonly notBefore: Date;
  readonly notAfter: Date;
  /** True if the extensions declare that the certificate can sign other certificates. */
  readonly isMarkedAsAuthority: boolean;
  /** True if it is marked so, or if its version has no extensions. */
  readonly isAuthority: boolean;
  /** True if the issuer and the subject are the same. */
  readonly selfIssued: boolean;
  readonly publicKey: DerElement;
}

const BEGIN = '-----BEGIN CERTIFICATE-----';
const END = '-----END CERTIFICATE-----';

/** Object identifier 2.5.29.19. */
const BASIC_CONSTRAINTS = '551d13';

/**
 * Parses the certificates in a PEM file (RFC 7468). Like Go's `CertPool.AppendCertsFromPEM`, skips
 * those that are malformed. Signatures and keys are not parsed.
 */
export function readCertificates(pem: string): readonly Certificate[] {
  const certificates: Certificate[] = [];
  let at = 0;
  for (;;) {
    const begin = pem.indexOf(BEGIN, at);
    if (begin < 0) return certificates;
    const end = pem.indexOf(END, begin);
    if (end < 0) return certificates;
    const body = pem.slice(begin + BEGIN.length, end);
    // Go skips blocks with headers.
    const certificate = body.includes(':') ? undefined : readCertificate(base64Bytes(body));
    if (certificate !== undefined) certificates.push(certificate);
    at = end + END.length;
  }
}

/** Parses the DER form of a certificate (RFC 5280, section 4.1). Undefined if it is malformed. */
export function readCertificate(der: Uint8Array): Certificate | undefined {
  const [whole, ...rest] = derElements(der) ?? [];
  const [tbs] = derSequence(whole);
  const fields = derSequence(tbs);
  const versioned = fields[0]?.tag === contextTag(0);
  const [serial, , issuer, validity, subject, publicKey] = versioned ? fields.slice(1) : fields;
  if (serial?.tag !== DER_TAG.integer || issuer === undefined || subject === undefined) {
    return undefined;
  }
  if (publicKey === undefined || rest.length > 0) return undefined;
  const [notBefore, notAfter] = derSequence(validity).map(timeOf);
  if (notBefore === undefined || notAfter === undefined) return undefined;
  const isMarked = isMarkedAsAuthority(fields);
  return {
    notBefore,
    notAfter,
    isMarkedAsAuthority: isMarked,
    isAuthority: isMarked || !versioned,
    selfIssued: derHex(issuer) === derHex(subject),
    publicKey,
  };
}

/** Parses `YYMMDDHHMMSSZ`, where 50 is 1950, or the form with a year of four digits. */
function timeOf({ tag, bytes, start, end }: DerElement): Date | undefined {
  let text = '';
  for (const byte of bytes.subarray(start, end)) text += String.fromCharCode(byte);
  if (tag === DER_TAG.utcTime) text = `${Number(text.slice(0, 2)) < 50 ? '20' : '19'}${text}`;
  else if (tag !== DER_TAG.generalizedTime) return undefined;
  const match = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})Z$/.exec(text);
  if (match === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1)
    .map(Number);
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second));
}

/** Reports whether the extensions contain basic constraints with `cA` set (RFC 5280, section 4.2.1.9). */
function isMarkedAsAuthority(fields: readonly DerElement[]): boolean {
  const marked = fields.find(({ tag }) => tag === contextTag(3));
  const [list] = marked === undefined ? [] : (derContent(marked) ?? []);
  for (const extension of derSequence(list)) {
    const [id, ...rest] = derSequence(extension);
    const value = rest.find(({ tag }) => tag === DER_TAG.octetString);
    if (id === undefined || value === undefined || derHex(id) !== BASIC_CONSTRAINTS) continue;
    const [constraints] = derContent(value) ?? [];
    const [isAuthority] = derSequence(constraints);
    return isAuthority?.tag === DER_TAG.boolean && derHex(isAuthority) !== '00';
  }
  return false;
}
