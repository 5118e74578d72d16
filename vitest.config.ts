import { defineConfig } from 'vitest/config';

/** Tests that replace modules, which all test files of one worker would see. */
const REPLACING_MODULES = ['test/**/crash.test.ts'];

export default defineConfig({
  test: {
    // Tests measure no time: only what hangs may fail for it, however busy the machine is.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['test/**/*.test.ts'],
          exclude: REPLACING_MODULES,
          // Loading all rules takes longer than most tests: a worker does it once, not once for each file.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'isolated', include: REPLACING_MODULES } },
    ],
  },
});
