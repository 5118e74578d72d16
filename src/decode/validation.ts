import { isScalarType } from '../kubernetes/definitions.ts';
import {
  type Validator,
  type ValidatorContext,
  type ValidatorError,
  validators,
} from '../kubernetes/generated/validators.mjs';
import type { Mapping, Value } from '../kubernetes/value.ts';
import { writtenAsFloat } from '../yaml/index.ts';
import { isList, type ScalarProblem, scalarProblem } from './scalars.ts';

/** An object that a definition describes, below the one around it. */
export interface ObjectNode {
  readonly definition: string;
  readonly value: Mapping;
  /** Unknown fields are dropped here without a word. */
  readonly lenient: boolean;
  /** From the value of the object around it, as a JSON pointer. */
  readonly pointer: string;
  /** The nearest object around it that has a definition. */
  readonly around: ObjectNode | undefined;
  errors: readonly ValidatorError[];
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

/** What the validators say of an object. */
export interface ValidatedObject {
  /** Itself and the objects below it, each after the one around it. */
  readonly nodes: readonly ObjectNode[];
  readonly isClean: boolean;
  /** A value was taken that is not what its type says: a scalar for a schema, a list for bytes. */
  readonly hasOddValues: boolean;
}

/** Validates an object of a definition and all objects below it. */
export function validate(definition: string, value: Mapping): ValidatedObject {
  return new Validation(definition, value).run();
}

/**
 * One run of the validators over an object. They judge one definition each and leave the objects below
 * to a queue, so that the depth of an object takes memory and no stack.
 */
class Validation implements ValidatorContext {
  readonly #nodes: ObjectNode[];
  #current: ObjectNode;
  #hasOddValues = false;

  constructor(definition: string, value: Mapping) {
    this.#current = {
      definition,
      value,
      lenient: false,
      pointer: '',
      around: undefined,
      errors: NO_ERRORS,
    };
    this.#nodes = [this.#current];
  }

  run(): ValidatedObject {
    let isClean = true;
    for (let next = 0; next < this.#nodes.length; next++) {
      const node = this.#nodes[next];
      if (node === undefined) break;
      this.#current = node;
      const validator = validatorOf(node.definition);
      if (validator.call(this, node.value)) continue;
      node.errors = validator.errors ?? [];
      isClean = false;
    }
    return { nodes: this.#nodes, isClean, hasOddValues: this.#hasOddValues };
  }

  defer(definition: string, lenient: boolean, value: object, pointer: string): void {
    const around = this.#current;
    this.#nodes.push({
      definition,
      value: asMapping(value),
      lenient: lenient || around.lenient,
      pointer,
      around,
      errors: NO_ERRORS,
    });
  }

  isScalar(scalar: string, value: Value, container: object, key: string | number): boolean {
    // Bytes given as a list, and a scalar where a schema or a list belongs, are taken for something else.
    const isCollection = typeof value === 'object';
    if (scalar === 'byte' ? isCollection : SWALLOWING.has(scalar) && !isCollection) {
      this.#hasOddValues = true;
    }
    return scalarProblemAt(scalar, value, container, key) === undefined;
  }
}

/** Where a schema or a list belongs, any scalar is taken for an empty list. */
const SWALLOWING: ReadonlySet<string> = new Set(['schema-or-array', 'schema-or-strings']);

const NO_ERRORS: readonly ValidatorError[] = [];

/** The generated validators defer objects only, never lists or null. */
function asMapping(value: object): Mapping {
  return value as Mapping;
}

/** What is wrong with the scalar at a key (or index) of a container. */
export function scalarProblemAt(
  scalar: string,
  value: Value,
  container: object,
  key: string | number,
): ScalarProblem | undefined {
  if (!isScalarType(scalar)) throw new Error(`no scalar ${scalar}`);
  return scalarProblem(scalar, value, () =>
    isList(value)
      ? value.some((_, index) => writtenAsFloat(value, index))
      : writtenAsFloat(container, key),
  );
}
