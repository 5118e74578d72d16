import { describe, expect, it } from 'vitest';
import { lint } from '../../src/lint/lint.ts';
import { isUnrendered } from '../../src/sources/project/placeholders.ts';
import { looksLikeManifest, looksLikeTemplate } from '../../src/sources/project/unreadable-text.ts';
import { type Files, sourcesOf } from './memory-project.ts';

const WEBHOOKS = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: { name: pods }
webhooks:
- { name: a.example.com, timeoutSeconds: 60, sideEffects: No }
`;

/** The number of documents in the report. The test only requires that there is a report, and soon. */
function documentsIn(files: Files): number {
  return lint(sourcesOf({ 'a.yaml': WEBHOOKS, ...files })).documents.length;
}

const LARGE = 1024 * 1024;
const DEPTH = 9000;

const NESTED = `${'{ a: '.repeat(DEPTH)}1${' }'.repeat(DEPTH)}`;
const NESTED_LISTS = `${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}`;

/** Aliases that expand to millions of values, the most that a reader allows. */
const ALIASES = ['a0: &a0 { x: 1 }']
  .concat(
    Array.from(
      { length: 12 },
      (_, n) => `a${n + 1}: &a${n + 1} { p: *a${n}, q: *a${n}, r: *a${n} }`,
    ),
  )
  .join('\n');

function kustomization(fields: string): Files {
  return { 'kustomization.yaml': `resources: [a.yaml]\n${fields}` };
}

describe('a project file that means harm does none', () => {
  it.each([
    ['a kustomization that is nested', { 'kustomization.yaml': NESTED }],
    [
      'a kustomization of an odd kind',
      { 'kustomization.yaml': 'kind: { a: b }\napiVersion: [c]\n' },
    ],
    ['tests of an odd kind', { 'suite.yaml': 'apiVersion: { a: b }\ntests: []\n' }],
    ['a kustomization of lists', { 'kustomization.yaml': NESTED_LISTS }],
    ['a kustomization of aliases', { 'kustomization.yaml': ALIASES }],
    [
      'a long chain of kustomizations',
      Object.fromEntries(
        Array.from({ length: DEPTH / 2 }, (_, n) => [
          `o${n}/kustomization.yaml`,
          `resources: [../o${n + 1}]\npatches: [{ target: { kind: ConfigMap, name: a } }]\n`,
        ]),
      ),
    ],
    ['a patch that is nested', kustomization(`patches: [{ patch: '${NESTED}', target: {} }]`)],
    [
      'a patch with a number out of range',
      kustomization(
        `patches: [{ patch: ${JSON.stringify(WEBHOOKS.replace('60', '18446744073709551615'))} }]`,
      ),
    ],
    [
      'a schema of values with a number of 64 bits',
      {
        'c/Chart.yaml': 'name: c\nversion: 1.0.0\n',
        'c/values.yaml': 'a: 1\n',
        'c/values.schema.json': '{"properties": {"a": {"enum": [9223372036854775807]}}}',
      },
    ],
    ['a test that is nested', { 'chainsaw-test.yaml': NESTED }],
    ['a test of lists', { 'chainsaw-test.yaml': NESTED_LISTS }],
    [
      'a file with directives that is nested',
      { 'b.yaml': `apiVersion: v1\nkind: A\nspec: ${NESTED}\nx: "$patch"\n` },
    ],
    [
      'a patch in a file of aliases',
      {
        ...kustomization('patches: [{ path: patch.yaml, target: { kind: Val.* } }]'),
        'patch.yaml': `apiVersion: v1\nkind: A\nmetadata: { name: a }\n${ALIASES}`,
      },
    ],
    [
      'many entries for one file',
      {
        ...kustomization(
          `patches:\n${Array.from({ length: 5_000 }, (_, n) => `- { path: p/../patch.yaml, target: { name: a${n} } }`).join('\n')}`,
        ),
        'patch.yaml': `- { op: add, path: /a }\n`.repeat(2_000),
      },
    ],
    [
      'many documents in one patch',
      {
        ...kustomization('patches: [{ path: patch.yaml, target: {} }]'),
        'patch.yaml': 'a: b\n---\n'.repeat(10_000),
      },
    ],
    [
      'expressions that take other engines ages',
      kustomization(
        `patches: [{ patch: '[]', target: { name: '((p+)+)+!' } }, { patch: '[]', target: { name: '${'(p?){1000}'.repeat(3)}' } }, { patch: '[]', target: { name: '${'(a|'.repeat(LARGE / 8)}' } }]`,
      ),
    ],
    [
      'a long selector',
      kustomization(
        `patches: [{ patch: '[{ "op": "add", "path": "/x" }]', target: { labelSelector: '${'a in (b),'.repeat(LARGE / 20)}a${' '.repeat(10_000)}b((((' } }]`,
      ),
    ],
    [
      'a long path of a replacement',
      kustomization(
        `replacements: [{ targets: [{ select: { kind: Val.* }, fieldPaths: ['${'['.repeat(LARGE / 4)}', '${'\\'.repeat(LARGE / 4)}'] }] }]`,
      ),
    ],
    ['a long comment', kustomization(`#- ${'patch-'.repeat(LARGE / 8)}`)],
    ['long names', { 'chainsaw-test.yaml': `- assert: { file: '${'*a'.repeat(LARGE / 4)}' }` }],
    [
      'kustomizations that name each other',
      {
        'kustomization.yaml':
          'resources: [a.yaml, ., x, x/..]\ncomponents: [., x]\npatches: [{ patch: "[]" }]',
        'x/kustomization.yaml':
          'resources: [.., ../x, ../a.yaml]\ncomponents: [.., .]\npatches: [{ patch: "[]" }]',
      },
    ],
    [
      'names that objects inherit',
      kustomization(
        'patches: [{ patch: "- { op: add, path: /__proto__/constructor }", target: { kind: __proto__, name: constructor } }]\nlabels: [{ pairs: { __proto__: a } }]',
      ),
    ],
    [
      'all fields of other types',
      kustomization('patches: 1\ntransformers: { a: b }\ncomponents: x\nlabels: 3'),
    ],
  ])('%s', (_, files: Files) => {
    expect(documentsIn(files)).toBeGreaterThan(0);
  });
});

describe('a long text is looked through once', () => {
  it.each([
    ['dashes', '- '.repeat(LARGE / 2), false],
    ['blanks', `a:${' '.repeat(LARGE)}`, false],
    ['colons', ': '.repeat(LARGE / 2), false],
    ['braces', '{'.repeat(LARGE), true],
    ['signs', '$'.repeat(LARGE), false],
    ['open placeholders', '${a'.repeat(LARGE / 4), false],
    ['open variables', '$('.repeat(LARGE / 2), false],
    ['open actions', '{{a'.repeat(LARGE / 4), true],
  ])('if it has many %s', (_, text, isTemplate) => {
    expect(looksLikeTemplate(`x\n${text}`)).toBe(isTemplate);
    expect(looksLikeManifest(`x\n${text}`)).toBe(false);
    expect(isUnrendered(text, null)).toBe(false);
  });
});
