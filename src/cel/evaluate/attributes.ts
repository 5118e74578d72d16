import { goFormat, goTypeName } from '../values/go-format.ts';
import { isQualifier } from '../values/qualifier.ts';
import {
  ErrorValue,
  ListValue,
  MapValue,
  noSuchOverload,
  OpaqueValue,
  OptionalValue,
  type Result,
  type TypeValue,
  typeOfValue,
  Uint,
  type Value,
} from '../values/value.ts';
import type { Scope } from './scope.ts';
import type { Step } from './step.ts';

/**
 * Selections and indices are not evaluated one by one: those that follow on each other are qualifiers of
 * one attribute, the path into a variable or into the value of an expression.
 *
 * Source: `interpreter/attributes.go` of cel-go.
 */
export abstract class Attribute {
  /** That of the last qualifier, or of the node itself. */
  abstract get id(): number;
  abstract add(qualifier: Qualifier): void;
  abstract resolve(scope: Scope): Result;
  /** Whether what it was last resolved to comes out of an object without a schema. */
  abstract get isUntyped(): boolean;
  /** Notes down that it was resolved. */
  observe(scope: Scope): void {
    scope.tracker.drop(this.id);
    scope.tracker.cost += 1;
  }
}

export interface Qualifier {
  readonly id: number;
  /** Whether it is written with a question mark. */
  readonly isOptional: boolean;
  /**
   * What an object has under it.
   *
   * @param isLenient whether it may be missing, which is undefined then
   */
  apply(scope: Scope, object: Value, isLenient: boolean): Result | undefined;
}

abstract class Path extends Attribute {
  protected readonly nodeId: number;
  protected readonly qualifiers: Qualifier[] = [];
  readonly #optionalType: TypeValue;
  /** What the last qualifier was applied to. */
  #container: Value | undefined;

  constructor(nodeId: number, optionalType: TypeValue) {
    super();
    this.nodeId = nodeId;
    this.#optionalType = optionalType;
  }

  get id(): number {
    return this.qualifiers.at(-1)?.id ?? this.nodeId;
  }

  add(qualifier: Qualifier): void {
    this.qualifiers.push(qualifier);
  }

  get isUntyped(): boolean {
    const container = this.#container;
    const isTyped = container instanceof MapValue || container instanceof ListValue;
    return isTyped && !container.goType.startsWith('*');
  }

  protected qualify(scope: Scope, root: Value): Result {
    let object = root;
    let isOptional = root instanceof OptionalValue;
    if (root instanceof OptionalValue) {
      if (root.value === undefined) return root;
      object = plain(root.value);
    }
    for (const qualifier of this.qualifiers) {
      isOptional ||= qualifier.isOptional;
      this.#container = object;
      const found = qualifier.apply(scope, object, isOptional);
      if (found === undefined) return new OptionalValue(undefined, this.#optionalType);
      if (found instanceof ErrorValue) return found;
      object = found;
    }
    return isOptional ? new OptionalValue(object, this.#optionalType) : object;
  }
}

function plain(value: Value): Value {
  return value instanceof MapValue || value instanceof ListValue ? value.plain : value;
}

/** The path into a variable. */
export class VariableAttribute extends Path {
  readonly #name: string;

  constructor(nodeId: number, optionalType: TypeValue, name: string) {
    super(nodeId, optionalType);
    this.#name = name;
  }

  resolve(scope: Scope): Result {
    const value = scope.resolve(this.#name);
    if (value === undefined) return new ErrorValue(`no such attribute(s): ${this.#name}`);
    return value instanceof ErrorValue ? value : this.qualify(scope, value);
  }
}

/** The path into what an expression gives. */
export class RelativeAttribute extends Path {
  readonly #operand: Step;

  constructor(nodeId: number, optionalType: TypeValue, operand: Step) {
    super(nodeId, optionalType);
    this.#operand = operand;
  }

  resolve(scope: Scope): Result {
    const value = this.#operand.eval(scope);
    return value instanceof ErrorValue ? value : this.qualify(scope, value);
  }
}

/** `condition ? a : b`, and the path into it. */
export class ConditionalAttribute extends Attribute {
  readonly #nodeId: number;
  readonly #condition: Step;
  readonly #truthy: Attribute;
  readonly #falsy: Attribute;
  /** What it was last resolved to. */
  #chosen: Attribute | undefined;

  constructor(nodeId: number, condition: Step, truthy: Attribute, falsy: Attribute) {
    super();
    this.#nodeId = nodeId;
    this.#condition = condition;
    this.#truthy = truthy;
    this.#falsy = falsy;
  }

  get id(): number {
    const { id } = this.#truthy;
    return id === this.#falsy.id ? id : this.#nodeId;
  }

  get isUntyped(): boolean {
    return this.#chosen?.isUntyped ?? false;
  }

  add(qualifier: Qualifier): void {
    this.#truthy.add(qualifier);
    this.#falsy.add(qualifier);
  }

  resolve(scope: Scope): Result {
    const condition = this.#condition.eval(scope);
    if (typeof condition !== 'boolean') {
      return condition instanceof ErrorValue ? condition : noSuchOverload();
    }
    const chosen = condition ? this.#truthy : this.#falsy;
    const found = chosen.resolve(scope);
    this.#chosen = chosen;
    return found;
  }

  /** It costs nothing itself. */
  override observe({ tracker }: Scope): void {
    tracker.drop(this.#falsy.id);
    tracker.drop(this.#truthy.id);
    tracker.drop(this.#condition.id);
  }
}

/** A field, or an index that is a constant. */
export class ConstantQualifier implements Qualifier {
  readonly id: number;
  readonly isOptional: boolean;
  readonly #key: Value;
  readonly #isTest: boolean;

  /** @param isTest of `has`: gives whether it is there */
  constructor(id: number, key: Value, isOptional: boolean, isTest = false) {
    this.id = id;
    this.#key = key;
    this.isOptional = isOptional;
    this.#isTest = isTest;
  }

  apply(scope: Scope, object: Value, isLenient: boolean): Result | undefined {
    const found = qualify(object, this.#key, isLenient || this.#isTest);
    if (isObserved(found, isLenient)) observeQualifier(scope, this.id);
    if (!this.#isTest || isLenient || found instanceof ErrorValue) return found;
    return found !== undefined;
  }
}

/** An index that is an attribute itself, or what another expression gives. */
export class ComputedQualifier implements Qualifier {
  readonly id: number;
  readonly isOptional: boolean;
  readonly #attribute: Attribute;
  /** Whether the index is an expression that is evaluated as a step of its own. */
  readonly #isStep: boolean;

  constructor(id: number, attribute: Attribute, isOptional: boolean, isStep: boolean) {
    this.id = id;
    this.#attribute = attribute;
    this.isOptional = isOptional;
    this.#isStep = isStep;
  }

  apply(scope: Scope, object: Value, isLenient: boolean): Result | undefined {
    const found = this.#qualify(scope, object, isLenient);
    if (!isObserved(found, isLenient)) return found;
    if (this.#isStep) scope.tracker.drop(this.id);
    observeQualifier(scope, this.id);
    return found;
  }

  #qualify(scope: Scope, object: Value, isLenient: boolean): Result | undefined {
    const key = this.#attribute.resolve(scope);
    // What a path leads to is no value of CEL yet, and null has no type then.
    if (key === null && this.#attribute.isUntyped) {
      return new ErrorValue('invalid qualifier type: <nil>');
    }
    return key instanceof ErrorValue ? key : qualify(object, key, isLenient);
  }
}

/** Where a value may be missing, only one that is there counts. */
function isObserved(found: Result | undefined, isLenient: boolean): boolean {
  return !isLenient || (found !== undefined && !(found instanceof ErrorValue));
}

function observeQualifier({ tracker }: Scope, id: number): void {
  tracker.cost += 1;
  tracker.push(id);
}

/** What an object has under a key; undefined where it has nothing there and that is no error. */
function qualify(object: Value, key: Value, isLenient: boolean): Result | undefined {
  if (!isQualifier(key)) return new ErrorValue(`invalid qualifier type: ${goTypeName(key)}`);
  if (object instanceof MapValue) {
    const found = object.find(key);
    return found === undefined && !isLenient ? noSuchKey(key) : found;
  }
  if (object instanceof ListValue) {
    const index = indexOf(key);
    if (index instanceof ErrorValue) return index;
    if (index < 0n || index >= object.size) {
      return isLenient ? undefined : new ErrorValue(`index out of bounds: ${goFormat(key)}`);
    }
    if (object.isStrict && typeof key !== 'bigint') {
      return new ErrorValue(`unsupported index: ${goFormat(key)}`);
    }
    return object.at(Number(index));
  }
  if (object instanceof OpaqueValue && typeof key === 'string') {
    const found = object.field(key);
    if (found !== undefined) return found;
  }
  return isLenient ? undefined : noSuchKey(key);
}

export function noSuchKey(key: Value): ErrorValue {
  return new ErrorValue(`no such key: ${goFormat(key)}`);
}

const INT_MAX = 2n ** 63n - 1n;

/** Source: `IndexOrError` in `common/types/list.go` of cel-go. */
function indexOf(key: Value): bigint | ErrorValue {
  if (typeof key === 'bigint') return key;
  if (key instanceof Uint || typeof key === 'number') {
    const isWhole = key instanceof Uint || Number.isInteger(key);
    const index = key instanceof Uint ? key.value : isWhole ? BigInt(key) : 0n;
    return isWhole && index <= INT_MAX && index >= -INT_MAX - 1n
      ? index
      : new ErrorValue(`unsupported index value ${goFormat(key)} in list`);
  }
  return new ErrorValue(`unsupported index type '${typeOfValue(key).name}' in list`);
}
