import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseAst } from 'vite';
import { expect, it } from 'vitest';

const repository = join(import.meta.dirname, '../..');

/** The libraries, modules that the builds load by their paths, and files that are written by a program. */
const READ_ELSEWHERE =
  /^src\/hosts\/(?:library|browser)\/index\.ts$|^scripts\/build\/man-page\.ts$|^site\/pages\.ts$|^test\/rule\/wrong-rules\.ts$|\.generated\.ts$|\/generated\//;

type Program = ReturnType<typeof parseAst>;
type Statement = Program['body'][number];

/** The modules that may read an export, by their paths from the root of the repository. */
const programs: ReadonlyMap<string, Program> = new Map(
  ['src', 'rules', 'scripts', 'site', 'test'].flatMap((folder) =>
    readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
      .map((path) => posix.join(folder, path.replaceAll('\\', '/')))
      .filter((path) => /(?<!\.d)\.(?:ts|mts|mjs)$/.test(path))
      .map((path) => {
        const text = readFileSync(join(repository, path), 'utf8');
        return [path, parseAst(text, { lang: 'ts' })] as const;
      }),
  ),
);

it('everything that a module exports is read by another module', () => {
  const read = new Set(
    [...programs].flatMap(([path, { body }]) =>
      body.flatMap((declaration) => readBy(declaration, path)),
    ),
  );
  const dynamic = new Set([...programs.keys()].flatMap(dynamicImportsOf));
  const unread = [...programs]
    .filter(([path]) => !READ_ELSEWHERE.test(path) && !dynamic.has(path))
    .flatMap(([path, { body }]) => body.flatMap(exportedNames).map((name) => `${path} ${name}`))
    .filter((name) => !read.has(name) && !read.has(`${name.split(' ')[0]} *`));
  expect(unread).toEqual([]);
});

/** The names that a statement imports or exports again from other modules, as `path name`. */
function readBy(statement: Statement, path: string): readonly string[] {
  switch (statement.type) {
    case 'ImportDeclaration': {
      const target = targetOf(statement.source.value, path);
      return statement.specifiers.map((specifier) => {
        if (specifier.type === 'ImportDefaultSpecifier') return `${target} default`;
        return `${target} ${specifier.type === 'ImportSpecifier' ? nameOf(specifier.imported) : '*'}`;
      });
    }
    case 'ExportAllDeclaration':
      return [`${targetOf(statement.source.value, path)} *`];
    case 'ExportNamedDeclaration': {
      const { source, specifiers } = statement;
      if (source === null) return [];
      return specifiers.map(({ local }) => `${targetOf(source.value, path)} ${nameOf(local)}`);
    }
    default:
      return [];
  }
}

function targetOf(target: string, path: string): string {
  return posix.join(posix.dirname(path), target);
}

/** The names that a statement exports. */
function exportedNames(statement: Statement): readonly string[] {
  if (statement.type !== 'ExportNamedDeclaration') return [];
  const { declaration, specifiers } = statement;
  switch (declaration?.type) {
    case undefined:
      return specifiers.map(({ exported }) => nameOf(exported));
    case 'VariableDeclaration':
      return declaration.declarations.flatMap(({ id }) =>
        id.type === 'Identifier' ? [id.name] : [],
      );
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
    case 'TSInterfaceDeclaration':
    case 'TSTypeAliasDeclaration':
      return declaration.id === null ? [] : [declaration.id.name];
    default:
      return [];
  }
}

/** The modules that a module loads when it needs them. The exports that it reads are not followed. */
function dynamicImportsOf(path: string): readonly string[] {
  const text = readFileSync(join(repository, path), 'utf8');
  return [...text.matchAll(/import\(\s*'(\.[^']+)'\s*\)/g)].map(([, target = '']) =>
    targetOf(target, path),
  );
}

function nameOf(name: { readonly type: string; readonly name?: string; readonly value?: unknown }) {
  return name.name ?? String(name.value);
}
