import { addTo } from '../../base/index-by.ts';
import type { Call, Comprehension, Expr, Ident, Select } from '../ast.ts';
import type { CheckedAst } from '../check/checked-ast.ts';
import { ERROR, type Type } from '../types.ts';
import { extendPath, type Path, startPath } from './path.ts';
import { fixedSize, SCALAR_SIZE, type Size, UNKNOWN_SIZE } from './size.ts';
import {
  type DeclaredSize,
  declaredSize,
  isScalar,
  literalSize,
  type Operand,
  type SizeTracker,
} from './size-tracker.ts';

/**
 * Sizes as cel-go 0.22 and earlier tracks them: the sizes of literals, of results of functions and of paths. Only the
 * first of the two variables of a comprehension has the right path.
 *
 * Source: `checker/cost.go` of cel-go 0.22.
 */
export class UntrackedSizes implements SizeTracker {
  readonly seesThroughDyn = false;
  readonly #checked: CheckedAst;
  readonly #declared: DeclaredSize;
  readonly #messagesAreEmpty: boolean;
  readonly #paths = new Map<number, Path>();
  readonly #sizes = new Map<number, Size>();
  /** The ranges of comprehensions, by the names of their variables. */
  readonly #ranges = new Map<string, Expr[]>();

  /** @param messagesAreEmpty true if message literals have the size 0, as in cel-go 0.17 */
  constructor(checked: CheckedAst, declared: DeclaredSize, messagesAreEmpty: boolean) {
    this.#checked = checked;
    this.#declared = declared;
    this.#messagesAreEmpty = messagesAreEmpty;
  }

  noteIdent(expr: Ident | Select, name: string): void {
    const range = this.#ranges.get(name)?.at(-1);
    const path = range === undefined ? startPath(name) : this.#entryPath(range);
    if (path !== undefined) this.#paths.set(expr.id, path);
  }

  noteSelect(expr: Select): void {
    this.#paths.set(expr.id, extendPath(this.#paths.get(expr.operand.id), expr.field));
  }

  noteEntries(): void {}

  sizeOf(expr: Expr): Size {
    return this.languageSize(this.operand(expr));
  }

  entriesOf(): undefined {
    return undefined;
  }

  operand(expr: Expr): Operand {
    const path = this.#paths.get(expr.id);
    return {
      expr,
      type: this.#type(expr),
      path: path?.memory[0] === '__result__' ? undefined : path,
      computed: this.#sizes.get(expr.id) ?? this.#literalSize(expr),
    };
  }

  #literalSize(expr: Expr): Size | undefined {
    return expr.kind === 'struct' && this.#messagesAreEmpty ? fixedSize(0n) : literalSize(expr);
  }

  languageSize(operand: Operand): Size {
    const size = operand.computed ?? declaredSize(this.#declared, operand.path);
    return size ?? (isScalar(operand.type) ? SCALAR_SIZE : UNKNOWN_SIZE);
  }

  librarySize(operand: Operand): Size {
    return operand.computed ?? declaredSize(this.#declared, operand.path) ?? UNKNOWN_SIZE;
  }

  resultAfter(expr: Call, overload: string, result: Size | undefined): Size | undefined {
    const [first] = expr.args;
    if (first !== undefined && (overload === 'index_list' || overload === 'index_map')) {
      const step = overload === 'index_list' ? '@items' : '@values';
      this.#paths.set(expr.id, extendPath(this.#paths.get(first.id), step));
    }
    return result;
  }

  noteResult(expr: Expr, result: Size | undefined): void {
    if (result !== undefined) this.#sizes.set(expr.id, result);
  }

  noteSame(): void {}

  isBinding(): boolean {
    return false;
  }

  enterBinding(): void {}

  leaveBinding(): void {}

  enterLoop({ iterVar, iterRange }: Comprehension): void {
    addTo(this.#ranges, iterVar, iterRange);
  }

  leaveLoop({ iterVar }: Comprehension): void {
    this.#ranges.get(iterVar)?.pop();
  }

  finishLoop(expr: Comprehension): Size {
    const count = this.sizeOf(expr.iterRange);
    this.#sizes.set(expr.id, count);
    return count;
  }

  #type(expr: Expr): Type {
    return this.#checked.types.get(expr.id) ?? ERROR;
  }

  #entryPath(range: Expr): Path | undefined {
    const { kind } = this.#type(range);
    if (kind !== 'list' && kind !== 'map') return undefined;
    return extendPath(this.#paths.get(range.id), kind === 'list' ? '@items' : '@keys');
  }
}
