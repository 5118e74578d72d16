import { join } from 'node:path';
import { BASE } from './site.ts';

/**
 * The settings of `npm run site:serve`. `vitepress serve` compresses each file anew, with all effort, for each request.
 */
export default {
  base: BASE,
  appType: 'mpa',
  build: { outDir: join(import.meta.dirname, '.vitepress/dist') },
  preview: { host: '127.0.0.1', port: 4173 },
};
