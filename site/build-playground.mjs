import { cpSync, mkdirSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';

const repository = resolve(import.meta.dirname, '..');
const source = join(import.meta.dirname, 'playground');

/** The files of the package that the library for browsers consists of: its module, and the packs that it loads. */
const isOfLibrary = (name) => name === 'browser.mjs' || /^[\w-]+\.js$/.test(name);

/**
 * Builds the playground into a folder: the page, its scripts, and the library for browsers as it is published.
 *
 * @param target the folder
 */
export async function buildPlayground(target) {
  mkdirSync(join(target, 'kubeadmit'), { recursive: true });
  for (const name of ['index.html', 'style.css']) cpSync(join(source, name), join(target, name));
  const dist = join(repository, 'dist');
  for (const name of readdirSync(dist).filter(isOfLibrary)) {
    cpSync(join(dist, name), join(target, 'kubeadmit', name));
  }
  await build({
    entryPoints: ['main.ts', 'worker.ts'].map((name) => join(source, name)),
    outdir: target,
    bundle: true,
    format: 'esm',
    target: 'es2023',
    minify: true,
    charset: 'utf8',
    logLevel: 'warning',
    alias: { 'kubeadmit/browser': './kubeadmit/browser.mjs' },
    external: ['./kubeadmit/*'],
  });
}
