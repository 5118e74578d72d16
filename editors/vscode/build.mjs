// Bundles the extension, and copies the built kubeadmit into it:
//   npm ci && npm run build && (cd editors/vscode && npm install && npm run build && npm run package)
import { copyFileSync, cpSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';

const extension = import.meta.dirname;
const repository = resolve(extension, '../..');
const dist = join(extension, 'dist');

rmSync(dist, { recursive: true, force: true });
await build({
  absWorkingDir: extension,
  entryPoints: ['src/extension.mjs'],
  outfile: join(dist, 'extension.cjs'),
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  minify: true,
  external: ['vscode'],
});
cpSync(join(repository, 'dist'), join(dist, 'kubeadmit'), {
  recursive: true,
  // The extension needs the command only, not the library or the manual.
  filter: (path) => !/\.(?:mjs|d\.c?ts|1)$|[\\/](?:types|(?:index|browser)\.c?js)$/.test(path),
});
copyFileSync(join(repository, 'LICENSE'), join(extension, 'LICENSE'));
