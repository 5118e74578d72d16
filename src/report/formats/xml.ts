import { escapeXml } from '../escape.ts';

/**
 * An element.
 *
 * @param attributes the attributes in their order. Undefined ones are omitted.
 * @param children elements, and lines that `escapeXml` has escaped
 */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | number | undefined>>,
  children: readonly string[] = [],
): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escapeXml([String(value)])}"`)
    .join('');
  if (children.length === 0) return `<${name}${written}/>`;
  return `<${name}${written}>${children.join('')}</${name}>`;
}

/** Elements on lines of their own, as children of another one. */
export function onLines(elements: readonly string[]): readonly string[] {
  return elements.length === 0 ? [] : ['\n', ...elements.flatMap((one) => [one, '\n'])];
}

/** A document with its declaration. */
export function xmlDocument(root: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
}
