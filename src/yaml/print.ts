import { isList, isMapping, type Mapping, type Value } from './tree.ts';

/** Strings of these forms are read as other values. */
const RESERVED = /^(?:y|n|yes|no|on|off|true|false|null)$/i;
const PLAIN = /^[A-Za-z][A-Za-z0-9_./-]*(?: [A-Za-z0-9_./-]+)*$/;

/** A value as a block of YAML that go-yaml reads as the same value, without a line break at its end. */
export function yamlText(value: Value, indent = ''): string {
  return yamlLines(value)
    .map((line) => `${indent}${line}`)
    .join('\n');
}

/** The lines of a value as a block of YAML. */
export function yamlLines(value: Value): readonly string[] {
  if (isList(value) && value.length > 0) return value.flatMap(itemLines);
  if (isMapping(value) && Object.keys(value).length > 0) return memberLines(value);
  return [yamlScalar(value)];
}

function itemLines(item: Value): readonly string[] {
  return yamlLines(item).map((line, index) => (index === 0 ? `- ${line}` : `  ${line}`));
}

function memberLines(mapping: Mapping): readonly string[] {
  return Object.entries(mapping).flatMap(([key, value]) => {
    const lines = yamlLines(value);
    const isBlock = typeof value === 'object' && value !== null && Object.keys(value).length > 0;
    if (!isBlock) return [`${yamlScalar(key)}: ${lines.join('')}`];
    return [`${yamlScalar(key)}:`, ...lines.map((line) => `  ${line}`)];
  });
}

/** A scalar, or an empty list or mapping, in one line. */
export function yamlScalar(value: Value): string {
  if (typeof value === 'string') return scalarText(value);
  if (isList(value)) return '[]';
  return isMapping(value) ? '{}' : String(value);
}

function scalarText(text: string): string {
  if (PLAIN.test(text) && !RESERVED.test(text)) return text;
  // JSON does not escape these characters, but YAML reads them as line breaks or does not allow them.
  return JSON.stringify(text).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
