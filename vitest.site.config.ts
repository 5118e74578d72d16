import { defineConfig } from 'vitest/config';

/** Tests of the built site in Chromium; `npm run test:site` builds it first. */
export default defineConfig({
  test: {
    include: ['test/site/**/*.site.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: '100%',
    // Tests measure no time: a busy machine may need long for what takes a moment.
    expect: { poll: { timeout: 30_000 } },
  },
});
