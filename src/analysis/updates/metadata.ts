import type { ServerError } from './server-error.ts';

/** The fields that the server validates when an object is created and never again. */
const VALIDATED_ONCE: ReadonlySet<string> = new Set([
  'metadata.name',
  'metadata.generateName',
  'metadata.namespace',
  'metadata.finalizers',
]);

/**
 * Tells which errors in the metadata of a custom resource the server overlooks in an update.
 *
 * Source: `ValidateObjectMetaAccessorUpdate` in `pkg/api/validation/objectmeta.go` of apimachinery.
 */
export function overlookedInMetadata({ cause, field }: ServerError): boolean {
  return cause.startsWith('FieldValue') && VALIDATED_ONCE.has(field);
}
