import { parseAst, Visitor } from 'vite';
import { edited } from './module.mjs';

/**
 * Makes a function of a chunk, an ES module that esbuild wrote. The function can be read from a script with many of
 * them and is called when the chunk is first needed. It returns the exports of the chunk after it has run: chunks never
 * import each other in circles, and no module exports a variable that changes later.
 *
 * @param code the code of the chunk
 * @param indexOf returns the number of a chunk in the command, by its path
 * @returns the text of a function, which needs `loadChunk` and `require` in its scope
 */
export function chunkFunction(code, indexOf) {
  const edits = [];
  const returned = [];
  const replace = ({ start, end }, text) => edits.push({ start, end, text });
  const program = parseAst(code);
  const load = (node, path) => replace(node, `loadChunk(${indexOf(path)})`);
  new Visitor({
    CallExpression: (node) => {
      if (node.callee.name === 'loadEntry') load(node, `./${node.arguments[0].value}.js`);
    },
    ImportExpression: (node) => load(node, node.source.value),
  }).visit(program);
  for (const node of program.body) {
    if (node.type === 'ImportDeclaration') replace(node, importText(node, indexOf));
    else if (node.type === 'ExportNamedDeclaration' && node.declaration === null) {
      for (const { local, exported } of node.specifiers) {
        returned.push(`${JSON.stringify(nameOf(exported))}:${local.name}`);
      }
      replace(node, '');
    } else if (node.type === 'ExportDefaultDeclaration') {
      const { start } = node.declaration;
      returned.push('default:defaultExport');
      replace({ start: node.start, end: start }, 'var defaultExport=');
    } else if (/^(Export|Import)/.test(node.type)) throw new Error(`a chunk has a ${node.type}`);
  }
  return `function(){${edited(code, edits)}\nreturn{${returned.join()}}}`;
}

function importText({ source, specifiers }, indexOf) {
  const path = source.value;
  const loaded = path.startsWith('./')
    ? `loadChunk(${indexOf(path)})`
    : `require(${JSON.stringify(path)})`;
  const named = specifiers.filter(({ type }) => type === 'ImportSpecifier');
  const whole = specifiers.filter(({ type }) => type !== 'ImportSpecifier');
  if (whole.length === 0 && named.length === 0) return `${loaded};`;
  const members = named.map(
    ({ imported, local }) => `${JSON.stringify(nameOf(imported))}:${local.name}`,
  );
  return [
    // Node's own modules are their default export.
    ...whole.map(({ local }) => `var ${local.name}=${loaded};`),
    ...(members.length === 0 ? [] : [`var{${members.join()}}=${loaded};`]),
  ].join('');
}

function nameOf(node) {
  return node.type === 'Identifier' ? node.name : node.value;
}
