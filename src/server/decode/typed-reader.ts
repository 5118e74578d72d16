import { isMapping } from '../../yaml/index.ts';
import { isList } from '../../yaml/tree.ts';
import { type Definition, definitionOf } from '../kubernetes/definitions.ts';
import type { FieldType, ScalarType } from '../kubernetes/field-type.ts';
import { base64Of } from '../kubernetes/formats/base64-bytes.ts';
import { holdsIn, type Minor, type MinorRange } from '../kubernetes/minors.ts';
import type { Mapping, Value } from '../kubernetes/value.ts';
import type { Path, ScalarProblem } from './problem.ts';
import { areBytes, hasNumberOutOfRange, scalarProblem, wrongType } from './scalars.ts';

/** A mapping or list that has been read, and its location. */
export type ReadNode = ReadStruct | ReadCollection;

/** A mapping with fields. */
export interface ReadStruct extends ReadPlace {
  readonly value: Mapping;
  readonly definition: Definition;
}

/** A list, or a mapping with keys of any name. */
interface ReadCollection extends ReadPlace {
  readonly value: Mapping | readonly Value[];
  readonly definition: undefined;
}

interface ReadPlace {
  /** True if the server drops unknown fields here without a warning. */
  readonly lenient: boolean;
  readonly around: ReadNode | undefined;
  /** The key or index in the mapping or list around it. */
  readonly segment: string | number;
  /** The problems in the node and below it. Undefined if there are none. */
  entries: Entry[] | undefined;
}

/** An entry at a key or index of a node: a problem, or a node that contains a problem. */
export interface Entry {
  readonly segment: string | number;
  readonly is: ReadNode | ScalarProblem | UnknownKey;
}

/** A key that is not a field of the struct. */
interface UnknownKey {
  readonly kind: 'unknown';
  /** The minors that have such a field. Undefined if none has it. */
  readonly existsIn: MinorRange | undefined;
}

/** A value that the decoder reads as another one, or drops. */
interface OddValue {
  readonly node: ReadNode;
  readonly segment: string | number;
  /** The value that replaces it. Undefined if the field is removed. */
  readonly value: Value | undefined;
}

/** The result of reading a value by its type. */
interface ReadValue {
  readonly root: ReadNode;
  readonly oddValues: readonly OddValue[];
}

/**
 * Reads an object as a minor's decoder does: every value by the type of its field.
 *
 * The decoder accepts null everywhere: a null field is an absent one, a null item or map value the zero value. It
 * also takes a scalar where a schema or a list of schemas belongs for an empty list of them, and a list of bytes
 * for their base64.
 */
export function readTyped(definition: string, value: Mapping, minor: Minor): ReadValue {
  return new TypedReader(minor).read(definition, value);
}

const SCHEMA = 'apiextensions.v1.JSONSchemaProps';

/** Structs wait in a list for their turn, so that the depth of an object takes memory and no stack. */
class TypedReader {
  readonly #minor: Minor;
  readonly #left: StructNode[] = [];
  readonly #oddValues: OddValue[] = [];

  constructor(minor: Minor) {
    this.#minor = minor;
  }

  read(definition: string, value: Mapping): ReadValue {
    const root = new StructNode(value, definitionOf(definition), false, undefined, '');
    this.#left.push(root);
    for (let node = this.#left.pop(); node !== undefined; node = this.#left.pop()) {
      this.#readStruct(node);
    }
    return { root, oddValues: this.#oddValues };
  }

  #readStruct(node: StructNode): void {
    const { value } = node;
    const { fields } = node.definition;
    for (const key in value) {
      const field = fields.get(key);
      const member = value[key];
      if (member === undefined) continue;
      if (field === undefined) note(node, key, { kind: 'unknown', existsIn: undefined });
      else if (field.minors !== undefined && !holdsIn(field.minors, this.#minor)) {
        note(node, key, { kind: 'unknown', existsIn: field.minors });
        this.#oddValues.push({ node, segment: key, value: undefined });
      } else if (member === null) this.#oddValues.push({ node, segment: key, value: undefined });
      else this.#readValue(node, key, member, field.type);
    }
  }

  #readValue(
    node: ReadNode,
    segment: string | number,
    value: Exclude<Value, null>,
    type: FieldType,
  ): void {
    switch (type.shape) {
      case 'scalar':
        this.#readScalar(node, segment, value, type.scalar);
        break;
      case 'object':
        if (isMapping(value)) this.#readLater(node, segment, value, type.definition, node.lenient);
        else note(node, segment, { ...wrongType('object', value), struct: type.definition });
        break;
      case 'list':
        if (isList(value)) this.#readItems(node, segment, value, type.of);
        else note(node, segment, wrongType('list', value));
        break;
      case 'map':
        if (isMapping(value)) this.#readPairs(node, segment, value, type.of);
        else note(node, segment, wrongType('object', value));
        break;
      case 'any':
        this.#readAny(node, segment, value, type);
        break;
    }
  }

  /** Reads a value of any type. The server keeps the text of an object, and reads all other values. */
  #readAny(
    node: ReadNode,
    segment: string | number,
    value: Value,
    { isObject }: FieldType & { shape: 'any' },
  ): void {
    if (!isObject && hasNumberOutOfRange(value)) {
      note(node, segment, { kind: 'number-out-of-range' });
    }
  }

  #readLater(
    around: ReadNode,
    segment: string | number,
    value: Mapping,
    definition: string,
    lenient: boolean,
  ): void {
    this.#left.push(new StructNode(value, definitionOf(definition), lenient, around, segment));
  }

  #readItems(
    around: ReadNode,
    segment: string | number,
    value: readonly Value[],
    type: FieldType,
  ): void {
    if (type.shape === 'any') {
      this.#readAny(around, segment, value, type);
      return;
    }
    const node = new CollectionNode(value, around, segment);
    for (let index = 0; index < value.length; index++) {
      const item = value[index] ?? null;
      if (item === null) this.#oddValues.push({ node, segment: index, value: zeroOf(type) });
      else this.#readValue(node, index, item, type);
    }
  }

  #readPairs(around: ReadNode, segment: string | number, value: Mapping, type: FieldType): void {
    if (type.shape === 'any') return;
    const node = new CollectionNode(value, around, segment);
    for (const key in value) {
      const member = value[key] ?? null;
      if (member === null) this.#oddValues.push({ node, segment: key, value: zeroOf(type) });
      else this.#readValue(node, key, member, type);
    }
  }

  #readScalar(
    node: ReadNode,
    segment: string | number,
    value: Exclude<Value, null>,
    scalar: ScalarType,
  ): void {
    if (scalar === 'string' && typeof value === 'string') return;
    if (typeof value === 'object') {
      if (this.#readOdd(node, segment, value, scalar)) return;
    } else if (scalar === 'schema-or-array' || scalar === 'schema-or-strings') {
      this.#oddValues.push({ node, segment, value: [] });
      return;
    }
    const problem = scalarProblem(scalar, value, node.value, segment);
    if (problem !== undefined) note(node, segment, problem);
    else if (typeof value === 'number' && !Number.isFinite(value)) {
      this.#oddValues.push({ node, segment, value: Math.sign(value) * Number.MAX_VALUE });
    }
  }

  /** Reads a list or mapping where the scalar may be one. Returns whether it may. */
  #readOdd(
    node: ReadNode,
    segment: string | number,
    value: readonly Value[] | Mapping,
    scalar: ScalarType,
  ): boolean {
    if (!isList(value)) {
      if (!scalar.startsWith('schema-or-')) return false;
      this.#readLater(node, segment, value, SCHEMA, true);
      return true;
    }
    switch (scalar) {
      case 'byte':
        if (!areBytes(value)) return false;
        this.#oddValues.push({ node, segment, value: base64Of(value.map(Number)) });
        return true;
      case 'schema-or-array':
        this.#readSchemas(node, segment, value);
        return true;
      case 'schema-or-strings':
        this.#readItems(node, segment, value, { shape: 'scalar', scalar: 'string' });
        return true;
      default:
        return false;
    }
  }

  #readSchemas(around: ReadNode, segment: string | number, value: readonly Value[]): void {
    const node = new CollectionNode(value, around, segment);
    for (const [index, item] of value.entries()) {
      if (item === null) this.#oddValues.push({ node, segment: index, value: {} });
      else if (isMapping(item)) this.#readLater(node, index, item, SCHEMA, true);
      else note(node, index, wrongType('object', item));
    }
  }
}

class StructNode implements ReadStruct {
  readonly value: Mapping;
  readonly definition: Definition;
  readonly lenient: boolean;
  readonly around: ReadNode | undefined;
  readonly segment: string | number;
  entries: Entry[] | undefined = undefined;

  constructor(
    value: Mapping,
    definition: Definition,
    lenient: boolean,
    around: ReadNode | undefined,
    segment: string | number,
  ) {
    this.value = value;
    this.definition = definition;
    this.lenient = lenient;
    this.around = around;
    this.segment = segment;
  }
}

/** A list or a map. */
class CollectionNode implements ReadCollection {
  readonly value: Mapping | readonly Value[];
  readonly definition = undefined;
  readonly lenient: boolean;
  readonly around: ReadNode;
  readonly segment: string | number;
  entries: Entry[] | undefined = undefined;

  constructor(value: Mapping | readonly Value[], around: ReadNode, segment: string | number) {
    this.value = value;
    this.lenient = around.lenient;
    this.around = around;
    this.segment = segment;
  }
}

/** Records a problem at a key or index, so that it is found from the root. */
function note(node: ReadNode, segment: string | number, is: ScalarProblem | UnknownKey): void {
  let at: ReadNode = node;
  let entry: Entry = { segment, is };
  for (;;) {
    if (at.entries !== undefined) {
      at.entries.push(entry);
      return;
    }
    at.entries = [entry];
    if (at.around === undefined) return;
    entry = { segment: at.segment, is: at };
    at = at.around;
  }
}

/** The path of a node, or of a value at a key or index of it. */
export function pathOf(node: ReadNode, ...segments: readonly (string | number)[]): Path {
  const path = [...segments].reverse();
  for (let at: ReadNode = node; at.around !== undefined; at = at.around) path.push(at.segment);
  return path.reverse();
}

/** Go's zero value, as the server would write it. */
function zeroOf(type: FieldType): Value {
  switch (type.shape) {
    case 'any':
      return null;
    case 'object':
    case 'map':
      return {};
    case 'list':
      return [];
    case 'scalar':
      switch (type.scalar) {
        case 'boolean':
        case 'schema-or-bool':
          return false;
        case 'int32':
        case 'int64':
        case 'double':
        case 'int-or-string':
          return 0;
        case 'quantity':
          return '0';
        case 'schema-or-array':
        case 'schema-or-strings':
          return [];
        case 'byte':
          return null;
        default:
          return '';
      }
  }
}
