import type { Expr } from '../../cel/ast.ts';
import type { CheckedAst } from '../../cel/check/checked-ast.ts';
import type { SchemaPair } from '../crd/schema-pairs.ts';
import {
  isMap,
  preservesUnknownFields,
  propertySchema,
  type StructuralSchema,
} from '../crd/structural.ts';
import { unescapeProperty } from '../expressions/escaping.ts';

/**
 * Reports whether a rule is true for all values that the earlier schema accepts, as far as this follows from its
 * declared fields, required fields and enums. The result is false for every rule that can fail.
 *
 * @param checked the rule, of the later schema
 */
export function isAlwaysTrue(checked: CheckedAst, { before, after }: SchemaPair): boolean {
  return new RuleReader(checked, { before, after }).truthOf(checked.ast.expr) === true;
}

type Schemas = Pick<SchemaPair, 'before' | 'after'>;

interface FieldFacts {
  /** Undefined if no value has the field: the earlier schema removes it, and the later one has no default for it. */
  readonly schemas: Schemas | undefined;
  /** True if every value has the field, and every object on the way to it. */
  readonly isRequired: boolean;
}

class RuleReader {
  readonly #checked: CheckedAst;
  readonly #schemas: Schemas;

  constructor(checked: CheckedAst, schemas: Schemas) {
    this.#checked = checked;
    this.#schemas = schemas;
  }

  /** Undefined if the result is not known, or may be an error. */
  truthOf(expr: Expr): boolean | undefined {
    switch (expr.kind) {
      case 'const':
        return expr.value.type === 'bool' ? expr.value.value : undefined;
      case 'select':
        return expr.testOnly ? this.#presenceOf(expr.operand, expr.field) : undefined;
      case 'call':
        return this.#resultOf(expr.function, expr.args);
      default:
        return undefined;
    }
  }

  #resultOf(name: string, args: readonly Expr[]): boolean | undefined {
    const [first, second, third] = args;
    if (first === undefined) return undefined;
    const truth = this.truthOf(first);
    if (name === '!_') return truth === undefined ? undefined : !truth;
    if (second === undefined) return undefined;
    switch (name) {
      // An error of one operand does not matter if the other one decides.
      case '_&&_': {
        const other = this.truthOf(second);
        if (truth === false || other === false) return false;
        return truth === true && other === true ? true : undefined;
      }
      case '_||_': {
        const other = this.truthOf(second);
        if (truth === true || other === true) return true;
        return truth === false && other === false ? false : undefined;
      }
      case '_?_:_':
        if (truth === undefined || third === undefined) return undefined;
        return this.truthOf(truth ? second : third);
      case '_==_':
        return this.#isOther(first, second) ? false : undefined;
      case '_!=_':
        return this.#isOther(first, second) ? true : undefined;
      default:
        return undefined;
    }
  }

  /**
   * Reports whether one of two operands is a required field, and the other one a string that its enum does not have.
   */
  #isOther(one: Expr, other: Expr): boolean {
    const constant = one.kind === 'const' ? one : other;
    const field = this.#factsOf(one.kind === 'const' ? other : one);
    if (constant.kind !== 'const' || constant.value.type !== 'string') return false;
    const values = field?.schemas?.before.enum ?? [];
    const { value } = constant.value;
    return field?.isRequired === true && values.length > 0 && !values.includes(value);
  }

  #presenceOf(operand: Expr, name: string): boolean | undefined {
    const holder = this.#factsOf(operand);
    // Without the object around it, has() is an error.
    if (holder?.schemas === undefined || !holder.isRequired) return undefined;
    const field = fieldOf(holder, unescapeProperty(name) ?? name);
    if (field.schemas === undefined) return false;
    return field.isRequired ? true : undefined;
  }

  /** The facts about a chain of selections from `self`. */
  #factsOf(expr: Expr): FieldFacts | undefined {
    if (expr.kind === 'ident') {
      const reference = this.#checked.references.get(expr.id);
      const isSelf = reference?.kind === 'variable' && expr.name === 'self';
      return isSelf ? { schemas: this.#schemas, isRequired: true } : undefined;
    }
    if (expr.kind !== 'select' || expr.testOnly) return undefined;
    const holder = this.#factsOf(expr.operand);
    return holder && fieldOf(holder, unescapeProperty(expr.field) ?? expr.field);
  }
}

/** The schema of a field that is not declared, but may be present. */
const UNKNOWN: StructuralSchema = {};

function fieldOf({ schemas, isRequired }: FieldFacts, name: string): FieldFacts {
  if (schemas === undefined) return { schemas: undefined, isRequired: false };
  const { before, after } = schemas;
  const earlier = propertySchema(before, name);
  const later = propertySchema(after, name) ?? UNKNOWN;
  const hasDefault = (later.default ?? null) !== null;
  if (earlier === undefined) {
    const isPossible = hasDefault || preservesUnknownFields(before) || isMap(before);
    return {
      schemas: isPossible ? { before: UNKNOWN, after: later } : undefined,
      isRequired: false,
    };
  }
  // A property with a default may be absent. The later schema need not have the same default.
  const isGiven = before.required?.includes(name) === true && (earlier.default ?? null) === null;
  const isAlways = (isGiven || hasDefault) && earlier.nullable !== true;
  return { schemas: { before: earlier, after: later }, isRequired: isRequired && isAlways };
}
