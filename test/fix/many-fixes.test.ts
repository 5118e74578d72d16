import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EditRanges } from '../../src/edits/edit-ranges.ts';
import { EditableText } from '../../src/edits/editable-text.ts';
import { editedValue } from '../../src/edits/edited-value.ts';
import type { UntriedChoice } from '../../src/edits/resolve-fix.ts';
import { fixSources } from '../../src/features/fix/fix-sources.ts';
import type { FieldEdit } from '../../src/result/fix.ts';
import { applyEdits, type TextEdit } from '../../src/result/text-edit.ts';
import { crdYaml } from '../crd-yaml.ts';

const ALL = { unsafe: true, isWanted: () => true };

/** A text with keys `a0`, `a1` and so on, and fixes that rename them to `b0`, `b1`; the key `taken` stays. */
function renamings(count: number, nameOf = (index: number) => `b${index}`) {
  const tries: number[] = [];
  const pairs = Array.from({ length: count }, (_, index) => `a${index}: 1 # ${index}\n`).join('');
  const fixes = Array.from({ length: count }, (_, index) => {
    const edits: readonly FieldEdit[] = [
      { kind: 'rename-key', path: [`a${index}`], key: nameOf(index) },
    ];
    const choice = {
      title: '',
      get edits() {
        tries[index] = (tries[index] ?? 0) + 1;
        return edits;
      },
    };
    return { isSafe: true, choices: [choice] };
  });
  return { text: `${pairs}taken: 2\n`, fixes, tries };
}

function firstChoices(editable: EditableText, { fixes }: ReturnType<typeof renamings>) {
  return fixes
    .map((fix) => editable.firstChoice(0, fix))
    .filter((choice): choice is UntriedChoice => choice !== undefined);
}

function editsOf(choices: readonly UntriedChoice[]): readonly TextEdit[] {
  return choices.flatMap(({ edits }) => edits);
}

describe('the fixes of one document', () => {
  it('are tried together', () => {
    const given = renamings(500);
    const editable = new EditableText(given.text);
    const choices = firstChoices(editable, given);
    const confirmed = editable.confirm(0, choices);
    expect(confirmed).toEqual(choices);
    expect(applyEdits(given.text, editsOf(confirmed))).toBe(given.text.replaceAll(/^a/gm, 'b'));
    // Once for the edits, and once to try all of them.
    expect(Math.max(...given.tries)).toBe(2);
  });

  it('are tried in halves where one of them cannot be written', () => {
    const given = renamings(500, (index) => (index === 77 ? 'taken' : `b${index}`));
    const editable = new EditableText(given.text);
    const choices = firstChoices(editable, given);
    const confirmed = editable.confirm(0, choices);
    expect(confirmed).toEqual(choices.filter((_, index) => index !== 77));
    expect(Math.max(...given.tries)).toBeLessThanOrEqual(2 + Math.ceil(Math.log2(500)));
  });

  it('are resolved together, but as if each were alone', () => {
    // The renaming of `a3` does not allow another key of this name.
    const given = renamings(500, (index) => (index === 77 ? 'a3' : `b${index}`));
    const together = new EditableText(given.text);
    together.resolveTogether(0, given.fixes);
    const resolved = given.fixes.map((fix) => together.resolve(0, fix));
    // Once for the edits, once to see whether the values allow it, and once to try all of them.
    expect(Math.max(...given.tries.filter((_, index) => index !== 77))).toBe(3);
    const alone = given.fixes.map((fix) => new EditableText(given.text).resolve(0, fix));
    expect(resolved).toEqual(alone);
    expect(resolved.findIndex(({ length }) => length === 0)).toBe(77);
  });

  it.each([
    ['on one line', '{ a0: 1, a1: 1, a2: 1, taken: 2 }'],
    ['without line feeds', 'a0: 1\ra1: 1\ra2: 1\rtaken: 2\r'],
  ])('are resolved one by one %s', (_, text) => {
    const { fixes } = renamings(3, (index) => (index === 1 ? 'taken' : `b${index}`));
    const together = new EditableText(text);
    together.resolveTogether(0, fixes);
    const found = fixes.map((fix) => together.resolve(0, fix).length);
    expect(found).toEqual([1, 0, 1]);
  });

  it('are applied as if each were alone, with what only one of them needs', () => {
    const networkPolicy = (index: number) => `  - apiVersion: networking.k8s.io/v1
    kind: NetworkPolicy
    metadata: { name: web-${index} }
    spec: { podSelectr: {}, policyTypes: [Ingress] }
`;
    const items = Array.from({ length: 40 }, (_, index) => networkPolicy(index)).join('');
    const content = `apiVersion: v1\nkind: List\nitems:\n${items}`;
    const { texts, fixed } = fixSources([{ name: 'a.yaml', content }], {}, ALL);
    expect(texts.get('a.yaml')).toBe(content.replaceAll('podSelectr', 'podSelector'));
    expect(fixed).toHaveLength(40);
  });

  it('are tried again where another one had to come first', () => {
    const content = `apiVersion: v1
kind: Service
metadata: { name: database }
spec:
  tyype: ExternalName
  exxternalName: db.example.com
`;
    const { texts } = fixSources([{ name: 'a.yaml', content }], { pedantic: true }, ALL);
    expect(texts.get('a.yaml')).toContain('  type: ExternalName\n  externalName: db');
  });

  it('may be more unknown fields than are reported at once', () => {
    const fields = Array.from(
      { length: 250 },
      (_, index) => `                f${index}:
                  type: string
                  descripton: one
`,
    ).join('');
    const content = crdYaml(`
          type: object
          properties:
            spec:
              type: object
              properties:
${fields}`);
    const { texts } = fixSources([{ name: 'a.yaml', content }], {}, ALL);
    expect(texts.get('a.yaml')).toBe(content.replaceAll('descripton', 'description'));
  });
});

describe('the value that several edits make', () => {
  const value = { a: { b: 1, c: 2 }, list: [{ x: 1 }, { x: 2 }, { x: 3 }, { x: 4 }], s: 'text' };
  const remove = (path: (string | number)[], ...entries: (string | number)[]): FieldEdit => ({
    kind: 'remove',
    path,
    entries,
  });

  it.each<[what: string, edits: readonly FieldEdit[], expected: unknown]>([
    [
      'removals from one list',
      [remove(['list'], 1), remove(['list'], 3)],
      { ...value, list: [{ x: 1 }, { x: 3 }] },
    ],
    [
      'a removal in an item after one that is removed',
      [remove(['list'], 0), { kind: 'replace', path: ['list', 2, 'x'], value: 7 }],
      { ...value, list: [{ x: 2 }, { x: 7 }, { x: 4 }] },
    ],
    [
      'a key in a mapping that is renamed too',
      [
        { kind: 'rename-key', path: ['a'], key: 'd' },
        { kind: 'rename-key', path: ['a', 'b'], key: 'e' },
      ],
      { d: { e: 1, c: 2 }, list: value.list, s: 'text' },
    ],
    [
      'two keys of one mapping',
      [
        { kind: 'insert', path: ['a'], key: 'd', value: 3 },
        { kind: 'move', path: ['s'], to: ['a'] },
      ],
      { a: { b: 1, c: 2, d: 3, s: 'text' }, list: value.list },
    ],
    [
      'one key twice',
      [
        { kind: 'insert', path: ['a'], key: 'd', value: 3 },
        { kind: 'insert', path: ['a'], key: 'd', value: 4 },
      ],
      undefined,
    ],
    ['an item that is not there', [remove(['list'], 0), remove(['list'], 9)], undefined],
  ])('%s', (_, edits, expected) => {
    const before = structuredClone(value);
    expect(editedValue(value, edits)).toEqual(expected);
    expect(editedValue(value, edits.toReversed())).toEqual(expected);
    expect(value).toEqual(before);
  });
});

it('finds the edits that are in conflict with others', () => {
  const edit = fc
    .tuple(fc.nat(30), fc.nat(4))
    .map(([start, length]): TextEdit => ({ start, end: start + length, text: '' }));
  const areInConflict = (a: TextEdit, b: TextEdit) =>
    a.start === b.start || (a.start < b.end && b.start < a.end);
  fc.assert(
    fc.property(fc.array(edit), (edits) => {
      const ranges = new EditRanges();
      const taken: TextEdit[] = [];
      for (const next of edits) {
        const expected = taken.some((other) => areInConflict(next, other));
        expect(ranges.areInConflict([next])).toBe(expected);
        if (expected) continue;
        ranges.add([next]);
        taken.push(next);
        if (taken.length % 3 === 0) ranges.remove(taken.splice(1, 1));
      }
    }),
  );
});
