/** YAML and JSON as the API server's clients read them, with the position of every key and value. */

export type { Document, DuplicateKey, Merge, NodeSpans, WrittenScalar } from './document.ts';
export { type LineRange, Lines, lineStart, type Position } from './lines.ts';
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
export type { Refusal, RefusalId } from './refusals.ts';
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
  type Style,
  stringAt,
  stringsIn,
  type Value,
  valueAt,
  withValuesBelow,
  writtenAsFloat,
} from './tree.ts';
