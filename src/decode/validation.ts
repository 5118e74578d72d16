import { definitionOf, isScalarType, type ScalarType } from '../kubernetes/definitions.ts';
import {
  type Validator,
  type ValidatorContext,
  type ValidatorError,
  validators,
} from '../kubernetes/generated/validators.mjs';
import { MINORS, type Minor, type MinorRange } from '../kubernetes/minors.ts';
import type { Mapping, Value } from '../kubernetes/value.ts';
import { writtenAsFloat } from '../yaml/index.ts';
import { type DecodeProblem, decoderPath, type ExpectedType, type Path } from './problem.ts';
import { isList, scalarProblem, wrongType } from './scalars.ts';
import { type FieldPlace, suggestField } from './suggestion.ts';

/** An object that a definition describes, and how it is reached from the one around it. */
export interface ObjectNode {
  readonly definition: string;
  readonly value: Mapping;
  /** Unknown fields are dropped here without a word. */
  readonly lenient: boolean;
  readonly parent: ObjectNode | undefined;
  /** From the value of the parent, as a JSON pointer. */
  readonly pointer: string;
  /** The minors that have the field it stands in; most have no limits. */
  minors: MinorRange;
}

const compiled = new Map<string, Validator>();

function validatorOf(definition: string): Validator {
  let validator = compiled.get(definition);
  if (validator === undefined) {
    const factory = validators[definition];
    if (factory === undefined) throw new Error(`no validator for ${definition}`);
    validator = factory();
    compiled.set(definition, validator);
  }
  return validator;
}

/**
 * One run of the validators over an object. They judge one definition each and leave the objects below
 * to a queue, so that the depth of an object takes memory and no stack.
 */
export class Validation implements ValidatorContext {
  readonly problems: DecodeProblem[] = [];
  /** A value was taken that is not what its type says: a scalar for a schema, a list for bytes. */
  sawOddValue = false;
  readonly #queue: ObjectNode[];
  #current: ObjectNode;

  constructor(definition: string, value: Mapping) {
    this.#current = {
      definition,
      value,
      lenient: false,
      parent: undefined,
      pointer: '',
      minors: {},
    };
    this.#queue = [this.#current];
  }

  run(): void {
    for (let next = 0; next < this.#queue.length; next++) {
      const node = this.#queue[next];
      if (node === undefined) break;
      this.#current = node;
      const validator = validatorOf(node.definition);
      const deferred = this.#queue.length;
      if (!validator.call(this, node.value)) this.#collect(node, validator.errors ?? [], deferred);
    }
    this.problems.sort((a, b) => comparePaths(a.path, b.path));
  }

  defer(definition: string, lenient: boolean, value: object, pointer: string): void {
    const parent = this.#current;
    this.#queue.push({
      definition,
      value: asMapping(value),
      lenient: lenient || parent.lenient,
      parent,
      pointer,
      minors: parent.minors,
    });
  }

  isScalar(scalar: string, value: Value, container: object, key: string | number): boolean {
    if (!isScalarType(scalar)) throw new Error(`no scalar ${scalar}`);
    if (
      typeof value === 'object' ||
      scalar === 'schema-or-array' ||
      scalar === 'schema-or-strings'
    ) {
      this.sawOddValue = true;
    }
    return this.#problemOf(scalar, value, container, key) === undefined;
  }

  #problemOf(scalar: ScalarType, value: Value, container: object, key: string | number) {
    return scalarProblem(scalar, value, () =>
      isList(value)
        ? value.some((_, index) => writtenAsFloat(value, index))
        : writtenAsFloat(container, key),
    );
  }

  #collect(node: ObjectNode, errors: readonly ValidatorError[], deferred: number): void {
    const limited = errors.flatMap(({ keyword, instancePath, params }) =>
      keyword === 'minors' ? [{ pointer: instancePath, minors: rangeOf(params) }] : [],
    );
    const minorsAt = (pointer: string): MinorRange =>
      limited.find((field) => pointer === field.pointer || pointer.startsWith(`${field.pointer}/`))
        ?.minors ?? node.minors;
    for (let at = deferred; at < this.#queue.length && limited.length > 0; at++) {
      const child = this.#queue[at];
      if (child !== undefined) child.minors = minorsAt(child.pointer);
    }
    const base = pathOf(node);
    for (const error of errors) {
      const below = segmentsOf(error.instancePath, node.value);
      const path = [...base, ...below];
      const range = minorsAt(error.instancePath);
      switch (error.keyword) {
        case 'fields':
          this.#addUnknown(node, [...path, error.params.field], error.params.field, {
            range,
            existsIn: undefined,
          });
          break;
        case 'minors':
          this.#addUnknownElsewhere(node, path, range);
          break;
        case 'type': {
          const value = valueAt(node.value, below);
          if (value === null || value === undefined) break;
          const problem = wrongType(EXPECTED[error.params.type], value);
          this.problems.push({ path, target: 'value', range, ...problem });
          break;
        }
        case 'scalar': {
          const value = valueAt(node.value, below);
          const container = valueAt(node.value, below.slice(0, -1));
          const key = below.at(-1);
          if (value === undefined || !isContainer(container) || key === undefined) break;
          const { scalar } = error.params;
          const problem = isScalarType(scalar)
            ? this.#problemOf(scalar, value, container, key)
            : undefined;
          if (problem !== undefined)
            this.problems.push({ path, target: 'value', range, ...problem });
          break;
        }
      }
    }
  }

  /** A field that only some minors have is unknown before and after them. */
  #addUnknownElsewhere(node: ObjectNode, path: Path, existsIn: MinorRange): void {
    const name = String(path.at(-1));
    const first = existsIn.since === undefined ? -1 : MINORS.indexOf(existsIn.since);
    const last = existsIn.until === undefined ? MINORS.length : MINORS.indexOf(existsIn.until);
    const before = MINORS[first - 1];
    const after = MINORS[last + 1];
    if (before !== undefined) {
      this.#addUnknown(node, path, name, { range: { until: before }, existsIn });
    }
    if (after !== undefined) {
      this.#addUnknown(node, path, name, { range: { since: after }, existsIn });
    }
  }

  #addUnknown(
    node: ObjectNode,
    path: Path,
    name: string,
    { range, existsIn }: { readonly range: MinorRange; readonly existsIn: MinorRange | undefined },
  ): void {
    this.problems.push({
      kind: node.lenient ? 'lost-field' : 'unknown-field',
      path,
      target: 'key',
      range,
      field: decoderPath(path),
      name,
      existsIn,
      suggestion: existsIn === undefined ? suggestField(placeOf(node), name) : undefined,
    });
  }
}

const EXPECTED: Readonly<Record<'string' | 'boolean' | 'array' | 'object', ExpectedType>> = {
  string: 'string',
  boolean: 'boolean',
  array: 'list',
  object: 'object',
};

function placeOf(node: ObjectNode): FieldPlace {
  const { parent } = node;
  return {
    definition: definitionOf(node.definition),
    value: node.value,
    path: pathOf(node),
    parent: parent && {
      definition: definitionOf(parent.definition),
      value: parent.value,
      path: pathOf(parent),
      parent: undefined,
    },
  };
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

/** From the object that decoding began with. */
function pathOf(node: ObjectNode): Path {
  const nodes: ObjectNode[] = [];
  for (let at: ObjectNode | undefined = node; at?.parent !== undefined; at = at.parent)
    nodes.push(at);
  return nodes
    .reverse()
    .flatMap(({ parent, pointer }) =>
      parent === undefined ? [] : segmentsOf(pointer, parent.value),
    );
}

/** A JSON pointer (RFC 6901) as keys and indexes: which one it is, the value tells. */
function segmentsOf(pointer: string, from: Mapping): (string | number)[] {
  const segments: (string | number)[] = [];
  let value: Value | undefined = from;
  for (const escaped of pointer.split('/').slice(1)) {
    const text = escaped.replaceAll('~1', '/').replaceAll('~0', '~');
    const segment: string | number =
      value !== undefined && value !== null && isList(value) ? Number(text) : text;
    segments.push(segment);
    value = value === undefined ? undefined : valueAt(value, [segment]);
  }
  return segments;
}

function valueAt(value: Value, path: Path): Value | undefined {
  let at: Value | undefined = value;
  for (const segment of path) {
    if (at === undefined || !isContainer(at)) return undefined;
    if (isList(at)) at = typeof segment === 'number' ? at[segment] : undefined;
    else at = Object.hasOwn(at, segment) ? at[segment] : undefined;
  }
  return at;
}

function isContainer(value: Value | undefined): value is readonly Value[] | Mapping {
  return typeof value === 'object' && value !== null;
}

/** The generated validators defer objects only, never lists or null. */
function asMapping(value: object): Mapping {
  return value as Mapping;
}

/** Depth first, keys by their bytes: the order in which the server reads what a client has sorted. */
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

/** UTF-16 orders surrogates before U+E000 to U+FFFF, UTF-8 after them. */
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
