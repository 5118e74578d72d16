import type { Expr } from '../ast.ts';
import type { IssueList } from '../issue-list.ts';
import { declaredName, formatArguments, formatType, type Type, typeText } from '../types.ts';

/** Reports the errors of the checker. Source: `checker/errors.go` of cel-go. */
export class TypeErrors {
  readonly #issues: IssueList;
  readonly #container: string;

  /** @param container the namespace of the environment */
  constructor(issues: IssueList, container: string) {
    this.#issues = issues;
    this.#container = container;
  }

  undeclaredReference({ offset }: Expr, name: string): void {
    this.#report(offset, `undeclared reference to '${name}' (in container '${this.#container}')`);
  }

  typeMismatch({ offset }: Expr, expected: Type, actual: Type): void {
    this.#report(
      offset,
      `expected type '${formatType(expected)}' but found '${formatType(actual)}'`,
    );
  }

  noMatchingOverload(
    { offset }: Expr,
    name: string,
    types: readonly Type[],
    isMember: boolean,
  ): void {
    const call = formatArguments(types, isMember);
    this.#report(offset, `found no matching overload for '${name}' applied to '${call}'`);
  }

  noFieldSelection({ offset }: Expr, type: Type): void {
    this.#report(offset, `type '${formatType(type)}' does not support field selection`);
  }

  unresolvedType(offset: number, name: string): void {
    this.#report(offset, `unexpected failed resolution of '${name}'`);
  }

  undefinedField(offset: number, field: string): void {
    this.#report(offset, `undefined field '${field}'`);
  }

  fieldTypeMismatch(offset: number, field: string, expected: Type, actual: Type): void {
    this.#report(
      offset,
      `expected type of field '${field}' is '${formatType(expected)}' but provided type is '${formatType(actual)}'`,
    );
  }

  notAType({ offset }: Expr, type: Type): void {
    this.#report(offset, `'${declaredName(type)}' is not a type`);
  }

  notAMessageType({ offset }: Expr, type: Type): void {
    this.#report(offset, `'${declaredName(type)}' is not a message type`);
  }

  notAComprehensionRange({ offset }: Expr, type: Type): void {
    this.#report(
      offset,
      `expression of type '${formatType(type)}' cannot be range of a comprehension (must be list, map, or dynamic)`,
    );
  }

  /**
   * A node that occurs twice has another type the second time, such as one with a free type variable. The server prints
   * the Go value of the node; here its id is printed.
   */
  incompatibleType({ id, offset }: Expr, first: Type, second: Type): void {
    const types = `old:${typeText(first)}, new:${typeText(second)}`.replaceAll(/[<>]/g, '');
    const message = `incompatible type already exists for expression: &{${id} 0x0}(${id}) ${types}`;
    this.#report(offset, message);
  }

  #report(offset: number, message: string): void {
    this.#issues.report(offset, message);
  }
}
