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
import { type Environment, NO_SUCH_FIELD, type Variable } from '../environment.ts';
import { IssueList } from '../issue-list.ts';
import { rootName, writeName } from '../qualified-names.ts';
import { collectIssues, type Issues } from '../source.ts';
import {
  BOOL,
  BYTES,
  DOUBLE,
  DYN,
  declaredName,
  ERROR,
  formatArguments,
  formatType,
  INT,
  isDyn,
  isDynOrError,
  isExactly,
  listOf,
  mapOf,
  NULL,
  opaque,
  STRING,
  type Type,
  typeText,
  UINT,
  UNSPECIFIED,
  unwrapOptional,
} from '../types.ts';
import { wellKnownName } from '../well-known-types.ts';
import { type CheckedAst, NodeTable, type Reference } from './checked-ast.ts';
import { OverloadResolution } from './overload-resolution.ts';
import { type Scope, Scopes } from './scopes.ts';
import { mostGeneral, Substitution } from './substitution.ts';

export type CheckResult =
  | { readonly checked: CheckedAst }
  /** `partial` has the types and references as far as they could be told. */
  | { readonly errors: Issues; readonly partial: CheckedAst }
  /** What the server says when it crashes over the expression. */
  | { readonly crash: string };

/**
 * Checks a parsed expression as the API server does: gives each node its type and resolves names and
 * overloads, or finds all mistakes, with the server's words, in the order in which it prints them.
 * Where there are none, the validators of the environment have the last word.
 *
 * Source: `checker/checker.go` and `cel/env.go` of cel-go.
 */
export function check(ast: Ast, environment: Environment): CheckResult {
  const found = new IssueList(ast.source, environment.linesBeginLate);
  const checked = new Checker(ast, environment, found).run();
  if (found.issues.length === 0) {
    for (const validate of environment.validators) {
      const crash = validate(checked, (offset, message) => found.report(offset, message));
      if (crash !== undefined) return { crash };
    }
  }
  return found.issues.length > 0
    ? { errors: collectIssues(found.issues), partial: checked }
    : { checked };
}

class Checker {
  readonly #found: IssueList;
  readonly #ast: Ast;
  readonly #environment: Environment;
  readonly #types = new NodeTable<Type>();
  readonly #references = new NodeTable<Reference>();
  readonly #substitution = new Substitution();
  readonly #scopes: Scopes;
  readonly #overloads = new OverloadResolution(this.#substitution);
  #hasOpenTypes = false;
  #hasLiterals = false;
  /** What `&&` or `||` refers to, wherever it stands; the last one of the two. */
  #logicReference: Extract<Reference, { kind: 'function' }> | undefined;

  constructor(ast: Ast, environment: Environment, found: IssueList) {
    this.#found = found;
    this.#ast = ast;
    this.#environment = environment;
    this.#scopes = new Scopes(environment);
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

  #report(offset: number, message: string): void {
    this.#found.report(offset, message);
  }

  #typeOf(expr: Expr): Type {
    return this.#types.get(expr.id) ?? ERROR;
  }

  /** Gives an expression and what is in it their types. */
  #check(expr: Expr): Type {
    const type = this.#infer(expr);
    if (this.#environment.sharesNodes) {
      const first = this.#types.get(expr.id);
      if (first !== undefined && !isExactly(first, type))
        return this.#typedTwice(expr, first, type);
    }
    if (type.open) this.#hasOpenTypes = true;
    this.#types.set(expr.id, type);
    return type;
  }

  /**
   * What is in the tree twice and has another type the second time, such as one with a free type, is
   * refused. The server prints the node with it, in whatever form Go has for it; here it is its id.
   */
  #typedTwice({ id, offset }: Expr, first: Type, second: Type): Type {
    const types = `old:${typeText(first)}, new:${typeText(second)}`.replaceAll(/[<>]/g, '');
    const message = `incompatible type already exists for expression: &{${id} 0x0}(${id}) ${types}`;
    this.#report(offset, message);
    return first;
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
    this.#undeclared(expr.offset, expr.name);
    return ERROR;
  }

  #refer(expr: Expr, { name, type, value }: Variable): Type {
    const reference: Reference = { kind: 'variable', name };
    this.#references.set(expr.id, value === undefined ? reference : { ...reference, value });
    return type;
  }

  #undeclared(offset: number, name: string): void {
    this.#report(
      offset,
      `undeclared reference to '${name}' (in container '${this.#environment.container}')`,
    );
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
    const type = this.#fieldOf(expr, target, field);
    return isOptional || isOptionalSelect ? this.#optionalOf(type) : type;
  }

  #fieldOf(expr: Expr, target: Type, field: string): Type {
    switch (target.kind) {
      case 'map':
        return target.parameters[1] ?? ERROR;
      case 'struct':
        return this.#fieldType(expr.offset, target.name, field) ?? ERROR;
      case 'type-param':
        // A free type becomes dyn here, so that it is not bound to something wrong later.
        this.#substitution.isAssignable(DYN, target);
        return DYN;
      default:
        if (!isDynOrError(target)) {
          this.#report(
            expr.offset,
            `type '${formatType(target)}' does not support field selection`,
          );
        }
        return DYN;
    }
  }

  #fieldType(offset: number, struct: string, field: string): Type | undefined {
    const found = this.#environment.findField(struct, field);
    if (found === undefined) this.#report(offset, `unexpected failed resolution of '${struct}'`);
    else if (found === NO_SUCH_FIELD) this.#report(offset, `undefined field '${field}'`);
    else return found;
    return undefined;
  }

  #optionalOf(type: Type): Type {
    return opaque(this.#environment.optionalName, [type]);
  }

  #call(expr: Call): Type {
    if (expr.function === '_?._') return this.#optionalSelect(expr);
    for (const arg of expr.args) this.#check(arg);
    const { target } = expr;
    if (target === undefined) {
      const declared = this.#environment.findFunction(expr.function);
      if (declared !== undefined) return this.#resolve(expr, declared, undefined);
      this.#undeclared(expr.offset, expr.function);
      return ERROR;
    }
    const namespaced = this.#namespacedFunction(expr, target);
    if (namespaced !== undefined) return this.#resolve(expr, namespaced, undefined);
    this.#check(target);
    const declared = this.#environment.findFunction(expr.function);
    if (declared !== undefined) return this.#resolve(expr, declared, target);
    this.#undeclared(expr.offset, expr.function);
    return ERROR;
  }

  /** The function whose name is all of `a.b.f`, in the call `a.b.f()`. */
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
      const applied = formatArguments(known, target !== undefined);
      this.#report(expr.offset, `found no matching overload for '${name}' applied to '${applied}'`);
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

  /** `&&` and `||` take any number of arguments, and say which of them is wrong. */
  #logic(expr: Call, overload: Overload, types: readonly Type[]): Type {
    let isWrong = false;
    for (const [index, arg] of expr.args.entries()) {
      const type = types[index] ?? ERROR;
      if (type === BOOL || this.#substitution.isAssignable(type, BOOL)) continue;
      isWrong = true;
      this.#mismatch(arg, BOOL, type);
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

  #mismatch(expr: Expr, expected: Type, found: Type): void {
    this.#report(
      expr.offset,
      `expected type '${formatType(expected)}' but found '${formatType(found)}'`,
    );
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

  /** The type of an element, of which only what it holds counts where it is written as `?element`. */
  #element(expr: Expr, type: Type, isWrittenOptional: boolean): Type {
    if (!isWrittenOptional) return type;
    const { type: held, isOptional } = unwrapOptional(type);
    if (!isOptional && !isDyn(held)) this.#mismatch(expr, this.#optionalOf(held), held);
    return held;
  }

  /** The type of an element and those before it; dyn where they have nothing in common. */
  #join(previous: Type | undefined, current: Type): Type {
    if (previous === undefined) return current;
    return this.#substitution.isAssignable(previous, current)
      ? mostGeneral(previous, current)
      : DYN;
  }

  #struct(expr: StructLiteral): Type {
    const variable = this.#scopes.find(expr.name);
    if (variable === undefined) {
      this.#undeclared(expr.offset, expr.name);
      return ERROR;
    }
    this.#references.set(expr.id, { kind: 'variable', name: variable.name });
    let type = ERROR;
    let struct = variable.name;
    const [named] = variable.type.parameters;
    if (variable.type.kind !== 'error') {
      const known = named === undefined ? undefined : wellKnownName(named);
      if (variable.type.kind !== 'type' || named === undefined) {
        this.#report(expr.offset, `'${declaredName(variable.type)}' is not a type`);
      } else if (known !== undefined) {
        type = named;
        struct = known;
      } else if (named.kind === 'struct') {
        type = named;
        struct = named.name;
      } else {
        this.#report(expr.offset, `'${declaredName(named)}' is not a message type`);
      }
    }
    for (const field of expr.fields) {
      const given = this.#check(field.value);
      const asked = this.#fieldType(field.offset, struct, field.name) ?? ERROR;
      const found = this.#element(field.value, given, field.optional);
      if (!this.#substitution.isAssignable(asked, found)) {
        this.#report(
          field.offset,
          `expected type of field '${field.name}' is '${formatType(asked)}' but provided type is '${formatType(found)}'`,
        );
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
        // As for the operand of a selection.
        this.#substitution.isAssignable(DYN, range);
        return [DYN, this.#environment.secondVariableHasNoType ? UNSPECIFIED : DYN];
      default:
        this.#report(
          expr.iterRange.offset,
          `expression of type '${formatType(range)}' cannot be range of a comprehension (must be list, map, or dynamic)`,
        );
        return [ERROR, ERROR];
    }
  }

  #assert(expr: Expr, type: Type): void {
    const found = this.#typeOf(expr);
    if (!this.#substitution.isAssignable(type, found)) this.#mismatch(expr, type, found);
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
