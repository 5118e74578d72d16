import { parseSync } from 'vite';

/** The expressions around another one that only the compiler reads. */
const TYPED_EXPRESSIONS = new Set([
  'TSAsExpression',
  'TSNonNullExpression',
  'TSSatisfiesExpression',
]);

/**
 * Reads the imports of a TypeScript module, and their uses.
 *
 * @param path the path from the root of the repository, for error messages
 * @param text the text of the module
 * @returns `text`; `program`: the syntax tree; `imports`: for each import of values the statement and its bindings;
 * `references`: the uses of imported bindings, each with `isLate` if it is evaluated after the module, and with `form`
 * if its replacement depends on the expression around it
 * @throws Error if the module exports a variable that changes, because packs copy their imports
 */
export function readModule(path, text) {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`);
  const imports = program.body.flatMap((node) => importOf(node) ?? []);
  const bindings = new Map(
    imports.flatMap((declaration) =>
      declaration.bindings.map((binding) => [binding.local, binding]),
    ),
  );
  for (const { type, declaration } of program.body) {
    if (type === 'ExportNamedDeclaration' && declaration?.kind === 'let') {
      throw new Error(`${path} exports a variable that changes`);
    }
  }
  const references = [];
  visit(program, {
    reference: (node, { isLate, form }) => {
      const binding = bindings.get(node.name);
      if (binding !== undefined) references.push({ node, binding, isLate, form });
    },
    declaration: ({ name }) => {
      if (bindings.has(name)) bindings.get(name).isShadowed = true;
    },
  });
  return { text, program, imports, references };
}

/** The values that a statement imports; undefined if it imports none. */
function importOf(node) {
  if (node.type === 'ExportAllDeclaration' || (node.source && node.type !== 'ImportDeclaration')) {
    const isType = node.exportKind === 'type';
    return isType ? undefined : { node, from: node.source.value, bindings: [], isExported: true };
  }
  if (node.type !== 'ImportDeclaration' || node.importKind === 'type') return undefined;
  const bindings = node.specifiers
    .filter(({ importKind }) => importKind !== 'type')
    .map((specifier) => ({
      specifier,
      local: specifier.local.name,
      imported: importedName(specifier),
      isShadowed: false,
    }));
  return { node, from: node.source.value, bindings, isExported: false };
}

/** The name of an export; undefined for all of them. */
function importedName({ type, imported }) {
  if (type === 'ImportSpecifier') return imported.name ?? imported.value;
  return type === 'ImportDefaultSpecifier' ? 'default' : undefined;
}

/**
 * Walks through the values of a syntax tree. Types are skipped.
 *
 * @param on `reference` gets each identifier that is read, and `declaration` each that is declared
 */
function visit(program, on) {
  const walk = (node, context) => {
    if (Array.isArray(node)) {
      for (const child of node) walk(child, context);
      return;
    }
    if (node === null || typeof node !== 'object' || typeof node.type !== 'string') return;
    if (node.type.startsWith('TS') && !TYPED_EXPRESSIONS.has(node.type)) return;
    switch (node.type) {
      case 'Identifier':
        if (context.isPattern) on.declaration(node);
        else on.reference(node, { isLate: context.isLate, form: context.form });
        return;
      case 'ImportDeclaration':
      case 'ExportAllDeclaration':
      case 'MetaProperty':
      case 'BreakStatement':
      case 'ContinueStatement':
        return;
      case 'ExportNamedDeclaration':
        walk(node.declaration, context);
        // A re-export is a use that cannot wait.
        for (const { local } of node.source ? [] : node.specifiers) walk(local, plain(context));
        return;
      case 'MemberExpression':
        walk(node.object, plain(context));
        if (node.computed) walk(node.property, plain(context));
        return;
      case 'Property':
        if (node.computed) walk(node.key, plain(context));
        walk(node.value, { ...context, form: node.shorthand ? 'shorthand' : undefined });
        return;
      case 'AssignmentPattern':
        walk(node.left, context);
        walk(node.right, plain(context));
        return;
      case 'MethodDefinition':
        if (node.computed) walk(node.key, plain(context));
        walk(node.value, plain(context));
        return;
      case 'PropertyDefinition':
        if (node.computed) walk(node.key, plain(context));
        walk(node.value, { ...plain(context), isLate: context.isLate || !node.static });
        return;
      case 'NewExpression':
        walk(node.callee, { ...plain(context), form: 'constructor' });
        walk(node.arguments, plain(context));
        return;
      case 'VariableDeclarator':
        walk(node.id, { ...plain(context), isPattern: true });
        walk(node.init, plain(context));
        return;
      case 'FunctionDeclaration':
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
        if (node.id) on.declaration(node.id);
        walk(node.params, { isLate: true, isPattern: true });
        walk(node.body, { isLate: true });
        return;
      case 'ClassDeclaration':
      case 'ClassExpression':
        if (node.id) on.declaration(node.id);
        walk(node.superClass, plain(context));
        walk(node.body, plain(context));
        return;
      case 'CatchClause':
        walk(node.param, { ...plain(context), isPattern: true });
        walk(node.body, plain(context));
        return;
      case 'LabeledStatement':
        walk(node.body, context);
        return;
      case 'ArrayPattern':
      case 'ObjectPattern':
      case 'RestElement':
        break;
      default:
        context = plain(context);
    }
    for (const [key, child] of Object.entries(node)) {
      if (key !== 'parent') walk(child, context);
    }
  };
  walk(program.body, { isLate: false });
}

function plain({ isLate }) {
  return { isLate };
}

/** The text with each edit applied, `{ start, end, text }`; edits do not overlap. */
export function edited(text, edits) {
  let result = '';
  let end = 0;
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    result += text.slice(end, edit.start) + edit.text;
    end = edit.end;
  }
  return result + text.slice(end);
}
