import type {
  Ast,
  Call,
  Comprehension,
  Expr,
  Ident,
  ListLiteral,
  MapLiteral,
  Select,
  StructLiteral,
} from '../ast.ts';
import type { FunctionDeclaration, Overload } from '../declarations.ts';
import type { Environment, Variable } from '../environment.ts';
import { IssueList } from '../issue-list.ts';
import { rootName, writeName } from '../qualified-names.ts';
import { collectIssues, type Issues } from '../source.ts';
import {
  BOOL,
  BYTES,
  DOUBLE,
  DYN,
  ERROR,
  INT,
  isDyn,
  isExactly,
  listOf,
  mapOf,
  NULL,
  opaque,
  STRING,
  type Type,
  UINT,
  UNSPECIFIED,
  unwrapOptional,
} from '../types.ts';
import { wellKnownName } from '../well-known-types.ts';
import { type CheckedAst, NodeTable, type Reference } from './checked-ast.ts';
import { FieldTypes } from './field-types.ts';
import { OverloadResolution } from './overload-resolution.ts';
import { type Scope, Scopes } from './scopes.ts';
import { mostGeneral, Substitution } from './substitution.ts';
import { TypeErrors } from './type-errors.ts';

type CheckResult =
  | { readonly checked: CheckedAst }
  /** `partial` has the types and references as far as the checker could determine them. */
  | { readonly errors: Issues; readonly partial: CheckedAst }
  /** The message of the server if it panics. */
  | { readonly crash: string };

/**
 * Checks a parsed expression as the API server does: determines the type of each node and resolves names and
 * overloads, or reports all errors, with the server's messages in the order in which it prints them. If there are
 * none, the validators of the environment check the expression.
 *
 * Source: `checker/checker.go` and `cel/env.go` of cel-go.
 */
export function check(ast: Ast, environment: Environment): CheckResult {
  const issues = new IssueList(ast.source, environment.settings.lineStartsBelongToLineBefore);
  const errors = new TypeErrors(issues, environment.settings.container);
  const checked = new Checker(ast, environment, errors).run();
  if (issues.issues.length === 0) {
    for (const validate of environment.validators) {
      const crash = validate(checked, (offset, message) => issues.report(offset, message));
      if (crash !== undefined) return { crash };
    }
  }
  return issues.issues.length > 0
    ? { errors: collectIssues(issues.issues), partial: checked }
    : { checked };
}

class Checker {
  readonly #errors: TypeErrors;
  readonly #ast: Ast;
  readonly #environment: Environment;
  readonly #types = new NodeTable<Type>();
  readonly #references = new NodeTable<Reference>();
  readonly #substitution = new Substitution();
  readonly #scopes: Scopes;
  readonly #overloads = new OverloadResolution(this.#substitution);
  readonly #fields: FieldTypes;
  #hasOpenTypes = false;
  #hasLiterals = false;
  /** The reference of the last `&&` or `||`, which all calls of that operator share. */
  #logicReference: Extract<Reference, { kind: 'function' }> | undefined;

  constructor(ast: Ast, environment: Environment, errors: TypeErrors) {
    this.#errors = errors;
    this.#ast = ast;
    this.#environment = environment;
    this.#scopes = new Scopes(environment);
    this.#fields = new FieldTypes(environment, this.#substitution, errors);
  }

  run(): CheckedAst {
    const { expr } = this.#ast;
    this.#check(expr);
    if (this.#hasOpenTypes) {
      this.#types.replace((type) => this.#substitution.substitute(type, true));
    }
    return {
      ast: this.#ast,
      type: this.#typeOf(expr),
      types: this.#types,
      references: this.#references,
      hasLiterals: this.#hasLiterals,
    };
  }

  #typeOf(expr: Expr): Type {
    return this.#types.get(expr.id) ?? ERROR;
  }

  /** Determines the types of an expression and its subexpressions. */
  #check(expr: Expr): Type {
    const type = this.#infer(expr);
    if (this.#environment.settings.sharesNodes) {
      const first = this.#types.get(expr.id);
      if (first !== undefined && !isExactly(first, type)) {
        this.#errors.incompatibleType(expr, first, type);
        return first;
      }
    }
    if (type.open) this.#hasOpenTypes = true;
    this.#types.set(expr.id, type);
    return type;
  }

  #infer(expr: Expr): Type {
    switch (expr.kind) {
      case 'const':
        return CONSTANTS[expr.value.type];
      case 'ident':
        return this.#ident(expr);
      case 'select':
        return this.#select(expr);
      case 'call':
        return this.#call(expr);
      case 'list':
        return this.#list(expr);
      case 'map':
        return this.#map(expr);
      case 'struct':
        return this.#struct(expr);
      case 'comprehension':
        return this.#comprehension(expr);
    }
  }

  #ident(expr: Ident): Type {
    const variable = this.#scopes.find(expr.name);
    if (variable !== undefined) return this.#refer(expr, variable);
    this.#errors.undeclaredReference(expr, expr.name);
    return ERROR;
  }

  #refer(expr: Expr, { name, type, value }: Variable): Type {
    const reference: Reference = { kind: 'variable', name };
    this.#references.set(expr.id, value === undefined ? reference : { ...reference, value });
    return type;
  }

  #select(expr: Select): Type {
    const variable = this.#scopes.findQualified(expr);
    if (variable !== undefined) return this.#refer(expr, variable);
    const type = this.#field(expr, expr.operand, expr.field, false);
    return expr.testOnly ? BOOL : this.#substitution.substitute(type, false);
  }

  #field(expr: Expr, operand: Expr, field: string, isOptionalSelect: boolean): Type {
    const operandType = this.#substitution.substitute(this.#check(operand), false);
    const { type: target, isOptional } = unwrapOptional(operandType);
    const type = this.#fields.selected(expr, target, field);
    return isOptional || isOptionalSelect ? this.#optionalOf(type) : type;
  }

  #optionalOf(type: Type): Type {
    return opaque(this.#environment.settings.optionalName, [type]);
  }

  #call(expr: Call): Type {
    if (expr.function === '_?._') return this.#optionalSelect(expr);
    for (const arg of expr.args) this.#check(arg);
    const { target } = expr;
    if (target === undefined) {
      const declared = this.#environment.findFunction(expr.function);
      if (declared !== undefined) return this.#resolve(expr, declared, undefined);
      this.#errors.undeclaredReference(expr, expr.function);
      return ERROR;
    }
    const namespaced = this.#namespacedFunction(expr, target);
    if (namespaced !== undefined) return this.#resolve(expr, namespaced, undefined);
    this.#check(target);
    const declared = this.#environment.findFunction(expr.function);
    if (declared !== undefined) return this.#resolve(expr, declared, target);
    this.#errors.undeclaredReference(expr, expr.function);
    return ERROR;
  }

  /** The function with the qualified name `a.b.f`, in the call `a.b.f()`. */
  #namespacedFunction(expr: Call, target: Expr): FunctionDeclaration | undefined {
    const root = rootName(target);
    if (root === undefined || !this.#environment.mayQualifyFunction(root)) return undefined;
    return this.#environment.findFunction(`${writeName(target)}.${expr.function}`);
  }

  #optionalSelect(expr: Call): Type {
    const [operand, field] = expr.args;
    if (operand === undefined || field?.kind !== 'const' || field.value.type !== 'string') {
      return ERROR;
    }
    const type = this.#field(expr, operand, field.value.value, true);
    this.#references.set(expr.id, {
      kind: 'function',
      name: expr.function,
      overloads: ['select_optional_field'],
      isNamespaced: false,
    });
    return this.#substitution.substitute(type, false);
  }

  #resolve(expr: Call, declared: FunctionDeclaration, target: Expr | undefined): Type {
    const types = target === undefined ? [] : [this.#typeOf(target)];
    for (const arg of expr.args) types.push(this.#typeOf(arg));
    const overloads = target === undefined ? declared.globals : declared.members;
    const { name } = declared;
    const isNamespaced = target === undefined && expr.target !== undefined;
    if (name === '_&&_' || name === '_||_') {
      const [overload] = overloads;
      if (overload !== undefined) return this.#logic(expr, overload, types);
    }
    const resolution = this.#overloads.resolve(overloads, types);
    if (resolution === undefined) {
      const known = types.map((type) => this.#substitution.substitute(type, true));
      this.#errors.noMatchingOverload(expr, name, known, target !== undefined);
      return ERROR;
    }
    this.#references.set(expr.id, {
      kind: 'function',
      name,
      overloads: resolution.overloads,
      isNamespaced,
    });
    return resolution.type;
  }

  /** `&&` and `||` have any number of arguments. The error names the argument with the wrong type. */
  #logic(expr: Call, overload: Overload, types: readonly Type[]): Type {
    let isWrong = false;
    for (const [index, arg] of expr.args.entries()) {
      const type = types[index] ?? ERROR;
      if (type === BOOL || this.#substitution.isAssignable(type, BOOL)) continue;
      isWrong = true;
      this.#errors.typeMismatch(arg, BOOL, type);
    }
    if (isWrong) return ERROR;
    let reference = this.#logicReference;
    if (reference?.name !== overload.function) {
      const { id, function: name } = overload;
      reference = { kind: 'function', name, overloads: [id], isNamespaced: false };
      this.#logicReference = reference;
    }
    this.#references.set(expr.id, reference);
    return BOOL;
  }

  #list(expr: ListLiteral): Type {
    this.#hasLiterals = true;
    let joined: Type | undefined;
    for (const [index, element] of expr.elements.entries()) {
      const isOptional = expr.optionalIndices.includes(index);
      const type = this.#element(element, this.#check(element), isOptional);
      joined = this.#join(joined, type);
    }
    return listOf(joined ?? this.#overloads.free());
  }

  #map(expr: MapLiteral): Type {
    this.#hasLiterals = true;
    let keys: Type | undefined;
    let values: Type | undefined;
    for (const { key, value, optional } of expr.entries) {
      keys = this.#join(keys, this.#check(key));
      values = this.#join(values, this.#element(value, this.#check(value), optional));
    }
    return mapOf(keys ?? this.#overloads.free(), values ?? this.#overloads.free());
  }

  /** The type of an element or value; for an optional one (`?element`), the type that the optional contains. */
  #element(expr: Expr, type: Type, isWrittenOptional: boolean): Type {
    if (!isWrittenOptional) return type;
    const { type: value, isOptional } = unwrapOptional(type);
    if (!isOptional && !isDyn(value)) {
      this.#errors.typeMismatch(expr, this.#optionalOf(value), value);
    }
    return value;
  }

  /** The common type of an element and those before it; dyn if they have none. */
  #join(previous: Type | undefined, current: Type): Type {
    if (previous === undefined) return current;
    return this.#substitution.isAssignable(previous, current)
      ? mostGeneral(previous, current)
      : DYN;
  }

  #struct(expr: StructLiteral): Type {
    const variable = this.#scopes.find(expr.name);
    // Since cel-go 0.27, only types are looked up here.
    const isHidden = this.#environment.settings.separatesScopes && variable?.type.kind !== 'type';
    if (variable === undefined || isHidden) {
      this.#errors.undeclaredReference(expr, expr.name);
      return ERROR;
    }
    this.#references.set(expr.id, { kind: 'variable', name: variable.name });
    let type = ERROR;
    let struct = variable.name;
    const [named] = variable.type.parameters;
    if (variable.type.kind !== 'error') {
      const known = named === undefined ? undefined : wellKnownName(named);
      if (variable.type.kind !== 'type' || named === undefined) {
        this.#errors.notAType(expr, variable.type);
      } else if (known !== undefined) {
        type = named;
        struct = known;
      } else if (named.kind === 'struct') {
        type = named;
        struct = named.name;
      } else {
        this.#errors.notAMessageType(expr, named);
      }
    }
    for (const field of expr.fields) {
      const type = this.#check(field.value);
      const expected = this.#fields.ofStruct(field.offset, struct, field.name);
      const actual = this.#element(field.value, type, field.optional);
      if (!this.#substitution.isAssignable(expected, actual)) {
        this.#errors.fieldTypeMismatch(field.offset, field.name, expected, actual);
      }
    }
    return type;
  }

  #comprehension(expr: Comprehension): Type {
    const rangeType = this.#check(expr.iterRange);
    const accuType = this.#check(expr.accuInit);
    const range = this.#substitution.substitute(rangeType, false);
    this.#scopes.enter([{ name: expr.accuVar, type: accuType }]);
    this.#scopes.enter(this.#iterationScope(expr, range));
    this.#check(expr.loopCondition);
    this.#assert(expr.loopCondition, BOOL);
    this.#check(expr.loopStep);
    this.#assert(expr.loopStep, accuType);
    this.#scopes.leave();
    const type = this.#check(expr.result);
    this.#scopes.leave();
    return this.#substitution.substitute(type, false);
  }

  #iterationScope(expr: Comprehension, range: Type): Scope {
    const [first, second] = this.#iterationTypes(expr, range);
    const { iterVar, iterVar2 } = expr;
    const scope = [{ name: iterVar, type: first }];
    if (iterVar2 !== undefined && iterVar2 !== iterVar)
      scope.push({ name: iterVar2, type: second });
    return scope;
  }

  #iterationTypes(expr: Comprehension, range: Type): readonly [Type, Type] {
    const [first = ERROR, second = ERROR] = range.parameters;
    switch (range.kind) {
      case 'list':
        return expr.iterVar2 === undefined ? [first, ERROR] : [INT, first];
      case 'map':
        return [first, second];
      case 'dyn':
      case 'error':
      case 'type-param':
        // See FieldTypes.selected.
        this.#substitution.isAssignable(DYN, range);
        return [DYN, this.#environment.settings.secondVariableHasNoType ? UNSPECIFIED : DYN];
      default:
        this.#errors.notAComprehensionRange(expr.iterRange, range);
        return [ERROR, ERROR];
    }
  }

  #assert(expr: Expr, type: Type): void {
    const found = this.#typeOf(expr);
    if (!this.#substitution.isAssignable(type, found)) this.#errors.typeMismatch(expr, type, found);
  }
}

const CONSTANTS = {
  null: NULL,
  bool: BOOL,
  int: INT,
  uint: UINT,
  double: DOUBLE,
  string: STRING,
  bytes: BYTES,
} as const;
