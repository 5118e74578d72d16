import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { type ESTree, parseSync, Visitor } from 'vite';
import { describe, expect, it } from 'vitest';
import { oddPhrases } from '../rules/odd-phrases.ts';

const repository = join(import.meta.dirname, '../..');

/**
 * Words that begin a fragment or a riddle: `Whether it is valid`, `That of a file`, `Of several objects, the last one`.
 */
const OPENING =
  /^(?:what|those|whether|that|how|why|where|which|who|whose|whom|such as|nothing of|of)\b/i;

/** The same words at the start of the description of a parameter or a result. */
const TAG_OPENING =
  /@(?:param \S+|returns)(?: -)? (?:what|those|whether|that|how|why|where|which|who|whose)\b/i;

/** Names such as `whatIsSaid` and `whyNot`. One word alone may be the name of a value in a message. */
const NAME_OPENING = /^(?:what|those|whether|that|why) /;

const paths = ['src', 'rules', 'scripts', 'site', 'test'].flatMap((folder) =>
  readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => posix.join(folder, path.replaceAll('\\', '/')))
    .filter((path) => /\.(?:ts|mts|mjs|cjs)$/.test(path))
    .filter(
      (path) => !/\.generated\.ts$|\/generated\/|^site\/\.vitepress\/(?:dist|cache)\//.test(path),
    ),
);

type Comments = ReturnType<typeof parseSync>['comments'];

/** The comments of a module, each on one line. Lines of `//` that follow each other are one comment. */
function commentsIn(text: string, comments: Comments): readonly string[] {
  const found: string[] = [];
  let previous: Comments[number] | undefined;
  for (const comment of comments) {
    const { type, start, value } = comment;
    const isNextLine =
      type === 'Line' &&
      previous?.type === type &&
      /^\r?\n[ \t]*$/.test(text.slice(previous.end, start));
    const before = isNextLine ? (found.pop() ?? '') : '';
    found.push(`${before} ${value.replace(/^[ \t]*\*/gm, '')}`.replace(/\s+/g, ' ').trim());
    previous = comment;
  }
  return found;
}

/** The words of a name in lowercase, with spaces between them. */
function wordsOf(name: string): string {
  const spaced = name.replace(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|_/g, ' ');
  return spaced.toLowerCase();
}

/** An opening of {@link OPENING} in the text of a module at the start of a first argument: few modules have one. */
const ARGUMENT_OPENING = new RegExp(`\\(\\s*['"\`]${OPENING.source.slice(1)}`, 'i');

function isOddComment(comment: string): boolean {
  return OPENING.test(comment) || TAG_OPENING.test(comment) || oddPhrases(comment).length > 0;
}

/** Results by name: most names occur in many modules. */
const oddNames = new Map<string, boolean>();

function isOddName(name: string): boolean {
  let isOdd = oddNames.get(name);
  if (isOdd === undefined) {
    const words = wordsOf(name);
    isOdd = NAME_OPENING.test(words) || oddPhrases(words).length > 0;
    oddNames.set(name, isOdd);
  }
  return isOdd;
}

/** The comments, names and titles of tests of a module that have odd phrases or openings. */
function oddWords(path: string, text: string): readonly string[] {
  const parsed = parseSync(path, text);
  const words = new Set(text.match(/[A-Za-z_$][\w$]*/g)?.filter(isOddName));
  return [
    ...commentsIn(text, parsed.comments).filter(isOddComment),
    // Walking the tree takes longer than everything else, and few modules have such words even in their texts.
    ...(words.size === 0 ? [] : namesIn(parsed.program).filter((name) => words.has(name))),
    ...(ARGUMENT_OPENING.test(text) ? titlesIn(parsed.program) : []).filter((title) =>
      OPENING.test(title),
    ),
  ];
}

/** A string with several words, on a line that is not a comment. */
const SENTENCE = /(?<=[\s(:[,?])['`]([^'`\n]*[a-z] [a-z][^'`\n]*)['`]/g;

/** The odd phrases in the strings of a module, such as clauses that rules pass to messages. */
function oddStrings(text: string): readonly string[] {
  const code = text.replace(/^\s*(?:\/\/|\/?\*).*$/gm, '');
  return Array.from(code.matchAll(SENTENCE), ([, words = '']) => words).flatMap(oddPhrases);
}

function namesIn(program: ESTree.Program): readonly string[] {
  const names = new Set<string>();
  const note = ({ name }: { readonly name: string }) => names.add(name);
  new Visitor({ Identifier: note, PrivateIdentifier: note }).visit(program);
  return [...names];
}

/** The titles of the tests and of their groups. */
function titlesIn(program: ESTree.Program): readonly string[] {
  const titles: string[] = [];
  new Visitor({
    CallExpression: ({ callee, arguments: [title] }) => {
      if (!/^(?:it|test|describe)$/.test(rootOf(callee))) return;
      if (title?.type === 'Literal') titles.push(String(title.value));
      if (title?.type === 'TemplateLiteral') titles.push(title.quasis[0]?.value.raw ?? '');
    },
  }).visit(program);
  return titles;
}

/** The name at the start of an expression, such as `it` of `it.each(cases)`. */
function rootOf(expression: ESTree.Expression): string {
  if (expression.type === 'Identifier') return expression.name;
  if (expression.type === 'CallExpression') return rootOf(expression.callee);
  if (expression.type === 'MemberExpression') return rootOf(expression.object);
  return '';
}

it('all comments, names and titles are plain', () => {
  const found = paths.flatMap((path) =>
    oddWords(path, readFileSync(join(repository, path), 'utf8')).map((odd) => `${path}: ${odd}`),
  );
  expect(found).toEqual([]);
});

it('all strings of the source are plain', () => {
  const found = paths
    .filter((path) => /^(?:src|rules)\//.test(path))
    .flatMap((path) =>
      oddStrings(readFileSync(join(repository, path), 'utf8')).map((odd) => `${path}: ${odd}`),
    );
  expect(found).toEqual([]);
});

/** A line of a comment. A command line is not broken. */
const COMMENT_LINE = /^[ \t]*(?:\/\*\*|\*|\/\/)(?! {2,}node )[^\n]*$/gm;

it('all comments have lines of at most 120 columns', () => {
  const found = paths.flatMap((path) =>
    [...readFileSync(join(repository, path), 'utf8').matchAll(COMMENT_LINE)]
      .map(([line]) => line)
      .filter((line) => line.length > 120)
      .map((line) => `${path}: ${line}`),
  );
  expect(found).toEqual([]);
});

it.each([
  ["reportInvalid(report, field, 'write a value, or leave it out')", ['leave it out']],
  ['problem: `it is no text of a kind`', ['is no ']],
  ["// It says: 'leave it out now'", []],
  ["id: 'leave-it-out'", []],
])('oddStrings finds the phrases in %s', (text, odd) => {
  expect(oddStrings(text)).toEqual(odd);
});

describe('oddWords', () => {
  it.each([
    ['/** Whether it is valid. */', 'Whether it is valid.'],
    ['/**\n * The value.\n *\n * @param of what it is\n */', 'The value. @param of what it is'],
    ['// It is dropped without\n// a word.', 'It is dropped without a word.'],
    ['let a; // That of a file.', 'That of a file.'],
    ['const withoutAWord = 1;', 'withoutAWord'],
    ['const a = { whyNot: 1 };', 'whyNot'],
    ['class A { #besides = 1 }', 'besides'],
    ["it('of several files', () => {});", 'of several files'],
    ["describe.each([1])('what %s is', () => {});", 'what %s is'],
  ])('finds %s', (text, found) => {
    expect(oddWords('a.ts', text)).toEqual([found]);
  });

  it.each([
    '/** The value. Whether it is valid is not checked. */',
    "const a = 'without a word';",
    'const what = 1;',
    "it('shows what it found', () => found('of several files'));",
  ])('accepts %s', (text) => {
    expect(oddWords('a.ts', text)).toEqual([]);
  });
});
