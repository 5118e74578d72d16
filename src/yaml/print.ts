import { isList, isMapping, type Mapping, type Value } from './tree.ts';

/** Strings of these forms are read as other values. */
const RESERVED = /^(?:y|n|yes|no|on|off|true|false|null)$/i;
const PLAIN = /^(?:\.\.\/)*(?:[A-Za-z][A-Za-z0-9_./-]*(?: [A-Za-z0-9_./-]+)*|\.\.)$/;
/**
 * The characters that JSON does not escape, although YAML reads them as line breaks, does not allow them, or they are
 * not visible. The last part is the beginning of a command of a build server.
 */
const ESCAPED =
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufffe\uffff]|##(?=\w*\[)/gu;

/** A value as a block of YAML that go-yaml reads as the same value, without a line break at its end. */
export function yamlText(value: Value): string {
  return yamlLines(value).join('\n');
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
  return JSON.stringify(text).replace(ESCAPED, escapeOf);
}

function escapeOf(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16);
  const escaped = code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`;
  return `${escaped}${character.startsWith('#') ? '#' : ''}`;
}
