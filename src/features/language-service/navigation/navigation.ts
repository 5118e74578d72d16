import { groupAndVersion } from '../../../server/kubernetes/api-version.ts';
import { type Path, type Span, stringAt, valueAt } from '../../../yaml/index.ts';
import { type ExpressionPlace, expressionsIn } from '../expressions/expression-place.ts';
import type { FileRange, FolderIndex, IndexedEntry, IndexedObject } from '../index/folder-index.ts';
import { targetAt } from '../index/targets.ts';
import type { ServiceContext } from '../service-context.ts';
import { cursorAt } from '../text/cursor.ts';
import { contains, type OpenText, type TextObject } from '../text/open-text.ts';
import { partsNamedAt, referencesToPart } from './named-parts.ts';
import { selectedPods } from './selected-pods.ts';

/** The objects that a place in a text leads to. */
export function objectsNamedAt(
  text: OpenText,
  offset: number,
  index: FolderIndex,
): readonly IndexedObject[] {
  const object = text.objectAt(offset);
  if (object === undefined) return [];
  const { path, side } = cursorAt(object.document, offset);
  const field = path.slice(object.path.length);
  const selected = selectedPods(object, index);
  if (selected?.field.every((step, at) => step === field[at])) return selected.objects;
  if (side === 'key') return [];
  const target = targetAt(object, field);
  if (target !== undefined) return index.resolve(target);
  const [only, ...others] = field;
  const isHead = others.length === 0 && (only === 'kind' || only === 'apiVersion');
  return isHead ? definitionsFor(object, index) : [];
}

/** The parts of objects that a place in a text names, such as a key of a ConfigMap. */
export function partsAt(
  text: OpenText,
  offset: number,
  index: FolderIndex,
): readonly IndexedEntry[] {
  const object = text.objectAt(offset);
  if (object === undefined) return [];
  const { path, side } = cursorAt(object.document, offset);
  const field = path.slice(object.path.length);
  const name = valueAt(object.value, field);
  return side === 'key' || (typeof name !== 'string' && typeof name !== 'number')
    ? []
    : partsNamedAt(object, field, String(name), index);
}

/** The CRDs that define the kind of an object. */
export function definitionsFor(
  { apiVersion, kind }: Pick<TextObject, 'apiVersion' | 'kind'>,
  index: FolderIndex,
): readonly IndexedObject[] {
  return index.definitionsOf({ group: groupAndVersion(apiVersion).group, kind });
}

/** The places of a variable of a policy. */
interface VariablePlaces {
  readonly name: Span;
  /** The names of the variable in the expressions of the policy. */
  readonly uses: readonly Span[];
}

/**
 * The variable of a policy at an offset, which is in its name or in an expression that uses it. Undefined for anything
 * else.
 */
export function variableAt(
  text: OpenText,
  offset: number,
  { minor }: ServiceContext,
): VariablePlaces | undefined {
  const object = text.objectAt(offset);
  if (object === undefined) return undefined;
  const list = [...object.path, 'spec', 'variables'];
  const { document, part } = object;
  const variables = valueAt(document.value, list);
  if (!Array.isArray(variables)) return undefined;
  const places = expressionsIn(text, part, minor).filter(({ resource: { origin } }) =>
    isSamePath(origin.path, object.path),
  );
  const declared = variables.flatMap((variable, index): readonly NamedSpan[] => {
    const name = stringAt(variable, 'name');
    const span = document.locate([...list, index, 'name'])?.value;
    return name === undefined || span === undefined ? [] : [{ name, span }];
  });
  const uses = places.flatMap(usesIn);
  const found = [...declared, ...uses].find(({ span }) => contains(span, offset));
  const declaration = declared.find(({ name }) => name === found?.name);
  return (
    declaration && {
      name: declaration.span,
      uses: uses.filter(({ name }) => name === declaration.name).map(({ span }) => span),
    }
  );
}

interface NamedSpan {
  readonly name: string;
  readonly span: Span;
}

/** The names of variables in an expression, as in `variables.name`. */
function usesIn(place: ExpressionPlace): readonly NamedSpan[] {
  return [...place.text.matchAll(/\bvariables\s*\.\s*([A-Za-z_]\w*)/g)].map(
    ({ index, 0: all, 1: name = '' }) => {
      const end = index + all.length;
      return { name, span: place.spanOf(end - name.length, end) };
    },
  );
}

function isSamePath(a: Path, b: Path): boolean {
  return a.length === b.length && a.every((step, at) => step === b[at]);
}

interface FilePlace {
  readonly text: OpenText;
  readonly file: string;
  readonly offset: number;
  readonly index: FolderIndex;
}

/** The names of objects, and of parts of them, at a place. */
export function declarationsAt({ text, file, offset, index }: FilePlace): readonly FileRange[] {
  const isHere = rangesAround(text, file, offset);
  const owners = index.objects.filter(({ whole }) => isHere(whole));
  return [...owners, ...owners.flatMap(({ entries }) => entries)]
    .map(({ range }) => range)
    .filter(isHere);
}

/**
 * The places that name the object, or the part of an object, at a place, or what the place names: also the entries of
 * kustomizations for the file of an object.
 *
 * @param withDeclaration true if the places with the names themselves are wanted too
 */
export function referencesAt(
  { text, file, offset, index }: FilePlace,
  withDeclaration: boolean,
): readonly FileRange[] {
  const isHere = rangesAround(text, file, offset);
  const owners = index.objects.filter(({ whole }) => isHere(whole));
  const declared = owners.filter(({ range }) => isHere(range));
  const objects = new Set([
    ...declared,
    ...(isNameOfKind(text, offset) ? owners : []),
    ...objectsNamedAt(text, offset, index),
  ]);
  const named = partsAt(text, offset, index);
  const parts = [...new Set([...owners, ...index.objects])].flatMap((owner) =>
    owner.entries
      .filter((entry) => named.includes(entry) || (owners.includes(owner) && isHere(entry.range)))
      .map((entry) => ({ entry, owner })),
  );
  return unique([
    ...(withDeclaration ? [...objects, ...parts.map(({ entry }) => entry)] : []).map(
      ({ range }) => range,
    ),
    ...[...objects].flatMap((object) => index.referencesTo(object)),
    ...parts.flatMap(({ entry, owner }) => referencesToPart(entry, owner, index)),
    ...(declared.length > 0 ? index.entriesFor(file) : []),
  ]);
}

/** Reports whether a CRD has one of the names of its kind at an offset. */
function isNameOfKind(text: OpenText, offset: number): boolean {
  const object = text.objectAt(offset);
  if (object?.kind !== 'CustomResourceDefinition') return false;
  const field = cursorAt(object.document, offset).path.slice(object.path.length);
  return field.length > 2 && field[0] === 'spec' && field[1] === 'names';
}

/** Makes a test of ranges, which is true for those that have an offset of a file, or end at it. */
function rangesAround(
  { lines }: OpenText,
  inFile: string,
  offset: number,
): (range: FileRange) => boolean {
  const { line, column } = lines.position(offset);
  return ({ file, line: first, column: start, endLine: last, endColumn: end }) =>
    file === inFile &&
    (first < line || (first === line && start <= column)) &&
    (line < last || (line === last && column <= end));
}

function unique(ranges: readonly FileRange[]): readonly FileRange[] {
  const byPlace = new Map(
    ranges.map((range) => [`${range.file}:${range.line}:${range.column}`, range]),
  );
  return [...byPlace.values()];
}
