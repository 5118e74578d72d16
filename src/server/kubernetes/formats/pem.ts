import { isBase64 } from './base64.ts';
import { base64Text } from './base64-bytes.ts';

const CERTIFICATE = '-----BEGIN CERTIFICATE-----';

/** The content of a CA bundle. */
export type BundleContent = 'certificates' | 'blank' | 'encoded-twice' | 'other';

/**
 * Classifies a CA bundle: base64 of certificates in PEM format (RFC 7468). Does not parse the
 * certificates.
 *
 * @param base64 valid base64, with or without line breaks
 */
export function bundleContent(base64: string): BundleContent {
  const text = base64Text(base64);
  if (text.includes(CERTIFICATE)) return 'certificates';
  if (text.trim() === '') return 'blank';
  const inner = text.trim();
  return isBase64(inner) && base64Text(inner).includes('-----BEGIN ') ? 'encoded-twice' : 'other';
}
