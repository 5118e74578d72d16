import type { NewValue } from '../result/fix.ts';
import type { Document } from '../yaml/index.ts';

export type Quoting = 'plain' | 'single-quoted' | 'double-quoted';

/**
 * The ways to write a value, the best first. A plain scalar may be read as something else, so the caller must read the
 * result.
 *
 * @param wanted the preferred quotes of strings
 * @param quoting the quotes of strings otherwise
 */
export function valueTexts(value: NewValue, wanted: Quoting, quoting: Quoting): readonly string[] {
  if (typeof value === 'number' || typeof value === 'boolean') return [String(value)];
  const ways = [...new Set([wanted, quoting, 'double-quoted' as const])];
  if (typeof value === 'string') return ways.map((way) => quote(value, way));
  return ways.map((way) => `[${value.map((item) => quote(item, way)).join(', ')}]`);
}

/** A string in one of the styles of flow scalars. */
export function quote(text: string, quoting: Quoting): string {
  switch (quoting) {
    case 'plain':
      return text;
    case 'single-quoted':
      return `'${text.replaceAll("'", "''")}'`;
    case 'double-quoted':
      return JSON.stringify(text);
  }
}

/** The quotes that most quoted strings of a document have. */
export function commonQuoting(document: Document): Quoting {
  let singleQuoted = 0;
  let doubleQuoted = 0;
  for (const { span } of document.scalars()) {
    const first = document.text[span.start];
    if (first === "'") singleQuoted++;
    else if (first === '"') doubleQuoted++;
  }
  return singleQuoted > doubleQuoted ? 'single-quoted' : 'double-quoted';
}
