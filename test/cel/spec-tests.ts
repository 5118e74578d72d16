import type { IncrementalTest, IncrementalTestSuite } from '@bufbuild/cel-spec/testdata/tests.js';

/** A test of a suite of cel-go or of the CEL specification. */
export interface NamedTest {
  /** The names of the suites around the test and its own, with slashes. */
  readonly name: string;
  readonly test: IncrementalTest;
}

/** The tests of a suite and of the suites in it. */
export function testsOf(suite: IncrementalTestSuite, path = ''): readonly NamedTest[] {
  const name = path === '' ? suite.name : `${path}/${suite.name}`;
  return [
    ...suite.tests.map((test) => ({ name: `${name}/${test.name}`, test })),
    ...suite.suites.flatMap((inner) => testsOf(inner, name)),
  ];
}
