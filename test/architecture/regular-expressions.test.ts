import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ESTree, parseSync, Visitor } from 'vite';
import { describe, expect, it } from 'vitest';
import { superlinear } from './backtracking.ts';
import { modules } from './modules.ts';

const repository = join(import.meta.dirname, '../..');

const OWN_TEXT = 'sees text of the project only';
const PATH = 'sees paths of files, which the operating system limits';

/** Regular expressions that are refused though they are harmless: the file, the source, and the reason. */
const REVIEWED: readonly (readonly [file: string, source: string, reason: string])[] = [
  ['src/cel/declarations.ts', String.raw`^(?:(.+)\.)?\((.*)\) -> (.+)$`, OWN_TEXT],
  ['src/hosts/cli/argument-parser.ts', '<(.+)>', OWN_TEXT],
  ['src/features/explain/markdown.ts', String.raw`\n+$`, OWN_TEXT],
  ['src/features/explain/markdown.ts', '<(https?:[^>]+)>', OWN_TEXT],
  ['src/features/explain/markdown.ts', String.raw`\[([^\]]+)\]\(([^)]+)\)`, OWN_TEXT],
  ['src/report/rule-page.ts', String.raw`[ \t]*#[ \t]*\^*[ \t]*expect:.*$`, OWN_TEXT],
  ['src/result/document-urls.ts', '#.*$', OWN_TEXT],
  [
    'src/features/explain/features.ts',
    String.raw`(?:^|[\s*])([a-z][\w-]*(?:[.[][^\s:]*)?|<nil>): (Invalid value|Required value|Unsupported value|Forbidden|Duplicate value|Too long|Too many|Not found|Internal error|[A-Z][a-z]+ value)(?:: ?([\s\S]*))?$`,
    'sees the message that the user gives to kubeadmit explain',
  ],
  ['src/features/explain/features.ts', String.raw`\[[^\]]*\]`, 'sees a part of that message'],
  [
    'src/features/explain/features.ts',
    String.raw`"(?:[^"\\]|\\.)*"`,
    'sees a part of that message',
  ],
  [
    'src/base/go/decimal-text.ts',
    String.raw`\B(?=(?:\d{3})+$)`,
    'sees a double, which has 309 digits at most',
  ],
  [
    'src/analysis/crd/cost-messages.ts',
    String.raw`\B(?=(?:\d{3})+$)`,
    'sees a number of 15 digits at most',
  ],
  ['src/base/go/time.ts', '0+$', 'sees 9 digits'],
  [
    'src/base/go/time.ts',
    String.raw`(\d*)(?:\.(\d*))?([^\d.]+)`,
    'sees what the expression before it has matched, so that every search succeeds at its start',
  ],
  ['src/cel/values/conversions.ts', '0+$', 'sees a double'],
  ['src/cel/values/value-text.ts', '0+$', 'sees 9 digits'],
  [
    'src/base/go/pattern-tokens.ts',
    String.raw`\\Q[\s\S]*?(?:\\E|$)|\\[pPx]\{\^?[\w -]{1,40}\}|\\x[\da-fA-F]{2}|\\[0-7]{2,3}|\\[pP][A-Z]|\\[\s\S]|\[:\^?[a-z]{1,8}:\]|\[\^?\]?|\((?:\?(?:P?<\w+>|[a-zA-Z-]*[:)]))?|\{(0|[1-9]\d{0,20})(,(0|[1-9]\d{0,20})?)?\}\??|[*+?]\??|[A-Za-z0-9]{2,500}(?![*+?{])|[\s\S]`,
    'what begins with \\Q ends at the end of the pattern at the latest, so that it never fails',
  ],
  [
    'src/base/go/re2js-bridge.ts',
    String.raw`\\Q[\s\S]*?(?:\\E|$)|\\([pP])\{(\^?)([^}\\]*)\}|\\[\s\S]|\(\?P?<(\w+)>|\[\^?\]?|\]`,
    'what begins with \\Q ends at the end of the pattern at the latest, so that it never fails',
  ],
  [
    'src/sources/project/file-role.ts',
    String.raw`^(?:charts\/[^/]+\/)*(?:(?:ci|values)\/[^/]+|[^/]*values[^/]*)\.(?:ya?ml|json)$`,
    PATH,
  ],
  [
    'src/sources/project/file-role.ts',
    String.raw`(?:^|[-_./])assert(?:s|ions?)?(?:\/|\d*(?:[-_.][^/]*)?\.(?:ya?ml|json)$)`,
    PATH,
  ],
  [
    'src/sources/project/file-role.ts',
    String.raw`(?:^|[-_.])errors?\d*(?:[-_.][^/]*)?\.(?:ya?ml|json)$`,
    PATH,
  ],
  [
    'src/sources/project/file-location.ts',
    String.raw`(?:^|\/)(?:[^/]*[-_])?(?:(?:int|integration)?tests?(?:assets|cases|crds|files|fixtures|inputs?|manifests|policies|resources)?|e2e|bats|chainsaw|cypress|kuttl|playwright|src\/it|__(?:tests|TESTS)__)(?:[-_][^/]*)?\/`,
    PATH,
  ],
  [
    'src/sources/project/file-location.ts',
    String.raw`(?:^|\/)(?:(?:[^/]*[-_.])?(?:golden(?:s?\/|\.(?:ya?ml|json)$)|expected(?:[-_][^/]*)?(?:\/|\.(?:ya?ml|json)$))|\.snapshots?\/|__snapshots?__\/)|\.out\.(?:ya?ml|json)$`,
    PATH,
  ],
  [
    'src/sources/project/file-location.ts',
    String.raw`(?:^|\/)(?:[^/]*-)?v?\d+\.\d+\.\d+(?:-[^/]*)?\/`,
    PATH,
  ],
  [
    'src/sources/project/kustomize/kustomization.ts',
    String.raw`(?:^|[-_./])patch(?:es)?\d*(?:[-_.][^/]*)?\.(?:ya?ml|json)$|(?:^|\/)patches\/[^/]`,
    'sees paths of a limited length',
  ],
  [
    'src/sources/project/manifest-text.ts',
    String.raw`^(?:---)?(?:[ \t]*\n)*# Source: (\S[^\n]*)$`,
    'sees the beginning of a document',
  ],
  [
    'src/analysis/pods/volumes.ts',
    String.raw`(?<=\.volumes\[)\d+(?=\])`,
    'begins only after the name of a field',
  ],
  [
    'src/analysis/pods/volumes/sources.ts',
    String.raw`iqn\.\d{4}-\d{2}\.([a-zA-Z0-9\-.]+)(:[^,;*&$|\t\n\f\r ]+)$`,
    'sees a text that a colon divides, which only one of its loops can match',
  ],
  [
    'src/analysis/updates/overlooked-in-pods.ts',
    String.raw`\[hugepages-[^\]]*\]$`,
    'begins only at the name of a resource',
  ],
  [
    'src/analysis/updates/overlooked-in-pods.ts',
    String.raw`\.pod(?:Anti)?Affinity\..*[sS]elector\.matchExpressions\[\d+\]\.values\[\d+\]$`,
    'sees the path of a field without names from the input',
  ],
  ['src/analysis/cel/text-ranges.ts', String.raw`([A-Za-z_]\w*)\s*$`, 'sees 200 characters'],
  [
    'src/analysis/cel/text-ranges.ts',
    String.raw`(\.?[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)\s*$`,
    'sees 200 characters',
  ],
];

/** Regular expressions that are put together while the command runs, by file, with the reason why they are linear. */
const PUT_TOGETHER: ReadonlyMap<string, string> = new Map([
  ['src/base/any-pattern.ts', 'of literals, which are checked each'],
  [
    'src/server/crd/values/string-formats.ts',
    'of constants; one has no loop, the loops of the other are separated by commas',
  ],
  ['src/report/rule-page.ts', OWN_TEXT],
  ['src/result/visible-text.ts', 'has the source of another'],
  ['src/analysis/updates/admissionregistration.ts', 'has no loop'],
  [
    'src/analysis/cel/types/expression-locations.ts',
    'its two loops are separated by a question mark',
  ],
  ['rules/cel/json-patch/missing-map.ts', 'has no loop'],
]);

function reviewedIn(path: string): readonly string[] {
  return REVIEWED.filter(([file]) => file === path).map(([, source]) => source);
}

interface Found {
  readonly literals: readonly { readonly source: string; readonly flags: string }[];
  /** Calls of RegExp with something else than strings of the module. */
  readonly others: readonly string[];
}

/** The regular expressions of a module. */
function regularExpressions(path: string, text: string): Found {
  const literals: { source: string; flags: string }[] = [];
  const others: string[] = [];
  const strings = new Map<string, ESTree.Expression>();
  const { program } = parseSync(path, text);
  const note = (node: ESTree.CallExpression | ESTree.NewExpression): void => {
    if (node.callee.type !== 'Identifier' || node.callee.name !== 'RegExp') return;
    const [source, flags] = node.arguments.map((argument) => constantOf(argument, strings));
    if (source === undefined || (node.arguments.length > 1 && flags === undefined)) {
      others.push(text.slice(node.start, node.end));
    } else {
      literals.push({ source, flags: flags ?? '' });
    }
  };
  new Visitor({
    VariableDeclarator: ({ id, init }) => {
      if (id.type === 'Identifier' && init !== null) strings.set(id.name, init);
    },
  }).visit(program);
  new Visitor({
    Literal: (node) => {
      if ('regex' in node) literals.push({ source: node.regex.pattern, flags: node.regex.flags });
    },
    NewExpression: note,
    CallExpression: note,
  }).visit(program);
  return { literals, others };
}

/** The string that an expression of constants is. */
function constantOf(
  node: ESTree.Node,
  strings: ReadonlyMap<string, ESTree.Expression>,
): string | undefined {
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? node.value : undefined;
    case 'Identifier': {
      const value = strings.get(node.name);
      return value === undefined ? undefined : constantOf(value, strings);
    }
    case 'BinaryExpression': {
      const left = constantOf(node.left, strings);
      const right = constantOf(node.right, strings);
      return left === undefined || right === undefined ? undefined : left + right;
    }
    case 'TemplateLiteral':
      return joined(node, strings, ({ cooked }) => cooked);
    case 'TaggedTemplateExpression':
      return node.tag.type === 'MemberExpression'
        ? joined(node.quasi, strings, ({ raw }) => raw)
        : undefined;
    default:
      return undefined;
  }
}

function joined(
  { quasis, expressions }: ESTree.TemplateLiteral,
  strings: ReadonlyMap<string, ESTree.Expression>,
  text: (value: { cooked: string | null; raw: string }) => string | null,
): string | undefined {
  let whole = '';
  for (const [index, { value }] of quasis.entries()) {
    const expression = expressions[index];
    const inner = expression === undefined ? '' : constantOf(expression, strings);
    if (inner === undefined) return undefined;
    whole += (text(value) ?? '') + inner;
  }
  return whole;
}

const found = new Map(
  [...modules.keys()]
    .filter((path) => !path.endsWith('.generated.ts'))
    .map(
      (path) =>
        [path, regularExpressions(path, readFileSync(join(repository, path), 'utf8'))] as const,
    )
    .filter(([, { literals, others }]) => literals.length + others.length > 0),
);

describe.each([...found])('%s', (path, { literals, others }) => {
  it('matches in linear time', () => {
    const reviewed = reviewedIn(path);
    const slow = literals
      .filter(({ source }) => !reviewed.includes(source))
      .map(({ source, flags }) => [`/${source}/${flags}`, superlinear(source, flags)])
      .filter(([, how]) => how !== undefined);
    expect(slow).toEqual([]);
    expect(PUT_TOGETHER.has(path) ? [] : others).toEqual([]);
  });
});

it('has reviewed nothing that is not refused', () => {
  const needless = REVIEWED.filter(([path, reviewed]) => {
    const literals = found.get(path)?.literals ?? [];
    return !literals.some(
      ({ source, flags }) => source === reviewed && superlinear(source, flags) !== undefined,
    );
  });
  expect(needless).toEqual([]);
  const complete = [...PUT_TOGETHER.keys()].filter(
    (path) => (found.get(path)?.others ?? []).length === 0,
  );
  expect(complete).toEqual([]);
});

describe('superlinear', () => {
  it.each([
    /^(?:a*)*$/,
    /^(?:a+)+$/,
    /^(?:a|a)*$/,
    /^(?:a|[ab])*c/,
    /^(?:a|b|ab)*$/,
    /^(?:[a-z]+ ?)*<$/,
    /^(?:x(?:a?|b?))*$/,
    /^(?:\w{3}|\w{4})*$/,
  ])('refuses the loop of %s', ({ source, flags }) => {
    expect(superlinear(source, flags)).toBe('a loop goes through a string in two ways');
  });

  it.each([
    /^\d+\.?\d*$/,
    /^[0-9.]*[0-9][0-9.]*$/,
    /^\s*\s*x/,
    /^a*[^b]*c/,
    /a+b/,
    /\s+$/,
    /^\s*x/m,
    /^[^\S\n]*:/m,
    /\{[^}]*\}/,
    /a(?:[ab]*c)?/g,
    /(?:[ab]*c|a)*/,
    /(?:^|a)a*b/,
    /^(?:(?=a*)a)*$/,
    /^a{2,}a{200,}$/,
  ])('refuses the two loops of %s', ({ source, flags }) => {
    expect(superlinear(source, flags)).toBe('two loops go through one string');
  });

  it.each([
    [/^(a*)\1$/, 'a reference to a group'],
    [/(?<=a*)b/, 'a loop in what is looked for behind'],
  ] as const)('refuses %s, which it cannot judge', ({ source, flags }, how) => {
    expect(superlinear(source, flags)).toBe(how);
  });

  it.each([
    /^\d+(?:\.\d*)?$/,
    /^(?:a|b)*$/,
    /^(?:[a-z]+ )*<$/,
    /^\s*x/,
    /[a-z]+/g,
    /a+b/y,
    /(?<!a)a+b/,
    /(?<![\\/])[\\/]+$/,
    /^[^\S\n\r\u2028\u2029]*:/m,
    /\{[^{}]*\}/,
    /(?:^|[^a])a+b/,
    /^a{1,63}a{1,63}$/,
    /^(?:"[^"]*"|'[^']*')*$/,
    /##(?=\w*\[)/g,
    /^\p{L}+\P{L}+$/u,
  ])('accepts %s', ({ source, flags }) => {
    expect(superlinear(source, flags)).toBeUndefined();
  });
});
