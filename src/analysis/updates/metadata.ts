import type { ObjectMeta } from '../../kubernetes/types.generated.ts';
import { urlProblem } from '../metadata/names.ts';
import type { ServerError } from './server-error.ts';

/**
 * The errors in the metadata of a custom resource that the server overlooks in an update: names need only fit into a
 * URL then.
 *
 * Source: `validateCommonFields` in `pkg/registry/rest/update.go` of the API server.
 */
export function overlookedInMetadata({
  generateName = '',
}: ObjectMeta): (error: ServerError) => boolean {
  const isPrefixKept = urlProblem(generateName) === undefined;
  return ({ cause, field }) =>
    cause === 'FieldValueInvalid' &&
    (field === 'metadata.name' || (field === 'metadata.generateName' && isPrefixKept));
}
