/** YAML and JSON as the API server's clients read them, with the position of every key and value. */

export type { Document, DuplicateKey, NodeSpans } from './document.ts';
export { Lines, lineStart } from './lines.ts';
export { offsetInText, offsetsInText } from './offsets.ts';
export {
  firstValueIn,
  type Part,
  type PartReference,
  readPartAgain,
  readParts,
  valuesIn,
} from './read.ts';
export { readEdited } from './read-edited.ts';
export type { Refusal } from './refusals.ts';
export { type CharacterFacts, type DecodedText, decodeText, MAX_TEXT } from './text.ts';
export {
  isMapping,
  itemsAt,
  type Mapping,
  mappingAt,
  mappingFrom,
  mappingIn,
  mappingsIn,
  type Path,
  type Span,
  stringAt,
  stringsIn,
  type Value,
  valueAt,
  withValuesBelow,
  writtenAsFloat,
} from './tree.ts';
