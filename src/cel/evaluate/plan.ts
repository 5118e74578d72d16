import type { Call, Comprehension, Expr, Select, StructLiteral } from '../ast.ts';
import type { CheckedAst, Reference } from '../check/checked-ast.ts';
import type { FunctionDeclaration } from '../declarations.ts';
import { operandsOf } from '../expression-tree.ts';
import { constantValue } from '../values/constant-value.ts';
import { isConversion } from '../values/conversions.ts';
import { GoPanic } from '../values/go-panic.ts';
import { membershipTest } from '../values/membership.ts';
import {
  ErrorValue,
  ListValue,
  noSuchOverload,
  OptionalValue,
  TypeValue,
  type Value,
} from '../values/value.ts';
import {
  type Attribute,
  AttributeStep,
  ComputedQualifier,
  ConditionalAttribute,
  ConstantQualifier,
  type Qualifier,
  RelativeAttribute,
  VariableAttribute,
} from './attributes.ts';
import { CostTracker } from './cost-tracker.ts';
import { type CallCosts, Dispatcher } from './dispatch.ts';
import { type EqualityCosts, equals, notEquals } from './equality.ts';
import { FoldStep } from './fold.ts';
import { ListStep, MapStep, type StructMaker, StructStep } from './literals.ts';
import { OuterScope, type Scope } from './scope.ts';
import {
  type CallFunction,
  CallStep,
  ConstantStep,
  LogicStep,
  MembershipStep,
  NotStrictlyFalseStep,
  OptionalOrStep,
  type Step,
} from './step.ts';

/** The parts of an environment that evaluation depends on. */
export interface Runtime extends EqualityCosts {
  readonly functions: ReadonlyMap<string, FunctionDeclaration>;
  /** The type of optional values, whose name differs between releases. */
  readonly optionalType: TypeValue;
  /** All costs if absent. */
  readonly callCosts?: CallCosts;
  /**
   * True if a comprehension computes the initial value of its accumulator even if nothing reads it, as in cel-go 0.20
   * and earlier.
   */
  readonly initializesEagerly?: boolean;
  /**
   * True if a selection in an optional value sees the value without the types of its schema, as in cel-go 0.26 and
   * earlier.
   */
  readonly optionalsLoseTypes?: boolean;
  /** True if `or` and `orValue` return a target that is not optional, as in cel-go 0.26 and earlier. */
  readonly alternativesAcceptAnyValue?: boolean;
  /** Creates structs of a type by its full name; undefined if there is no such type. */
  readonly findStruct?: (name: string) => StructMaker | undefined;
}

/** Makes steps from a checked expression. Source: `interpreter/planner.go` and `decorators.go` of cel-go. */
export class Planner {
  readonly #checked: CheckedAst;
  readonly #runtime: Runtime;
  readonly #dispatcher: Dispatcher;

  constructor(checked: CheckedAst, runtime: Runtime) {
    this.#checked = checked;
    this.#runtime = runtime;
    this.#dispatcher = new Dispatcher(runtime.functions, runtime.callCosts ?? 'all');
  }

  plan(expr: Expr): Step {
    const reference = this.#checked.references.get(expr.id);
    if (reference?.kind === 'variable' && expr.kind !== 'struct') {
      return this.#variable(expr.id, reference);
    }
    switch (expr.kind) {
      case 'const':
        return new ConstantStep(expr.id, constantValue(expr.value));
      case 'ident':
        return new AttributeStep(new VariableAttribute(expr.id, this.#runtime, expr.name));
      case 'select':
        return this.#select(expr);
      case 'call':
        return this.#call(expr, reference);
      case 'list': {
        const elements = expr.elements.map((element) => this.plan(element));
        const step = new ListStep(expr.id, elements, expr.optionalIndices);
        return fold(step, elements);
      }
      case 'map': {
        const entries = expr.entries.map(({ key, value, optional }) => ({
          key: this.plan(key),
          value: this.plan(value),
          isOptional: optional,
        }));
        const parts = entries.flatMap(({ key, value }) => [key, value]);
        return fold(new MapStep(expr.id, entries), parts);
      }
      case 'struct':
        return this.#struct(expr, reference);
      case 'comprehension':
        return this.#comprehension(expr);
    }
  }

  #variable(id: number, reference: Reference & { readonly kind: 'variable' }): Step {
    const { name, value } = reference;
    if (value !== undefined) return new ConstantStep(id, value);
    const type = this.#checked.types.get(id);
    if (type?.kind === 'type') {
      return new ConstantStep(id, new TypeValue(type.parameters[0]?.name ?? name));
    }
    return new AttributeStep(new VariableAttribute(id, this.#runtime, name));
  }

  /** The attribute to which qualifiers are added that follow a step. */
  #attributeOf(step: Step): Attribute {
    return step instanceof AttributeStep
      ? step.attribute
      : new RelativeAttribute(step.id, this.#runtime, step);
  }

  #select(expr: Select): Step {
    const attribute = this.#attributeOf(this.plan(expr.operand));
    const isTyped = this.#checked.types.get(expr.operand.id)?.kind === 'struct';
    attribute.add(new ConstantQualifier(expr.id, expr.field, false, expr.testOnly, isTyped));
    return new AttributeStep(attribute, expr.testOnly);
  }

  #call(expr: Call, reference: Reference | undefined): Step {
    const isFunction = reference?.kind === 'function';
    const name = isFunction ? reference.name : expr.function;
    const overloads = isFunction ? reference.overloads : [];
    const args = operandsOf(expr, this.#checked).map((arg) => this.plan(arg));
    return (
      this.#specialCall(expr.id, name, args) ?? this.#plainCall(expr.id, name, overloads, args)
    );
  }

  #specialCall(id: number, name: string, args: readonly Step[]): Step | undefined {
    const [first, second, third] = args;
    if (first === undefined) return undefined;
    if (name === '@not_strictly_false') return new NotStrictlyFalseStep(id, first);
    if (second === undefined) return undefined;
    switch (name) {
      case '_&&_':
        return new LogicStep(id, args, false);
      case '_||_':
        return new LogicStep(id, args, true);
      case '_==_':
        return new CallStep(id, args, equals(this.#runtime));
      case '_!=_':
        return new CallStep(id, args, notEquals(this.#runtime));
      case '_[_]':
        return this.#index(id, first, second, false);
      case '_?._':
      case '_[?_]':
        return this.#index(id, first, second, true);
      case 'or':
      case 'orValue':
        return args.length === 2
          ? new OptionalOrStep(id, first, second, {
              unwraps: name === 'orValue',
              acceptsAnyValue: this.#runtime.alternativesAcceptAnyValue === true,
            })
          : undefined;
      case '_?_:_':
        return third === undefined
          ? undefined
          : new AttributeStep(
              new ConditionalAttribute(
                id,
                first,
                this.#attributeOf(second),
                this.#attributeOf(third),
              ),
            );
      default:
        return undefined;
    }
  }

  #index(id: number, operand: Step, index: Step, isOptional: boolean): Step {
    const attribute = this.#attributeOf(operand);
    attribute.add(this.#qualifier(id, index, isOptional));
    return new AttributeStep(attribute);
  }

  #qualifier(id: number, index: Step, isOptional: boolean): Qualifier {
    if (index instanceof ConstantStep && !(index.value instanceof ErrorValue)) {
      return new ConstantQualifier(id, index.value, isOptional);
    }
    const isStep = !(index instanceof AttributeStep);
    return new ComputedQualifier(id, this.#attributeOf(index), isOptional, isStep);
  }

  #plainCall(id: number, name: string, overloads: readonly string[], args: readonly Step[]): Step {
    const [first, second] = args;
    const options = this.#dispatcher.find(name, overloads);
    const declared = this.#runtime.functions.get(name);
    if (declared?.takesPattern === true && isConstantString(second)) {
      const call = withoutTypeGuard(declared, args.length);
      return new CallStep(id, args, { ...options, call, order: 'until-error' });
    }
    const step = new CallStep(id, args, options);
    if (overloads.length === 1 && overloads[0] === 'in_list' && first !== undefined) {
      return membershipStep(id, first, second) ?? step;
    }
    return args.length === 1 && isConversion(name) ? fold(step, args) : step;
  }

  #struct(expr: StructLiteral, reference: Reference | undefined): Step {
    const name = reference?.kind === 'variable' ? reference.name : expr.name;
    const fields = expr.fields.map(({ name: field, value, optional }) => ({
      name: field,
      value: this.plan(value),
      isOptional: optional,
    }));
    const make =
      this.#runtime.findStruct?.(name) ?? (() => new ErrorValue(`unknown type: ${name}`));
    return new StructStep(expr.id, fields, make);
  }

  #comprehension(expr: Comprehension): Step {
    return new FoldStep(expr.id, {
      iterVar: expr.iterVar,
      iterVar2: expr.iterVar2,
      accuVar: expr.accuVar,
      accuInit: this.plan(expr.accuInit),
      iterRange: this.plan(expr.iterRange),
      loopCondition: this.plan(expr.loopCondition),
      loopStep: this.plan(expr.loopStep),
      result: this.plan(expr.result),
      initializesEagerly: this.#runtime.initializesEagerly === true,
    });
  }
}

function isConstantString(step: Step | undefined): boolean {
  return step instanceof ConstantStep && typeof step.value === 'string';
}

/**
 * The call of a function whose regular expression was compiled when the program was made. It looks at what Go has for
 * its arguments, and not at their types.
 */
function withoutTypeGuard(
  { singleton, members }: FunctionDeclaration,
  count: number,
): CallFunction {
  const binding = members.find(({ params }) => params.length === count)?.binding;
  return (given) => {
    const args = given.map(goValue);
    const [first = null, second = null] = args;
    return singleton?.call(first, second) ?? binding?.call(args) ?? noSuchOverload();
  };
}

/** Returns the name of a type, the value of an optional value, and any other value unchanged. `Value()` in cel-go. */
function goValue(value: Value): Value {
  if (value instanceof TypeValue) return value.name;
  return value instanceof OptionalValue && value.value !== undefined ? goValue(value.value) : value;
}

/** Constant folding: replaces a step whose parts are all constants by its value. */
function fold(step: Step, parts: readonly Step[]): Step {
  if (!parts.every((part) => part instanceof ConstantStep)) return step;
  try {
    return new ConstantStep(step.id, step.eval(scopeWithoutVariables()));
  } catch (thrown) {
    if (thrown instanceof GoPanic) return step;
    throw thrown;
  }
}

function scopeWithoutVariables(): Scope {
  return new OuterScope(() => undefined, new CostTracker(Number.POSITIVE_INFINITY));
}

function membershipStep(id: number, value: Step, list: Step | undefined): Step | undefined {
  if (!(list instanceof ConstantStep && list.value instanceof ListValue)) return undefined;
  if (list.value.size === 0) return new ConstantStep(id, false);
  const includes = membershipTest(list.value);
  return includes === undefined ? undefined : new MembershipStep(id, value, includes);
}
