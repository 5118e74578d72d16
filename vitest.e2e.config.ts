import { defineConfig } from 'vitest/config';

/** Tests of the built command; `npm run test:e2e` builds it first. */
export default defineConfig({
  test: {
    include: ['test/e2e/**/*.e2e.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: '100%',
  },
});
