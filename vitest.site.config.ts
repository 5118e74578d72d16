import { defineConfig } from 'vitest/config';

/** Tests of the built site in Chromium; `npm run test:site` builds it first. */
export default defineConfig({
  test: {
    include: ['test/site/**/*.site.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
