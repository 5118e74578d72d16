import { pathSegmentProblems } from '../../server/kubernetes/formats/path-segment.ts';
import type { ObjectMeta } from '../../server/kubernetes/types.generated.ts';
import { urlProblem } from '../metadata/names.ts';
import type { Overlooks } from './server-error.ts';

/**
 * The errors in the metadata of an object that the server ignores in an update, for kinds whose updates it does not
 * also validate as new objects. Their names only need to be valid in a URL.
 *
 * Source: `validateCommonFields` in `pkg/registry/rest/update.go` of the API server, and `ValidateObjectMetaUpdate`.
 */
export function overlookedInMetadata({ name = '', generateName = '' }: ObjectMeta): Overlooks {
  const isNameKept = pathSegmentProblems(name).length === 0;
  const isPrefixKept = urlProblem(generateName) === undefined;
  return ({ cause, field }) =>
    cause === 'FieldValueInvalid' &&
    ((field === 'metadata.name' && isNameKept) ||
      (field === 'metadata.generateName' && isPrefixKept));
}
