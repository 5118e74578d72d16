import { defineConfig } from 'vitest/config';

/**
 * Tests that change the worker they run in: they replace modules, which all its test files would see, or count what is
 * executed, which makes all code in it slower from then on.
 */
const NEEDING_A_WORKER = [
  'test/**/crash.test.ts',
  'test/fix/installation-fixes.test.ts',
  'test/fuzz/growing.test.ts',
  'test/growth/*.test.ts',
  'test/performance/*.test.ts',
];

export default defineConfig({
  test: {
    // Tests measure no time: only what hangs may fail for it, however busy the machine is.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // By default, one core is left idle.
    maxWorkers: '100%',
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
