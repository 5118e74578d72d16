import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Tests measure no time: only what hangs may fail for it, however busy the machine is.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
