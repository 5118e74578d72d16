import { INT64_MAX, INT64_MIN } from '../../base/go/integers.ts';
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
import { Step } from './step.ts';

/**
 * A value with the selections and indices that follow it. These are not evaluated one by one: they are the qualifiers
 * of the attribute, a path into a variable or into the value of an expression.
 *
 * Source: `interpreter/attributes.go` of cel-go.
 */
export abstract class Attribute {
  /** The id of the last qualifier, or of the node itself. */
  abstract get id(): number;
  abstract add(qualifier: Qualifier): void;
  abstract resolve(scope: Scope): Result;
  /** True if the last value of the attribute is part of an object without a schema. */
  abstract get isUntyped(): boolean;
  /** Tracks that it was resolved. */
  observe(scope: Scope): void {
    scope.tracker.drop(this.id);
    scope.tracker.cost += 1;
  }
}

export class AttributeStep extends Step {
  readonly attribute: Attribute;
  readonly #isTest: boolean;

  /** @param isTest true if the last qualifier is the presence test of `has` */
  constructor(attribute: Attribute, isTest = false) {
    super();
    this.attribute = attribute;
    this.#isTest = isTest;
  }

  get id(): number {
    return this.attribute.id;
  }

  eval(scope: Scope): Result {
    const found = this.attribute.resolve(scope);
    const { tracker } = scope;
    this.attribute.observe(scope);
    // The API server does not charge presence tests.
    if (this.#isTest) tracker.cost -= 1;
    tracker.push(this.id);
    return this.#isTest && found instanceof OptionalValue ? found.value !== undefined : found;
  }
}

export interface Qualifier {
  readonly id: number;
  /** True if the qualifier is an optional selection or index: `.?a`, `[?a]`. */
  readonly isOptional: boolean;
  /**
   * The value that a qualifier selects in an object.
   *
   * @param isLenient true if a missing value gives undefined instead of an error
   */
  apply(scope: Scope, object: Value, isLenient: boolean): Result | undefined;
}

/** The settings of `Runtime` for optional values. */
interface OptionalSettings {
  readonly optionalType: TypeValue;
  readonly optionalsLoseTypes?: boolean;
}

abstract class Path extends Attribute {
  protected readonly nodeId: number;
  protected readonly qualifiers: Qualifier[] = [];
  readonly #optionals: OptionalSettings;
  /** The value that the last qualifier was applied to. */
  #container: Value | undefined;

  constructor(nodeId: number, optionals: OptionalSettings) {
    super();
    this.nodeId = nodeId;
    this.#optionals = optionals;
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
      object = this.#optionals.optionalsLoseTypes === true ? plain(root.value) : root.value;
    }
    for (const qualifier of this.qualifiers) {
      isOptional ||= qualifier.isOptional;
      this.#container = object;
      const found = qualifier.apply(scope, object, isOptional);
      if (found === undefined) return new OptionalValue(undefined, this.#optionals.optionalType);
      if (found instanceof ErrorValue) return found;
      object = found;
    }
    return isOptional ? new OptionalValue(object, this.#optionals.optionalType) : object;
  }
}

function plain(value: Value): Value {
  return value instanceof MapValue || value instanceof ListValue ? value.plain : value;
}

export class VariableAttribute extends Path {
  readonly #name: string;

  constructor(nodeId: number, optionals: OptionalSettings, name: string) {
    super(nodeId, optionals);
    this.#name = name;
  }

  resolve(scope: Scope): Result {
    const value = scope.resolve(this.#name);
    if (value === undefined) return new ErrorValue(`no such attribute(s): ${this.#name}`);
    return value instanceof ErrorValue ? value : this.qualify(scope, value);
  }
}

/** A path into the value of an expression. */
export class RelativeAttribute extends Path {
  readonly #operand: Step;

  constructor(nodeId: number, optionals: OptionalSettings, operand: Step) {
    super(nodeId, optionals);
    this.#operand = operand;
  }

  resolve(scope: Scope): Result {
    const value = this.#operand.eval(scope);
    return value instanceof ErrorValue ? value : this.qualify(scope, value);
  }
}

/** A path into the value of `condition ? a : b`. */
export class ConditionalAttribute extends Attribute {
  readonly #nodeId: number;
  readonly #condition: Step;
  readonly #truthy: Attribute;
  readonly #falsy: Attribute;
  /** The branch that it was last resolved to. */
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

  /** A conditional has no cost of its own. */
  override observe({ tracker }: Scope): void {
    tracker.drop(this.#falsy.id);
    tracker.drop(this.#truthy.id);
    tracker.drop(this.#condition.id);
  }
}

/** A field, or a constant index. */
export class ConstantQualifier implements Qualifier {
  readonly id: number;
  readonly isOptional: boolean;
  readonly #key: Value;
  readonly #isTest: boolean;
  readonly #isTyped: boolean;

  /**
   * @param isTest true if the qualifier is the test of `has()`, which has a boolean result
   * @param isTyped true if the checker knows the type of the object
   */
  constructor(id: number, key: Value, isOptional: boolean, isTest = false, isTyped = false) {
    this.id = id;
    this.#isTyped = isTyped;
    this.#key = key;
    this.isOptional = isOptional;
    this.#isTest = isTest;
  }

  apply(scope: Scope, object: Value, isLenient: boolean): Result | undefined {
    if (this.#isTest && !isLenient && object instanceof OpaqueValue) {
      observeQualifier(scope, this.id);
      return object.isSet(String(this.#key), this.#isTyped);
    }
    const found = qualify(object, this.#key, isLenient || this.#isTest, this.#isTyped);
    if (isObserved(found, isLenient)) observeQualifier(scope, this.id);
    if (!this.#isTest || isLenient || found instanceof ErrorValue) return found;
    return found !== undefined;
  }
}

/** An index that is computed: another attribute, or the value of another expression. */
export class ComputedQualifier implements Qualifier {
  readonly id: number;
  readonly isOptional: boolean;
  readonly #attribute: Attribute;
  /** True if the index is a step of its own. */
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
    // The null at the end of a path has no type yet.
    if (key === null && this.#attribute.isUntyped) {
      return new ErrorValue('invalid qualifier type: <nil>');
    }
    return key instanceof ErrorValue ? key : qualify(object, key, isLenient);
  }
}

/** If the value can be absent, the qualifier is tracked only if it is present. */
function isObserved(found: Result | undefined, isLenient: boolean): boolean {
  return !isLenient || (found !== undefined && !(found instanceof ErrorValue));
}

function observeQualifier({ tracker }: Scope, id: number): void {
  tracker.cost += 1;
  tracker.push(id);
}

/** The value of a key of an object; undefined if it is absent and that is not an error. */
function qualify(
  object: Value,
  key: Value,
  isLenient: boolean,
  isTyped = false,
): Result | undefined {
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
    const isAbsent = isLenient && object.isSet(key, isTyped) === false;
    const found = isAbsent ? undefined : object.field(key, isTyped);
    if (found !== undefined) return found;
  }
  return isLenient ? undefined : noSuchKey(key);
}

/** The error of a map without a key. */
export function noSuchKey(key: Value): ErrorValue {
  return new ErrorValue(`no such key: ${goFormat(key)}`);
}

/** Source: `IndexOrError` in `common/types/list.go` of cel-go. */
function indexOf(key: Value): bigint | ErrorValue {
  if (typeof key === 'bigint') return key;
  if (key instanceof Uint || typeof key === 'number') {
    const isWhole = key instanceof Uint || Number.isInteger(key);
    const index = key instanceof Uint ? key.value : isWhole ? BigInt(key) : 0n;
    return isWhole && index >= INT64_MIN && index <= INT64_MAX
      ? index
      : new ErrorValue(`unsupported index value ${goFormat(key)} in list`);
  }
  return new ErrorValue(`unsupported index type '${typeOfValue(key).name}' in list`);
}
