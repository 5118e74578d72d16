import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Tests that change the worker they run in: they replace modules, which all its test files would see, or count what is
 * executed, which makes all code in it slower from then on.
 */
export const NEEDING_A_WORKER = [
  'test/**/crash.test.ts',
  'test/cli/crd-redirects.test.ts',
  'test/fix/installation-fixes.test.ts',
  'test/fuzz/growing.test.ts',
  'test/growth/*.test.ts',
  'test/installations/shared-base.test.ts',
  'test/performance/*.test.ts',
];

/** The files that take longest. Started last, one of them would run alone. */
const LONGEST = [
  'test/conformance/conformance.test.ts',
  'test/growth/growth.test.ts',
  'test/lint/source-store.test.ts',
  'test/conformance/admission.test.ts',
  'test/cel/kept-answers.test.ts',
  'test/editors/recordings.test.ts',
  'test/fix/fix-everything.test.ts',
];

/** Starts the longest files first. Without times of an earlier run, vitest starts the files with the longest text. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification) => {
      const index = LONGEST.findIndex((path) => moduleId.endsWith(path));
      return index < 0 ? LONGEST.length : index;
    };
    return sorted.sort((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  test: {
    // Tests measure no time: only what hangs may fail for it, however busy the machine is.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // By default, one core is left idle.
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst },
    // Transforming all modules takes longer than most tests.
    experimental: { fsModuleCache: true },
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['test/**/*.test.ts'],
          exclude: NEEDING_A_WORKER,
          // Loading all rules takes longer than most tests: a worker does it once, not once for each file.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'isolated', include: NEEDING_A_WORKER } },
    ],
  },
});
