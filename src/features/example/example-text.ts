import { wrap } from '../../report/wrap.ts';
import { escapeControls } from '../../result/visible-text.ts';
import { flowText } from '../../server/compatibility/describe.ts';
import { isIntOrString, type StructuralSchema } from '../../server/crd/structural.ts';
import type { FieldOutline } from '../../server/custom-resources/examples/field-outline.ts';
import { yamlLines, yamlScalar } from '../../yaml/print.ts';
import { isMapping, type Mapping, type Value } from '../../yaml/tree.ts';

/** The columns of a comment, with its indentation. */
const COLUMNS = 100;
/** Comments that are deeply indented are not narrower than this. */
const NARROWEST = 40;
/** Longer values are not shown in a comment. */
const LONGEST_VALUE = 60;
const MOST_ENUM_VALUES = 12;
/** The text for a field for which no value is found. Perhaps its schema accepts no value. */
const NO_VALUE = '...';
/** An object that needs no field. */
const EMPTY = '{} # or some of these fields:';

/** A custom resource as YAML. */
export function exampleText(object: Mapping): string {
  return `${yamlLines(object).join('\n')}\n`;
}

/**
 * A custom resource as YAML with all fields of its kind. Fields that it does not need are comments, each with its
 * description in the CRD. Without the `#` they are part of the object.
 *
 * @param describe returns the first sentence of a description
 */
export function fullExampleText(
  object: Mapping,
  outlines: readonly FieldOutline[],
  describe: (text: string) => string,
): string {
  const head = Object.fromEntries(
    Object.entries(object).filter(([name]) => !outlines.some((outline) => outline.name === name)),
  );
  const body = outlines.flatMap((outline) => outlineLines(outline, '', describe));
  return `${[...yamlLines(head), ...body].join('\n')}\n`;
}

function outlineLines(
  outline: FieldOutline,
  indent: string,
  describe: (text: string) => string,
): readonly string[] {
  const { name, schema, isUsed, value, nesting, fields } = outline;
  const mark = isUsed ? '' : '#';
  const below = (deeper: string) =>
    fields.flatMap((field) => outlineLines(field, deeper, describe));
  const comment = commentLines(schema, indent, describe);
  const key = `${indent}${mark}${yamlScalar(name)}:`;
  switch (nesting) {
    case 'none':
      return [...comment, ...leafLines(key, value, indent, mark)];
    case 'members': {
      // Without a member that is used, the value is an empty object, and the comments follow it.
      const isEmpty = isUsed && !fields.some((field) => field.isUsed);
      return [...comment, `${key}${isEmpty ? ` ${EMPTY}` : ''}`, ...below(`${indent}  `)];
    }
    case 'items':
      return [...comment, ...listLines(outline, key, below(`${indent}    `), indent, mark)];
    case 'values': {
      const [first = 'key', ...others] = isMapping(value) ? Object.keys(value) : [];
      if (isUsed && others.length > 0) return [...comment, ...leafLines(key, value, indent, mark)];
      const isEmpty = isUsed && isMapping(value) && Object.keys(value).length === 0;
      if (isEmpty)
        return [...comment, `${key} ${EMPTY}`, `${indent}  #key:`, ...below(`${indent}    `)];
      return [
        ...comment,
        key,
        `${indent}  ${mark}${yamlScalar(first)}:`,
        ...below(`${indent}    `),
      ];
    }
  }
}

/** A list of objects: the first item with all its fields, the others as they are. */
function listLines(
  { value, isUsed, fields }: FieldOutline,
  key: string,
  below: readonly string[],
  indent: string,
  mark: string,
): readonly string[] {
  const items = Array.isArray(value) ? (value as readonly Value[]) : [];
  if (isUsed && items.length === 0) return [`${key} []`];
  const first = below.findIndex((line) => !/^ *# /.test(line));
  const at = isUsed ? below.findIndex((line) => !line.trimStart().startsWith('#')) : first;
  // An item whose fields are all comments is an empty object.
  if (at < 0 || (isUsed && !fields.some((field) => field.isUsed))) {
    return [key, `${indent}  ${mark}- ${EMPTY}`, ...below];
  }
  const line = below[at] ?? '';
  const text = isUsed ? line.slice(indent.length + 4) : line.slice(indent.length + 5);
  const withDash = `${indent}  ${mark}- ${text}`;
  const others = isUsed ? items.slice(1).flatMap((item) => yamlLines([item])) : [];
  return [
    key,
    ...below.slice(0, at).map((one) => one.replace(/^ {2}/, '')),
    withDash,
    ...below.slice(at + 1),
    ...others.map((one) => `${indent}  ${one}`),
  ];
}

function leafLines(
  key: string,
  value: Value | undefined,
  indent: string,
  mark: string,
): readonly string[] {
  if (value === undefined) return [`${key} ${NO_VALUE}`];
  const lines = yamlLines(value);
  const isBlock = typeof value === 'object' && value !== null && Object.keys(value).length > 0;
  if (!isBlock) return [`${key} ${lines.join('')}`];
  return [key, ...lines.map((line) => `${indent}  ${mark}${line}`)];
}

/** The comments on a field from the CRD: the first sentence of its description, and the limits of its values. */
function commentLines(
  schema: StructuralSchema,
  indent: string,
  describe: (text: string) => string,
): readonly string[] {
  const sentence = describe(schema.description ?? '');
  const facts = factsOf(schema);
  const parts = [sentence, facts === '' ? '' : `(${facts})`].filter((part) => part !== '');
  // A line break, or what is one for some reader of YAML, would end the comment.
  const text = escapeControls(parts.join(' ').replace(/\s+/g, ' '));
  if (text === '') return [];
  return wrap(text, Math.max(NARROWEST, COLUMNS - indent.length - 2)).map(
    (line) => `${indent}# ${line.trim()}`,
  );
}

function factsOf(schema: StructuralSchema): string {
  const facts: string[] = [];
  const { enum: allowed = [], format = '', default: given } = schema;
  if (allowed.length > 0 && allowed.length <= MOST_ENUM_VALUES) {
    facts.push(`one of: ${allowed.map((value) => flowText(value)).join(', ')}`);
  }
  if (format !== '') facts.push(`format ${format}`);
  for (const keyword of [
    'minimum',
    'maximum',
    'minLength',
    'maxLength',
    'minItems',
    'maxItems',
  ] as const) {
    if (schema[keyword] !== undefined) facts.push(`${keyword} ${schema[keyword]}`);
  }
  if (given !== undefined && given !== null) {
    const text = flowText(given);
    if (text.length <= LONGEST_VALUE) facts.push(`default ${text}`);
  }
  const type = isIntOrString(schema) ? 'integer or string' : (schema.type ?? '');
  // The example itself shows that a field has fields or items.
  const isObvious = facts.length === 0 && (type === 'object' || type === 'array');
  return [isObvious ? '' : type, ...facts].filter((fact) => fact !== '').join(', ');
}
