import { isMapping, type Value } from '../../yaml/tree.ts';
import { definitionNameOf } from '../kubernetes/definition-name.ts';
import type { Minor } from '../kubernetes/minors.ts';
import type { ObjectMeta } from '../kubernetes/types.generated.ts';
import { type Decoded, type DecodeOptions, decode } from './decode.ts';

/** The `metadata` of an object whose kind has no type of its own, as the server decodes it. */
export interface DecodedMetadata extends Pick<Decoded, 'problems' | 'undecodable' | 'isPruned'> {
  readonly value: ObjectMeta;
}

/**
 * Decodes the `metadata` of a custom resource or an embedded object, which the server does strictly, as for built-in
 * kinds. Numbers are written again first, so that `1.0` is an integer.
 *
 * @param metadata undefined if the object has none
 * @param options.at the path of the object in its document, to which the paths of problems are relative
 */
export function decodeMetadata(
  metadata: Value | undefined,
  minor: Minor,
  options: DecodeOptions = {},
): DecodedMetadata {
  // A copy has no marks of how numbers were written.
  const object =
    metadata === undefined ? {} : { metadata: isMapping(metadata) ? { ...metadata } : metadata };
  const { value, ...decoded } = decode(OBJECT, object, minor, options);
  // As decoded, the metadata has the type that the definition describes.
  return { ...decoded, value: (value.metadata ?? {}) as unknown as ObjectMeta };
}

/** All kinds have the same metadata, and this one has no other required field. */
const OBJECT = definitionNameOf('v1', 'LimitRange');
