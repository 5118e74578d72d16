/**
 * The library: an ES module that evaluates the chunks that it needs of the packs of the command, so that the package
 * has its code once. It runs in browsers too, because it reads no files.
 *
 * @param packs the names of the packs
 * @param packOfChunk for each chunk, the index of its pack
 * @param chunk the chunk of the library
 * @param names the names that it exports
 * @returns the text of the module
 */
export function libraryText({ packs, packOfChunk, chunk, names }) {
  return [
    ...packs.map((name, index) => `import pack${index} from './${name}.js';`),
    `const packs=[${packs.map((_, index) => `pack${index}`).join()}];`,
    `const packOfChunk=${JSON.stringify(packOfChunk)};`,
    'const opened=[],exportsOf=[];',
    'function loadChunk(chunk){',
    'const pack=packOfChunk[chunk];',
    'opened[pack]??=packs[pack](loadChunk,require);',
    'return exportsOf[chunk]??=opened[pack][chunk]();',
    '}',
    // Only the command needs modules of Node.
    'function require(name){throw new Error("no "+name+" here");}',
    `export const {${names.join()}}=loadChunk(${chunk});`,
    '',
  ].join('\n');
}
