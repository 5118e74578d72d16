/** An element of an XML document, with its text and its elements. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  readonly text: string;
}

/** The attributes of an element of a format (with `!` for the required ones), and its elements. */
export type XmlSchema = Readonly<
  Record<string, { readonly attributes: string; readonly children: string }>
>;

const TOKEN = /<\/([\w-]+)>|<([\w-]+)((?: [\w-]+="[^"<]*")*)(\/?)>|([^<]+)/gy;
/** Characters that XML 1.0 allows. */
const ALLOWED = /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u;

/**
 * Reads a document of the subset of XML that reports use.
 *
 * @throws Error if it is not well-formed
 */
export function readXml(document: string): XmlElement {
  if (!ALLOWED.test(document)) throw new Error('a character that XML does not allow');
  const body = document.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, '');
  if (body === document) throw new Error('no declaration');
  const open: {
    name: string;
    attributes: Record<string, string>;
    children: XmlElement[];
    text: string;
  }[] = [{ name: '', attributes: {}, children: [], text: '' }];
  let position = 0;
  for (const match of body.matchAll(TOKEN)) {
    if (match.index !== position) break;
    position += match[0].length;
    const [, end, name, attributes = '', isEmpty, text] = match;
    const parent = open.at(-1);
    if (parent === undefined) throw new Error('more ends than beginnings');
    if (text !== undefined) parent.text += decoded(text);
    else if (end !== undefined) {
      if (parent.name !== end) throw new Error(`</${end}> ends ${parent.name}`);
      open.pop();
    } else if (name !== undefined) {
      const element = { name, attributes: readAttributes(attributes), children: [], text: '' };
      parent.children.push(element);
      if (isEmpty === '') open.push(element);
    }
  }
  if (position !== body.length) throw new Error(`not XML: ${body.slice(position, position + 40)}`);
  const [root] = open[0]?.children ?? [];
  if (open.length !== 1 || root === undefined) throw new Error('an element that does not end');
  return root;
}

/** The errors of an element and of the elements in it. */
export function xmlProblems(element: XmlElement, schema: XmlSchema): readonly string[] {
  const declared = schema[element.name];
  if (declared === undefined) return [`unknown element ${element.name}`];
  const attributes = declared.attributes.split(' ').filter((name) => name !== '');
  const allowed = attributes.map((name) => name.replace('!', ''));
  const children = declared.children.split(' ');
  return [
    ...Object.keys(element.attributes)
      .filter((name) => !allowed.includes(name))
      .map((name) => `unknown attribute ${name} of ${element.name}`),
    ...attributes
      .filter((name) => name.endsWith('!') && !(name.slice(0, -1) in element.attributes))
      .map((name) => `${element.name} without ${name}`),
    ...element.children
      .filter(({ name }) => !children.includes(name))
      .map(({ name }) => `${name} in ${element.name}`),
    ...element.children.flatMap((child) => xmlProblems(child, schema)),
  ];
}

function readAttributes(text: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [, name = '', value = ''] of text.matchAll(/ ([\w-]+)="([^"]*)"/g)) {
    if (name in attributes) throw new Error(`two attributes ${name}`);
    attributes[name] = decoded(value);
  }
  return attributes;
}

function decoded(text: string): string {
  return text.replace(/&(\w*;?)/g, (_, name: string) => {
    const character = { 'amp;': '&', 'lt;': '<', 'gt;': '>', 'quot;': '"' }[name];
    if (character === undefined) throw new Error(`unknown entity &${name}`);
    return character;
  });
}
