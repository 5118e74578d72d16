import { addTo } from '../../base/index-by.ts';
import type { Call, Comprehension, Expr, Ident, Select } from '../ast.ts';
import type { CheckedAst } from '../check/checked-ast.ts';
import { isEmptyList } from '../expression-tree.ts';
import { ERROR, type Type } from '../types.ts';
import { extendPath, type Path, startPath } from './path.ts';
import { type EntrySizes, SCALAR_SIZE, type Size, UNKNOWN_SIZE } from './size.ts';
import {
  type DeclaredSize,
  declaredSize,
  isScalar,
  literalSize,
  type Operand,
  type SizeTracker,
} from './size-tracker.ts';

interface LocalVariable {
  readonly path: Path | undefined;
  readonly size: Size | undefined;
  readonly entries: EntrySizes | undefined;
}

/**
 * Sizes as cel-go tracks them since 0.23: also through the variables of comprehensions, and in list and map literals.
 *
 * Source: `checker/cost.go` of cel-go.
 */
export class TrackedSizes implements SizeTracker {
  readonly seesThroughDyn = true;
  readonly #checked: CheckedAst;
  readonly #declared: DeclaredSize;
  readonly #unknown: Size;
  readonly #paths = new Map<number, Path>();
  readonly #sizes = new Map<number, Size>();
  readonly #entries = new Map<number, EntrySizes>();
  readonly #variables = new Map<string, LocalVariable[]>();

  /** @param unknown the size of values of unknown size */
  constructor(checked: CheckedAst, declared: DeclaredSize, unknown: Size = UNKNOWN_SIZE) {
    this.#checked = checked;
    this.#declared = declared;
    this.#unknown = unknown;
  }

  noteIdent(expr: Ident | Select, name: string): void {
    const local = this.#local(name);
    const path = local === undefined ? startPath(name) : local.path;
    if (path !== undefined) this.#paths.set(expr.id, path);
  }

  noteSelect(expr: Select): void {
    this.#paths.set(expr.id, extendPath(this.#path(expr.operand), expr.field));
  }

  noteEntries(expr: Expr, entries: EntrySizes | undefined): void {
    if (entries !== undefined) this.#entries.set(expr.id, entries);
  }

  sizeOf(expr: Expr): Size {
    return this.#size(expr) ?? this.#unknown;
  }

  entriesOf(expr: Expr): EntrySizes | undefined {
    return this.#entries.get(expr.id) ?? this.#localOf(expr)?.entries;
  }

  operand(expr: Expr): Operand {
    const path = this.#path(expr);
    const isAccumulator = path?.memory[0] === '__result__' || path?.memory[0] === '@result';
    return {
      expr,
      type: this.#type(expr),
      path: isAccumulator ? undefined : path,
      computed: this.#size(expr),
    };
  }

  languageSize(operand: Operand): Size {
    return operand.computed ?? this.#unknown;
  }

  librarySize(operand: Operand): Size {
    return operand.computed ?? declaredSize(this.#declared, operand.path) ?? this.#unknown;
  }

  resultAfter(expr: Call, overload: string, result: Size | undefined): Size | undefined {
    const [first] = expr.args;
    if (first === undefined || (overload !== 'index_list' && overload !== 'index_map')) {
      return result ?? this.#size(expr);
    }
    const value = this.entriesOf(first)?.value;
    const step = overload === 'index_list' ? '@items' : '@values';
    this.#paths.set(expr.id, extendPath(this.#path(first), step));
    return value ?? this.#size(expr);
  }

  noteResult(expr: Expr, result: Size | undefined): void {
    if (result !== undefined) this.#sizes.set(expr.id, result);
  }

  noteSame(expr: Expr, other: Expr): void {
    this.noteResult(expr, this.#size(other));
    this.noteEntries(expr, this.entriesOf(other));
  }

  isBinding({ iterRange, loopCondition, accuVar }: Comprehension): boolean {
    return (
      isEmptyList(iterRange) &&
      loopCondition.kind === 'const' &&
      loopCondition.value.type === 'bool' &&
      !loopCondition.value.value &&
      accuVar !== '__result__'
    );
  }

  enterBinding({ accuVar, accuInit }: Comprehension): void {
    this.#push(accuVar, {
      path: this.#path(accuInit),
      entries: this.entriesOf(accuInit),
      size: this.#size(accuInit),
    });
  }

  leaveBinding(expr: Comprehension): void {
    this.#pop(expr.accuVar);
    this.noteSame(expr, expr.result);
  }

  enterLoop(expr: Comprehension): void {
    this.enterBinding(expr);
    const { iterVar, iterVar2, iterRange } = expr;
    const entries = this.entriesOf(iterRange);
    const isList = (entries?.container ?? this.#type(iterRange).kind) === 'list';
    const variable = (step: string, size: Size | undefined): LocalVariable => ({
      path: extendPath(this.#path(iterRange), step),
      size,
      entries: undefined,
    });
    const value = () => variable(isList ? '@items' : '@values', entries?.value);
    if (iterVar2 === undefined) {
      this.#push(iterVar, isList ? value() : variable('@keys', entries?.key));
    } else {
      this.#push(iterVar, variable(isList ? '@indices' : '@keys', entries?.key));
      this.#push(iterVar2, value());
    }
  }

  leaveLoop({ iterVar, iterVar2 }: Comprehension): void {
    this.#pop(iterVar);
    if (iterVar2 !== undefined) this.#pop(iterVar2);
  }

  finishLoop(expr: Comprehension): Size {
    const { accuVar, accuInit, iterRange, loopStep } = expr;
    this.#pop(accuVar);
    const count = this.sizeOf(iterRange);
    if (accuInit.kind === 'const') this.noteResult(expr, this.#size(accuInit));
    if (accuInit.kind === 'list' || accuInit.kind === 'map') {
      this.noteResult(expr, count);
      this.noteEntries(expr, this.entriesOf(loopStep));
    }
    return count;
  }

  #type(expr: Expr): Type {
    return this.#checked.types.get(expr.id) ?? ERROR;
  }

  #path(expr: Expr): Path | undefined {
    const local = this.#localOf(expr);
    return local === undefined ? this.#paths.get(expr.id) : local.path;
  }

  /** The size that the expression determines, or else the declared one, or else that of the type. */
  #size(expr: Expr): Size | undefined {
    const known = this.#sizes.get(expr.id) ?? literalSize(expr);
    if (known !== undefined) return known;
    const declared = declaredSize(this.#declared, this.#path(expr));
    if (declared !== undefined) {
      this.#sizes.set(expr.id, declared);
      return declared;
    }
    return isScalarOrOptional(this.#type(expr)) ? SCALAR_SIZE : this.#localOf(expr)?.size;
  }

  #localOf(expr: Expr): LocalVariable | undefined {
    return expr.kind === 'ident' ? this.#local(this.#nameOf(expr)) : undefined;
  }

  #nameOf(expr: Ident): string {
    const reference = this.#checked.references.get(expr.id);
    return reference?.kind === 'variable' ? reference.name : expr.name;
  }

  #local(name: string): LocalVariable | undefined {
    return this.#variables.get(name)?.at(-1);
  }

  #push(name: string, variable: LocalVariable): void {
    addTo(this.#variables, name, variable);
  }

  #pop(name: string): void {
    this.#variables.get(name)?.pop();
  }
}

function isScalarOrOptional(type: Type): boolean {
  const [held] = type.parameters;
  const isOptional = type.kind === 'opaque' && type.name === 'optional_type';
  return isOptional && held !== undefined ? isScalarOrOptional(held) : isScalar(type);
}
