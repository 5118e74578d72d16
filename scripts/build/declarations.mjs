import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';

/**
 * Writes the declarations of the modules of the library: one file for each module, and one file with the types that
 * several modules use. They have no types but those that the exports of the modules need.
 *
 * @param {string} repository the folder of `tsconfig.build.json`
 * @param {string} dist the folder to write to
 * @param {Readonly<Record<string, string>>} modules for each module, the folder of its source in `src/hosts/`
 */
export async function writeDeclarations(repository, dist, modules) {
  const all = mkdtempSync(join(tmpdir(), 'kubeadmit-types-'));
  try {
    compileDeclarations(join(repository, 'tsconfig.build.json'), all);
    const inputs = Object.entries(modules).map(([name, host]) => [
      name,
      join(all, 'src/hosts', host, 'index.d.ts'),
    ]);
    const bundle = await rolldown({
      input: Object.fromEntries(inputs),
      plugins: [dts({ dtsInput: true, tsconfig: false })],
      // No comments with paths of the temporary folder.
      experimental: { attachDebugInfo: 'none' },
    });
    await bundle.write({
      dir: dist,
      entryFileNames: '[name].d.ts',
      chunkFileNames: 'types.d.ts',
    });
  } finally {
    rmSync(all, { recursive: true });
  }
}

function compileDeclarations(project, folder) {
  const compiler = createRequire(import.meta.url).resolve('typescript/package.json');
  const { bin } = JSON.parse(readFileSync(compiler, 'utf8'));
  const options = ['--project', project, '--outDir', folder];
  execFileSync(process.execPath, [resolve(compiler, '..', bin.tsc), ...options], {
    stdio: 'inherit',
  });
}

/**
 * Writes the declarations of a module for `require`, which returns the same objects as `import`. TypeScript does not
 * accept the declarations of an ES module for CommonJS before `module: node20`.
 *
 * @param {string} dist the folder to write to
 * @param {string} name the name of the module
 * @param {readonly string[]} exports its exports that are not types
 */
export function writeCommonJsDeclarations(dist, name, exports) {
  const declarations = `'./${name}.d.ts'`;
  const mode = `{ 'resolution-mode': 'import' }`;
  const values = exports.map((value) => {
    const type = `typeof import(${declarations}, { with: ${mode} }).${value}`;
    return `export declare const ${value}: ${type};\n`;
  });
  writeFileSync(
    join(dist, `${name}.d.cts`),
    [`export type * from ${declarations} with ${mode};\n`, ...values].join(''),
  );
}
