import { definitionOf } from '../kubernetes/definitions.ts';
import type { ValidatorError } from '../kubernetes/generated/validators.mjs';
import { holdsIn, MINORS, type Minor, type MinorRange } from '../kubernetes/minors.ts';
import type { Mapping, Value } from '../kubernetes/value.ts';
import {
  type DecodeProblem,
  decoderPath,
  type ExpectedType,
  isUndecodable,
  type Path,
} from './problem.ts';
import { isList, wrongType } from './scalars.ts';
import { type FieldPlace, suggestField } from './suggestion.ts';
import { type ObjectNode, scalarProblemAt } from './validation.ts';

/** The decoder tells at most so many unknown fields; we tell as many lost ones. */
const MOST_FIELDS = 100;

/** Of ill-typed values the server tells the first; so many are more than anybody reads. */
const MOST_ILL_TYPED = 1000;

export interface CollectedProblems {
  /** In the order in which the server reads. */
  readonly problems: readonly DecodeProblem[];
  /** There are more ill-typed values than are told. */
  readonly isCut: boolean;
}

/** What stands in an object, in order: an error, or an object with a definition of its own. */
interface Entry {
  /** From the object. */
  readonly path: Path;
  readonly of: ValidatorError | ObjectNode;
}

interface Frame {
  readonly node: ObjectNode;
  readonly around: Frame | undefined;
  /** The length of the path that leads to it. */
  readonly length: number;
  /** The minors that have the field it stands in. */
  readonly minors: MinorRange;
  readonly entries: readonly Entry[];
  next: number;
}

/**
 * Turns what the validators say of an object and those below it into problems, depth first with the keys in order of their bytes: so
 * the server reads what a client has sorted. Takes no stack, and paths only for what is told.
 */
export function collectProblems(nodes: readonly ObjectNode[], minor: Minor): CollectedProblems {
  const collector = new Collector(nodes, minor);
  const [root] = nodes;
  if (root !== undefined) collector.collect(root);
  return collector;
}

class Collector implements CollectedProblems {
  readonly problems: DecodeProblem[] = [];
  isCut = false;
  readonly #minor: Minor;
  readonly #below = new Map<ObjectNode, ObjectNode[]>();
  readonly #told = new Set<string>();
  readonly #path: (string | number)[] = [];
  #lost = 0;
  #illTyped = 0;

  constructor(nodes: readonly ObjectNode[], minor: Minor) {
    this.#minor = minor;
    for (const node of nodes) {
      if (node.around === undefined) continue;
      const siblings = this.#below.get(node.around);
      if (siblings === undefined) this.#below.set(node.around, [node]);
      else siblings.push(node);
    }
  }

  collect(root: ObjectNode): void {
    let frame: Frame | undefined = this.#frameOf(root, undefined, 0, {});
    while (frame !== undefined) {
      this.#path.length = frame.length;
      const entry: Entry | undefined = frame.entries[frame.next++];
      if (entry === undefined) {
        frame = frame.around;
      } else if (isNode(entry.of)) {
        const minors = minorsAt(frame, entry.of.pointer);
        this.#path.push(...entry.path);
        frame = this.#frameOf(entry.of, frame, this.#path.length, minors);
      } else this.#addError(frame, entry.path, entry.of);
    }
  }

  #frameOf(node: ObjectNode, around: Frame | undefined, length: number, minors: MinorRange): Frame {
    const entries = [
      ...node.errors.map((error): Entry => {
        const path = segmentsOf(error.instancePath, node.value);
        return {
          path: error.keyword === 'fields' ? [...path, error.params.field] : path,
          of: error,
        };
      }),
      ...(this.#below.get(node) ?? []).map(
        (below): Entry => ({ path: segmentsOf(below.pointer, node.value), of: below }),
      ),
    ];
    entries.sort((a, b) => comparePaths(a.path, b.path));
    return { node, around, length, minors, entries, next: 0 };
  }

  #addError(frame: Frame, path: Path, error: ValidatorError): void {
    const { node } = frame;
    const range = minorsAt(frame, error.instancePath);
    switch (error.keyword) {
      case 'fields':
        this.#addUnknown(frame, path, range, undefined);
        break;
      case 'minors':
        this.#addUnknownElsewhere(frame, path, range);
        break;
      case 'type': {
        const value = valueAt(node.value, path);
        if (value === null || value === undefined) break;
        this.#add(path, 'value', range, wrongType(EXPECTED[error.params.type], value));
        break;
      }
      case 'scalar': {
        const value = valueAt(node.value, path);
        const container = valueAt(node.value, path.slice(0, -1));
        const key = path.at(-1);
        if (value === undefined || !isContainer(container) || key === undefined) break;
        const problem = scalarProblemAt(error.params.scalar, value, container, key);
        if (problem !== undefined) this.#add(path, 'value', range, problem);
        break;
      }
    }
  }

  /** A field that only some minors have is unknown before and after them. */
  #addUnknownElsewhere(frame: Frame, path: Path, existsIn: MinorRange): void {
    const first = existsIn.since === undefined ? -1 : MINORS.indexOf(existsIn.since);
    const last = existsIn.until === undefined ? MINORS.length : MINORS.indexOf(existsIn.until);
    const before = MINORS[first - 1];
    const after = MINORS[last + 1];
    if (before !== undefined) this.#addUnknown(frame, path, { until: before }, existsIn);
    if (after !== undefined) this.#addUnknown(frame, path, { since: after }, existsIn);
  }

  #addUnknown(
    frame: Frame,
    below: Path,
    range: MinorRange,
    existsIn: MinorRange | undefined,
  ): void {
    const { lenient } = frame.node;
    if ((lenient ? this.#lost : this.#told.size) >= MOST_FIELDS) return;
    const field = decoderPath([...this.#path, ...below]);
    if (lenient) this.#lost++;
    else if (this.#told.has(field)) return;
    else if (holdsIn(range, this.#minor)) this.#told.add(field);
    const name = String(below.at(-1));
    this.#add(below, 'key', range, {
      kind: lenient ? 'lost-field' : 'unknown-field',
      field,
      name,
      existsIn,
      suggestion: existsIn === undefined ? suggestField(this.#placeOf(frame), name) : undefined,
    });
  }

  #add(
    below: Path,
    target: 'key' | 'value',
    range: MinorRange,
    rest: DistributiveOmit<DecodeProblem, 'path' | 'target' | 'range'>,
  ): void {
    if (this.#illTyped >= MOST_ILL_TYPED && target === 'value') {
      this.isCut = true;
      return;
    }
    const problem: DecodeProblem = { path: [...this.#path, ...below], target, range, ...rest };
    if (isUndecodable(problem)) this.#illTyped++;
    this.problems.push(problem);
  }

  #placeOf(frame: Frame): FieldPlace {
    return {
      definition: definitionOf(frame.node.definition),
      value: frame.node.value,
      path: this.#path.slice(0, frame.length),
      parent: frame.around && this.#placeAround(frame.around),
    };
  }

  #placeAround(frame: Frame): FieldPlace {
    return {
      definition: definitionOf(frame.node.definition),
      value: frame.node.value,
      path: this.#path.slice(0, frame.length),
      parent: undefined,
    };
  }
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

const EXPECTED: Readonly<Record<'string' | 'boolean' | 'array' | 'object', ExpectedType>> = {
  string: 'string',
  boolean: 'boolean',
  array: 'list',
  object: 'object',
};

function isNode(entry: ValidatorError | ObjectNode): entry is ObjectNode {
  return 'definition' in entry;
}

/** The minors that have what a pointer leads to: those of the field, else those of the object. */
function minorsAt({ node, minors }: Frame, pointer: string): MinorRange {
  for (const { keyword, instancePath, params } of node.errors) {
    if (keyword !== 'minors') continue;
    if (pointer === instancePath || pointer.startsWith(`${instancePath}/`)) return rangeOf(params);
  }
  return minors;
}

function rangeOf({
  since,
  until,
}: {
  readonly since?: string;
  readonly until?: string;
}): MinorRange {
  const range: { since?: Minor; until?: Minor } = {};
  const first = MINORS.find((minor) => minor === since);
  const last = MINORS.find((minor) => minor === until);
  if (first !== undefined) range.since = first;
  if (last !== undefined) range.until = last;
  return range;
}

/** A JSON pointer (RFC 6901) as keys and indexes: which one it is, the value tells. */
function segmentsOf(pointer: string, from: Mapping): (string | number)[] {
  const segments: (string | number)[] = [];
  let value: Value | undefined = from;
  for (const escaped of pointer.split('/').slice(1)) {
    const text = escaped.replaceAll('~1', '/').replaceAll('~0', '~');
    const segment: string | number = isContainer(value) && isList(value) ? Number(text) : text;
    segments.push(segment);
    value = value === undefined ? undefined : valueAt(value, [segment]);
  }
  return segments;
}

function valueAt(value: Value, path: Path): Value | undefined {
  let at: Value | undefined = value;
  for (const segment of path) {
    if (!isContainer(at)) return undefined;
    if (isList(at)) at = typeof segment === 'number' ? at[segment] : undefined;
    else at = Object.hasOwn(at, segment) ? at[segment] : undefined;
  }
  return at;
}

function isContainer(value: Value | undefined): value is readonly Value[] | Mapping {
  return typeof value === 'object' && value !== null;
}

function comparePaths(a: Path, b: Path): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const x = a[at];
    const y = b[at];
    if (x === y) continue;
    if (typeof x === 'number' && typeof y === 'number') return x - y;
    return compareKeys(String(x), String(y));
  }
  return a.length - b.length;
}

/** By their bytes: UTF-16 orders surrogates before U+E000 to U+FFFF, UTF-8 after them. */
function compareKeys(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const x = a.charCodeAt(at);
    const y = b.charCodeAt(at);
    if (x === y) continue;
    return isSurrogate(x) === isSurrogate(y) ? x - y : isSurrogate(x) ? 1 : -1;
  }
  return a.length - b.length;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}
