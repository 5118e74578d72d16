import { CORE } from './packs.mjs';

/**
 * The modules of the library evaluate chunks of the packs of the command, so that the package has its code once. They
 * read no files and use no modules of Node.
 *
 * @typedef {object} Library
 * @property {readonly string[]} packs the names of the packs
 * @property {readonly number[]} packOfChunk for each chunk, the index of its pack
 * @property {number} chunk the chunk that exports what the module exports
 * @property {readonly string[]} names the names of these exports
 */

/**
 * The module for Node, which imports all packs and evaluates the chunks that it needs of them.
 *
 * @param {Library} library
 * @returns the text of the module
 */
export function libraryText(library) {
  const { packs } = library;
  return moduleText(library, [
    ...packs.map((name, index) => `import pack${index} from './${name}.js';`),
    `const packs=[${packs.map((_, index) => `pack${index}`).join()}];`,
    'function openPack(pack){return packs[pack](loadChunk,require);}',
  ]);
}

/**
 * The module for browsers, which imports the core, and the other packs as they are needed. A chunk of a pack that has
 * not been imported throws `PackNeeded`, which is one of the exports.
 *
 * @param {Library} library
 * @returns the text of the module
 */
export function browserText(library) {
  const { packs } = library;
  const imports = packs.map((name) => (name === CORE ? '' : `()=>import('./${name}.js')`));
  return moduleText(library, [
    `import core from './${CORE}.js';`,
    `const names=${JSON.stringify(packs)};`,
    `const imports=[${imports.join()}];`,
    `const packs=[];packs[${packs.indexOf(CORE)}]=core;`,
    'function openPack(pack){',
    'if(packs[pack]===undefined)throw new PackNeeded(names[pack],async()=>{',
    'packs[pack]=(await imports[pack]()).default;',
    '});',
    'return packs[pack](loadChunk,require);',
    '}',
  ]);
}

/** @param loading statements that declare `openPack`, which returns the chunks of a pack */
function moduleText({ packOfChunk, chunk, names }, loading) {
  return [
    ...loading,
    `const packOfChunk=${JSON.stringify(packOfChunk)};`,
    'const opened=[],exportsOf=[];',
    'function loadChunk(chunk){',
    'const pack=packOfChunk[chunk];',
    'opened[pack]??=openPack(pack);',
    'return exportsOf[chunk]??=opened[pack][chunk]();',
    '}',
    // Only the command needs modules of Node.
    'function require(name){throw new Error("no "+name+" here");}',
    `export const {${names.join()}}=loadChunk(${chunk});`,
    '',
  ].join('\n');
}
