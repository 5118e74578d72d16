import type { FieldEdit, Fix, NewValue } from '../../result/fix.ts';
import type { Field } from '../../rule/field.ts';
import { safeFix, unsafeFix } from '../../rule/fix.ts';
import { editDistance } from '../../server/kubernetes/edit-distance.ts';
import { unquotedValue } from './unquoted-value.ts';

/** The shortest name that is compared by its letters. A change of one letter makes other names of shorter ones. */
const SHORTEST_COMPARED = 3;

/**
 * The fix of a value that is not in an enumeration, if exactly one value of it differs only in case or by one letter.
 */
export function enumFix(
  field: Field<string | undefined>,
  allowed: readonly string[],
): Fix | undefined {
  const { value = '' } = field;
  const lower = value.toLowerCase();
  const inOtherCase = allowed.filter((one) => one.toLowerCase() === lower);
  const near = inOtherCase.length > 0 ? inOtherCase : allowed.filter(isNear);
  const [meant, ...others] = near;
  return meant === undefined || others.length > 0 ? undefined : replacementFix(field, meant);

  function isNear(one: string): boolean {
    return one.length >= SHORTEST_COMPARED && editDistance(one.toLowerCase(), lower) === 1;
  }
}

/** The safe fix that replaces a text of the file; undefined if the field is not in the file itself. */
export function replacementFix(field: Field<string | undefined>, text: string): Fix | undefined {
  if (!field.isWritten) return undefined;
  return safeFix(field.origin, {
    title: `replace ${field.value} by ${text}`,
    edits: [settingOf(field, text)],
  });
}

/** The fix of a number in quotes where a number is expected. */
export function unquotedFix(field: Field): Fix | undefined {
  const { document } = field.origin;
  const span = document.locate(field.documentPath)?.value;
  const value = span && unquotedValue(document.text.slice(span.start, span.end));
  return value === undefined
    ? undefined
    : safeFix(field.origin, { title: 'remove the quotes', edits: [settingOf(field, value)] });
}

/** The safe fix that sets a field, which the file may have or not. */
export function settingFix(field: Field, value: NewValue): Fix | undefined {
  return safeFix(field.origin, {
    title: settingTitle(field, value),
    edits: [settingOf(field, value)],
  });
}

/**
 * The unsafe fix that sets a field, which the file may have or not, to one of some values. The first one is applied.
 */
export function settingChoices(field: Field, values: readonly NewValue[]): Fix | undefined {
  return unsafeFix(
    field.origin,
    ...values.map((value) => ({
      title: settingTitle(field, value),
      edits: [settingOf(field, value)],
    })),
  );
}

function settingTitle({ segment }: Field, value: NewValue): string {
  return `set ${segment}: ${value}`;
}

function settingOf(field: Field, value: NewValue): FieldEdit {
  const path = field.documentPath;
  if (field.origin.document.locate(path) !== undefined) return { kind: 'replace', path, value };
  return { kind: 'insert', path: path.slice(0, -1), key: String(field.segment), value };
}
