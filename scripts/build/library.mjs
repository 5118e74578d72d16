import { BROWSER, CORE } from './packs.mjs';

/**
 * The modules of the library evaluate chunks of the packs of the command, so that the package has its code once. They
 * read no files and use no modules of Node.
 *
 * @typedef {object} Library
 * @property {readonly string[]} packs the names of the packs
 * @property {readonly number[]} firstChunks for each pack, the number of its first chunk
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
    ...packs.map(importText),
    `const packs=[${packs.map((_, index) => `pack${index}`).join()}];`,
    'function openPack(pack){return packs[pack](loadChunk,require);}',
  ]);
}

/**
 * The module for browsers, which imports the core and its own pack, and the other packs as they are needed. A chunk of
 * a pack that has not been imported throws `PackNeeded`, which is one of the exports.
 *
 * @param {Library} library
 * @returns the text of the module
 */
export function browserText(library) {
  const { packs } = library;
  const isEager = (name) => name === CORE || name === BROWSER;
  const imports = packs.map((name) => (isEager(name) ? '' : `()=>import('./${name}.js')`));
  return moduleText(library, [
    ...packs.flatMap((name, index) => (isEager(name) ? importText(name, index) : [])),
    `const names=${JSON.stringify(packs)};`,
    `const imports=[${imports.join()}];`,
    `const packs=[${packs.map((name, index) => (isEager(name) ? `pack${index}` : '')).join()}];`,
    'function openPack(pack){',
    'if(packs[pack]===undefined)throw new PackNeeded(names[pack],async()=>{',
    'packs[pack]=(await imports[pack]()).default;',
    '});',
    'return packs[pack](loadChunk,require);',
    '}',
  ]);
}

function importText(name, index) {
  return `import pack${index} from './${name}.js';`;
}

/** @param loading statements that declare `openPack`, which returns the chunks of a pack */
function moduleText({ firstChunks, chunk, names }, loading) {
  return [
    ...loading,
    `const firstChunks=${JSON.stringify(firstChunks)};`,
    'const opened=[],exportsOf=[];',
    'function loadChunk(chunk){',
    'const pack=firstChunks.findLastIndex((first)=>first<=chunk);',
    'opened[pack]??=openPack(pack);',
    'return exportsOf[chunk]??=opened[pack][chunk]();',
    '}',
    // Only the command needs modules of Node.
    'function require(name){throw new Error("no "+name+" here");}',
    `export const {${names.join()}}=loadChunk(${chunk});`,
    '',
  ].join('\n');
}
