import { base64Of } from '../../kubernetes/formats/base64-bytes.ts';
import { type Draft, ensureStruct, structIn } from './draft.ts';

/**
 * Moves `stringData` to `data`, as the server does when it reads a Secret.
 *
 * Source: `Convert_v1_Secret_To_core_Secret` in `pkg/apis/core/v1/conversion.go` of Kubernetes.
 */
export function secretData(secret: Draft): void {
  const strings = structIn(secret, 'stringData');
  delete secret.stringData;
  for (const [key, text] of Object.entries(strings ?? {})) {
    if (typeof text === 'string')
      ensureStruct(secret, 'data')[key] = base64Of(new TextEncoder().encode(text));
  }
}
