/** An error as a generated validator gives it. */
export type ValidatorError =
  /** A key that is no field of the definition. */
  | {
      readonly keyword: 'fields';
      readonly instancePath: string;
      readonly params: { readonly field: string };
    }
  /** A value of another JSON type. */
  | {
      readonly keyword: 'type';
      readonly instancePath: string;
      readonly params: { readonly type: 'string' | 'boolean' | 'array' | 'object' };
    }
  /** A value that {@link ValidatorContext.isScalar} refuses. */
  | {
      readonly keyword: 'scalar';
      readonly instancePath: string;
      readonly params: { readonly scalar: string };
    }
  /** No error in itself: a field that only some minors have is present. */
  | {
      readonly keyword: 'minors';
      readonly instancePath: string;
      readonly params: { readonly since?: string; readonly until?: string };
    };

/** What a validator asks of its caller, as its `this`. */
export interface ValidatorContext {
  /** Leaves an object below the one that is validated to its own definition; the path is a JSON pointer. */
  defer(definition: string, lenient: boolean, value: object, instancePath: string): void;
  isScalar(scalar: string, value: unknown, container: object, key: string | number): boolean;
}

/** Validates an object of one definition; `errors` are those of the last call. */
export interface Validator {
  (this: ValidatorContext, value: unknown): boolean;
  readonly errors?: readonly ValidatorError[] | null;
}

/** The validators of all definitions, each compiled by the call of its factory. */
export const validators: Readonly<Record<string, () => Validator>>;
