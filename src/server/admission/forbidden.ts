import { goQuote } from '../../base/go/quote.ts';
import { isMapping } from '../../yaml/tree.ts';
import { resourceName } from '../kubernetes/resources.ts';
import type { AdmissionRequest } from './request.ts';

/**
 * The server's message for a request that admission refuses.
 *
 * Source: `NewForbidden` in `pkg/admission/errors.go` of the API server, and in `pkg/api/errors` of apimachinery.
 */
export function forbiddenMessage(request: AdmissionRequest, reason: string): string {
  const named = resourceName(request.resource);
  return `${named} ${goQuote(nameInError(request))} is forbidden: ${reason}`;
}

function nameInError({ name, object }: AdmissionRequest): string {
  if (name !== '') return name;
  const metadata = object?.metadata;
  if (!isMapping(metadata)) return 'Unknown';
  for (const known of [metadata.name, metadata.generateName]) {
    if (typeof known === 'string' && known !== '') return known;
  }
  return 'Unknown';
}
