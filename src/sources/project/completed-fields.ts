import type { Surrounding } from './project-folder.ts';

/** What names a folder of data for tests: Go ignores `testdata` and folders with an underscore. */
const TEST_DATA = /(?:^|\/)_?testdata\//;

/** What a test fills in when it runs: a name, and the uid of an object that it has created. */
const COMPLETED_BY_TESTS = /^metadata\.(?:name|ownerReferences(?:\[\d+\])?\.(?:name|uid))$/;

/** The address of the webhook that a package of Crossplane brings with it. */
const COMPLETED_BY_CROSSPLANE = /^spec\.conversion\.webhook\.clientConfig(?:\.|$)/;

/**
 * Whether a program completes a required field of the objects in a file before it sends them, so that it may be absent.
 *
 * @param name of the file, with or without its folder
 * @param surroundings the folder of the file and those above it
 * @param field the path of the absent field, as the API server writes it
 */
export function isCompleted(
  name: string,
  surroundings: readonly Surrounding[],
  field: string,
): boolean {
  if (COMPLETED_BY_TESTS.test(field)) {
    return TEST_DATA.test(name) || surroundings.some(({ folder }) => folder.hasTests);
  }
  return (
    COMPLETED_BY_CROSSPLANE.test(field) &&
    surroundings.some(({ folder }) => folder.isCrossplanePackage)
  );
}
