import type { Cause } from '../../result/finding.ts';
import { isTestData } from './file-role.ts';
import type { Surrounding } from './project-folder.ts';

/** What a test fills in when it runs: a name, and the uid of an object that it has created. */
const COMPLETED_BY_TESTS = /^metadata\.(?:name|ownerReferences\.(?:name|uid))$/;

/** What the server says of a field that is absent or empty; of those of owner references, that they are invalid. */
const isAbsent = (field: string, cause: Cause) =>
  cause === 'FieldValueRequired' ||
  (cause === 'FieldValueInvalid' && field.startsWith('metadata.ownerReferences.'));

/** The address of the webhook that a package of Crossplane brings with it. */
const COMPLETED_BY_CROSSPLANE = /^spec\.conversion\.webhook\.clientConfig(?:\.|$)/;

/**
 * Whether the server refuses an object only because a field is absent that a program completes before it sends the object.
 *
 * @param name of the file, with or without its folder
 * @param surroundings the folder of the file and those above it
 * @param field the path of the field, as the API server writes it
 * @param cause what the server says of the field
 */
export function isCompleted(
  name: string,
  surroundings: readonly Surrounding[],
  field: string,
  cause: Cause,
): boolean {
  if (!isAbsent(field, cause)) return false;
  if (COMPLETED_BY_TESTS.test(field)) return isTestData(name, surroundings);
  return (
    COMPLETED_BY_CROSSPLANE.test(field) &&
    surroundings.some(({ folder }) => folder.isCrossplanePackage)
  );
}
