import { type Document, type Part, type Refusal, readParts } from '../../src/yaml/index.ts';

/** The document of the part with an index. It fails if the part is refused. */
export function documentOf(source: string | Uint8Array, index = 0): Document {
  const content = partOf(source, index).content;
  if (content.kind === 'refused') throw new Error(content.refusal.message);
  return content.document;
}

/** The refusal of the part with an index. It fails if the part can be read. */
export function refusalOf(source: string | Uint8Array, index = 0): Refusal {
  const content = partOf(source, index).content;
  if (content.kind === 'value') throw new Error('the part is read');
  return content.refusal;
}

export function partOf(source: string | Uint8Array, index = 0): Part {
  const part = [...readParts(source)][index];
  if (part === undefined) throw new Error(`there is no part ${index}`);
  return part;
}
