import { onceForEach } from '../../base/once-for-each.ts';
import { areDeeplyEqual } from '../../server/crd/values/enum.ts';
import { jsonText } from '../../server/crd/values/json-text.ts';
import type { ChangedStep } from '../../sources/project/kustomize/changed-fields.ts';
import { stepsOfPointer } from '../../sources/project/kustomize/patch-paths.ts';
import { mergeKeysOf } from '../../sources/project/kustomize/strategic-merge.ts';
import {
  type Document,
  isMapping,
  type Mapping,
  type NodeSpans,
  type Path,
  type Span,
  type Value,
  valueAt,
} from '../../yaml/index.ts';
import { SourceText } from '../read/source-text.ts';
import { DerivedDocument } from './derived-document.ts';
import type { NumberedDocument } from './kustomization-documents.ts';

/** A text that an object is built from: that of its base, of a patch, or of a replacement. */
export interface Layer extends NumberedDocument {
  /** The text with all that the object has from it. */
  readonly span: Span;
}

/** The offset in its file at which the text of a layer begins: with a whole line, so that columns stay the same. */
export function startOfText({ open, span }: Layer): number {
  return span.start - (open.source.lines.position(span.start).column - 1);
}

/** A value that a replacement writes into an object. */
export interface WrittenValue {
  readonly path: Path;
  /** The path of the text that names it, in the document of the replacement. */
  readonly at: Path;
}

/** A patch or a replacement. */
interface ChangeLayer extends Layer {
  /** Undefined or empty for a patch. */
  readonly written: readonly WrittenValue[] | undefined;
}

/** A layer in the joined text of a built object. */
export interface JoinedLayer {
  readonly layer: Layer;
  readonly written: readonly WrittenValue[];
  /** The offset in the joined text of what is at the start of the file of the layer. */
  readonly shift: number;
  /** The number of a line in the joined text minus its number in the file of the layer. */
  readonly lines: number;
  /** The last line in the joined text. */
  readonly lastLine: number;
}

/**
 * An object as a kustomization builds it. Its text consists of the texts of its base and its patches, one after the
 * other. So each value is found in the text that it comes from.
 */
export class BuiltDocument extends DerivedDocument {
  readonly value: Mapping;
  readonly source: SourceText;
  readonly #layers: readonly JoinedLayer[];

  /** @param changes in the order in which they are applied */
  constructor(value: Mapping, base: Layer, changes: readonly ChangeLayer[]) {
    super();
    this.value = value;
    const layers: JoinedLayer[] = [];
    let content = '';
    let before = 0;
    for (const layer of [{ ...base, written: undefined }, ...changes]) {
      const { written = [] } = layer;
      const { lines, text } = layer.open.source;
      const { line } = lines.position(layer.span.start);
      const start = startOfText(layer);
      const part = `${text.slice(start, layer.span.end)}\n`;
      const shift = content.length - start;
      const count = lines.position(layer.span.end).line - line + 1;
      layers.push({ layer, written, shift, lines: before + 1 - line, lastLine: before + count });
      content += part;
      before += count;
    }
    this.#layers = layers;
    const { file: name, location, surroundings } = base.open.source;
    this.source = new SourceText({ name, content, location, surroundings });
  }

  get text() {
    return this.source.text;
  }

  locate(path: Path): NodeSpans | undefined {
    const found = this.#origin(path);
    if (found === undefined) return undefined;
    const { layer, shift } = found.joined;
    const spans = locateIn(layer, found.place);
    return spans && shifted(spans, shift);
  }

  keys(path: Path) {
    const found = this.#origin(path);
    return found?.joined.layer.open.document.keys(found.place.path);
  }

  /**
   * The layer that a line of the joined text is in, and the number of the line minus its number in the file of the
   * layer.
   */
  layerOf(line: number): JoinedLayer | undefined {
    return this.#layers.find(({ lastLine }) => line <= lastLine);
  }

  /** The first layer with the same value, or else the last one with another value. */
  #origin(path: Path): { readonly joined: JoinedLayer; readonly place: PlaceInLayer } | undefined {
    const value = valueAt(this.value, path);
    if (value === undefined) return undefined;
    let last: { readonly joined: JoinedLayer; readonly place: PlaceInLayer } | undefined;
    for (const joined of this.#layers) {
      const { written, layer } = joined;
      const place =
        written.length > 0
          ? placeInWritten(written, this.value, path)
          : placeIn(layer.open.document, this.value, path);
      if (place === undefined) continue;
      last = { joined, place };
      if (areDeeplyEqual(place.value, value)) return last;
    }
    return last;
  }
}

/** The place of a value of a built object in the document of a layer. */
interface PlaceInLayer {
  readonly path: Path;
  readonly value: Value;
  /** The path of the operation of a JSON patch that sets it as a whole; undefined otherwise. */
  readonly operation: Path | undefined;
}

function placeIn(document: Document, built: Mapping, path: Path): PlaceInLayer | undefined {
  const { value } = document;
  return Array.isArray(value)
    ? placeInOperations(value, built, path)
    : placeInObject(value, built, path);
}

/** The place that names the last written value that a path leads to, or that is around it. */
function placeInWritten(
  written: readonly WrittenValue[],
  built: Mapping,
  path: Path,
): PlaceInLayer | undefined {
  const found = written.findLast((one) => one.path.every((step, depth) => step === path[depth]));
  const value = found && valueAt(built, path);
  return found && value !== undefined ? { path: found.at, value, operation: undefined } : undefined;
}

/** The place in a base or a strategic merge patch, whose lists may have their items at other positions. */
function placeInObject(own: Value, built: Value, path: Path): PlaceInLayer | undefined {
  const found: (string | number)[] = [];
  let [from, to]: [Value | undefined, Value | undefined] = [own, built];
  for (const [depth, step] of path.entries()) {
    const index: string | number | undefined =
      Array.isArray(from) && Array.isArray(to) && typeof step === 'number'
        ? indexOfItem(from, to, step, mergeKeysOf(path.slice(0, depth)))
        : step;
    from = index === undefined ? undefined : valueAt(from ?? null, [index]);
    if (index === undefined || from === undefined) return undefined;
    to = valueAt(to ?? null, [step]);
    found.push(index);
  }
  return from === undefined ? undefined : { path: found, value: from, operation: undefined };
}

/**
 * The index in a list of the item that is at a position of the built list; undefined if there is none. Without a key,
 * items that patches have moved are found by their values, and items that they have changed are at the same position.
 */
function indexOfItem(
  list: readonly Value[],
  built: readonly Value[],
  position: number,
  keys: ReturnType<typeof mergeKeysOf>,
): number | undefined {
  const item = built[position] ?? null;
  if (keys !== undefined) {
    const isSame = (one: Value) =>
      keys.every((key) => key === undefined || valueAt(one, [key]) === valueAt(item, [key]));
    return list.findIndex((one) => isMapping(one) && isSame(one));
  }
  const own = list[position];
  if (own !== undefined && areDeeplyEqual(own, item)) return position;
  const moved = positionsIn(list).get(jsonText(item, 'by key'));
  if (moved !== undefined || own === undefined || list.length !== built.length) return moved;
  return positionsIn(built).has(jsonText(own, 'by key')) ? undefined : position;
}

/** The last positions of the items of a list, by their texts. */
const positionsIn = onceForEach(
  (list: readonly Value[]): ReadonlyMap<string, number> =>
    new Map(list.map((item, position) => [jsonText(item, 'by key'), position])),
);

/**
 * The place in the last operation that sets a value, or a value around it. Several operations can add items to a list
 * at the same path; one that adds the same item comes first.
 */
function placeInOperations(
  operations: readonly Value[],
  built: Mapping,
  path: Path,
): PlaceInLayer | undefined {
  let last: PlaceInLayer | undefined;
  for (const { index, length } of valuesOf(operations).around(path)) {
    const inValue = [index, 'value', ...path.slice(length)];
    const value = valueAt(operations, inValue);
    if (value === undefined) continue;
    const operation = length === path.length ? [index] : undefined;
    const place = { path: inValue, value, operation };
    const added = valueAt(operations, [index, 'value']) ?? null;
    if (areDeeplyEqual(added, valueAt(built, path.slice(0, length)) ?? null)) return place;
    last ??= place;
  }
  return last;
}

const valuesOf = onceForEach((operations: readonly Value[]) => new SetValues(operations));

/** An operation that sets a value, and the number of the steps to it. */
interface SetValue {
  readonly index: number;
  readonly length: number;
}

/** The operations that set values below a step, by their next steps. */
interface SetNode {
  readonly steps: Map<string | number, SetNode>;
  readonly values: SetValue[];
}

/** The step to an item that is added to the end of a list, or inserted. */
const ANY_ITEM = '-';

/** The operations of a JSON patch that set values, by the steps of their paths. */
class SetValues {
  readonly #root: SetNode = { steps: new Map(), values: [] };

  constructor(operations: readonly Value[]) {
    for (const [index, operation] of operations.entries()) {
      if (!isMapping(operation) || typeof operation.path !== 'string') continue;
      if (operation.value === undefined) continue;
      const pointer = stepsOfPointer(operation.path, false);
      let node = this.#root;
      for (const step of pointer) node = nodeBelow(node, keyOf(step));
      node.values.push({ index, length: pointer.length });
    }
  }

  /** The operations that set the value at a path or a value around it, the last one first. */
  around(path: Path): readonly SetValue[] {
    const found = [...this.#root.values];
    let nodes = [this.#root];
    for (const step of path) {
      const keys = typeof step === 'number' ? [step, ANY_ITEM] : [step];
      nodes = nodes.flatMap(({ steps }) => keys.flatMap((key) => steps.get(key) ?? []));
      for (const { values } of nodes) found.push(...values);
    }
    return found.sort((a, b) => b.index - a.index);
  }
}

function keyOf(step: ChangedStep): string | number {
  if (step.kind === 'key') return step.key;
  return step.kind === 'item' ? step.index : ANY_ITEM;
}

function nodeBelow({ steps }: SetNode, key: string | number): SetNode {
  const known = steps.get(key);
  if (known !== undefined) return known;
  const node: SetNode = { steps: new Map(), values: [] };
  steps.set(key, node);
  return node;
}

/** The spans of a place. The key of a value that an operation sets is the path in the operation. */
function locateIn(
  { open: { document } }: Layer,
  { path, operation }: PlaceInLayer,
): NodeSpans | undefined {
  const spans = document.locate(path);
  const pointer = operation && document.locate([...operation, 'path']);
  return spans && pointer ? { ...spans, key: pointer.value } : spans;
}

function shifted({ key, value, style, anchor }: NodeSpans, by: number): NodeSpans {
  const moved = ({ start, end }: Span) => ({ start: start + by, end: end + by });
  return {
    key: key && moved(key),
    value: moved(value),
    style,
    anchor: anchor && { key: anchor.key && moved(anchor.key), value: moved(anchor.value) },
  };
}
