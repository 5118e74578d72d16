import type { Expr } from '../ast.ts';
import { type Environment, NO_SUCH_FIELD } from '../environment.ts';
import { DYN, ERROR, isDynOrError, type Type } from '../types.ts';
import type { Substitution } from './substitution.ts';
import type { TypeErrors } from './type-errors.ts';

/** Determines the types of fields, and reports fields that do not exist. */
export class FieldTypes {
  readonly #environment: Environment;
  readonly #substitution: Substitution;
  readonly #errors: TypeErrors;

  constructor(environment: Environment, substitution: Substitution, errors: TypeErrors) {
    this.#environment = environment;
    this.#substitution = substitution;
    this.#errors = errors;
  }

  /**
   * The type of a field that an expression selects.
   *
   * @param operand the type of the value from which it is selected
   */
  selected(expr: Expr, operand: Type, field: string): Type {
    switch (operand.kind) {
      case 'map':
        return operand.parameters[1] ?? ERROR;
      case 'struct':
        return this.ofStruct(expr.offset, operand.name, field);
      case 'type-param':
        // Binds a free type variable to dyn, so that it is not bound to a wrong type later.
        this.#substitution.isAssignable(DYN, operand);
        return DYN;
      default:
        if (!isDynOrError(operand)) this.#errors.noFieldSelection(expr, operand);
        return DYN;
    }
  }

  /** The type of a field of a struct with the given name. Errors are reported at the offset. */
  ofStruct(offset: number, struct: string, field: string): Type {
    const type = this.#environment.findField(struct, field);
    if (type === undefined) this.#errors.unresolvedType(offset, struct);
    else if (type === NO_SUCH_FIELD) this.#errors.undefinedField(offset, field);
    else return type;
    return ERROR;
  }
}
