import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ESTree, parseSync, Visitor } from 'vite';
import { describe, expect, it } from 'vitest';
import { modules } from './modules.ts';

/**
 * A name from a manifest may be `constructor` or `__proto__`, which every ordinary object has. So values are looked up
 * by name only in a Map, or in a mapping of the reader, which has no prototype. TypeScript accepts no string as an
 * index of an object without an index signature, so it is enough that there is no such type, except with a reason in
 * this table.
 */
const WITH_INDEX_SIGNATURES: ReadonlyMap<string, string> = new Map([
  ['src/yaml/tree.ts', 'the mappings of the reader, which have no prototype'],
  ['src/yaml/json-values.ts', 'values of the reader'],
  ['src/server/decode/defaults.ts', 'values of the reader'],
  ['src/server/decode/settle.ts', 'values of the reader'],
  ['src/server/crd/schema/defaults.ts', 'values of the reader'],
  ['src/server/crd/values/enum.ts', 'values of the reader'],
  ['src/server/crd/equality.ts', 'values of the reader'],
  ['src/server/crd/schema-node.ts', 'values of the reader'],
  ['src/server/crd/structural.ts', 'values of the reader'],
  ['src/analysis/metadata/labels.ts', 'values of the reader'],
  ['src/analysis/quota/limit-range-items.ts', 'values of the reader'],
  ['src/server/kubernetes/aggregated-amounts.ts', 'values of the reader'],
  ['src/analysis/pods/amounts.ts', 'values of the reader'],
  ['src/analysis/pods/match-label-keys.ts', 'values of the reader, and own keys'],
  ['src/rule/field.ts', 'values of the reader'],
  ['rules/quantity/rounding/written-quantities.ts', 'values of the reader'],
  ['src/features/admit/admit-json.ts', 'annotations of a request, written as JSON'],
  ['src/cel/library/library.ts', 'the functions of a library, declared in a Map'],
  ['src/cel/library/lists.ts', 'the functions of a library, declared in a Map'],
  ['src/cel/library/standard-functions.ts', 'the functions of a library, declared in a Map'],
  ['src/cel/library/standard-operators.ts', 'the functions of a library, declared in a Map'],
  ['src/server/expressions/types/declared-types.ts', 'written as objects, looked up in a Map'],
  ['src/config/read-config.ts', 'the settings, by names in the code'],
  ['src/server/kubernetes/schema.ts', 'JSON Schemas that are printed'],
  ['src/result/message-text.ts', 'the parameters of a message, by names in its template'],
  ['src/rule/description.ts', 'the messages of a rule, by ids in its code'],
  ['src/report/formats/xml.ts', 'the attributes of an element, by names in the code'],
  ['src/hosts/cli/lint/run-options.ts', 'the options, by names in the code'],
  [
    'src/hosts/language-server/message-parameters.ts',
    'types of members, of which own ones are read',
  ],
  ['src/hosts/cli/host.ts', 'the environment, by names in the code'],
  ['src/hosts/cli/code-cache.ts', 'the environment, by names in the code'],
]);

/** The types, casts and `in` of a module that let a string be an index of an object. */
function looseIndexes(path: string, text: string): readonly string[] {
  const found: string[] = [];
  const note = ({ start, end }: ESTree.Span): void => {
    found.push(text.slice(start, end));
  };
  /** `satisfies` leaves the type of the table as it is. */
  const satisfied: ESTree.Span[] = [];
  new Visitor({
    TSSatisfiesExpression: ({ typeAnnotation }) => satisfied.push(typeAnnotation),
    TSTypeReference: (node) => {
      const [key] = node.typeArguments?.params ?? [];
      const isRecord = node.typeName.type === 'Identifier' && node.typeName.name === 'Record';
      if (isRecord && key !== undefined && includesString(key)) note(node);
    },
    TSIndexSignature: note,
    TSAsExpression: (node) => {
      const { typeAnnotation: type } = node;
      if (type.type === 'TSTypeOperator' && type.operator === 'keyof') note(node);
    },
    BinaryExpression: (node) => {
      const isFixed = node.left.type === 'Literal' || node.left.type === 'MemberExpression';
      if (node.operator === 'in' && !isFixed) note(node);
    },
  }).visit(parseSync(path, text).program);
  const isSatisfied = (literal: string) =>
    satisfied.some(({ start, end }) => text.slice(start, end).includes(literal));
  return found.filter((literal) => !isSatisfied(literal));
}

function includesString(key: ESTree.TSType): boolean {
  return key.type === 'TSUnionType'
    ? key.types.some(includesString)
    : key.type === 'TSStringKeyword';
}

const repository = join(import.meta.dirname, '../..');

const found = new Map(
  [...modules.keys()]
    .filter((path) => !path.endsWith('.generated.ts'))
    .map((path) => [path, looseIndexes(path, readFileSync(join(repository, path), 'utf8'))]),
);

describe.each([...found])('%s', (path, indexes) => {
  it('looks names up in Maps', () => {
    expect(WITH_INDEX_SIGNATURES.has(path) ? [] : indexes).toEqual([]);
  });
});

it('lists no module as an exception that needs none', () => {
  const needless = [...WITH_INDEX_SIGNATURES.keys()].filter(
    (path) => (found.get(path) ?? []).length === 0,
  );
  expect(needless).toEqual([]);
});

it.each([
  ['const A: Record<string, number> = {};', 'Record<string, number>'],
  ['const A: Readonly<Record<string, number>> = {};', 'Record<string, number>'],
  ['const A: Record<string | number, number> = {};', 'Record<string | number, number>'],
  ['let a: { [name: string]: number };', '[name: string]: number'],
  ['const a = B[name as keyof typeof B];', 'name as keyof typeof B'],
  ['if (name in A) f();', 'name in A'],
])('notices %s', (text, index) => {
  expect(looseIndexes('a.ts', text)).toEqual([index]);
});

it.each([
  'const A = { a: 1 } as const satisfies Readonly<Record<string, number>>;',
  'const A: Readonly<Record<Minor, number>> = f();',
  "const has = 'a' in b;",
])('accepts %s', (text) => {
  expect(looseIndexes('a.ts', text)).toEqual([]);
});
