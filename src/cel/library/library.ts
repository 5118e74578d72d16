import type { Operand } from '../cost/size-tracker.ts';
import {
  type DeclaredOverloads,
  declareFunctions,
  type FunctionDeclaration,
  type Overload,
  SignatureReader,
  type Singleton,
} from '../declarations.ts';
import type { Macro } from '../parse/macros.ts';

/** Functions, macros and types that an environment loads together, with their implementations and costs. */
export interface Library {
  /** The name in the API server. */
  readonly name: string;
  readonly functions: FunctionDefinitions;
  /** The singletons by the name of the function. */
  readonly singletons?: Readonly<Record<string, Singleton>>;
  /** The functions that take a regular expression, see {@link FunctionDeclaration.takesPattern}. */
  readonly patternFunctions?: readonly string[];
  readonly macros?: readonly Macro[];
  readonly types?: readonly LibraryType[];
}

/**
 * The overloads of functions, by the name of the function and the id of the overload. A signature alone, see
 * {@link SignatureReader}, is an overload without an implementation and a cost of its own.
 */
export type FunctionDefinitions = Readonly<
  Record<string, Readonly<Record<string, string | OverloadDefinition>>>
>;

export interface OverloadDefinition extends Pick<Overload, 'binding' | 'cost' | 'parseLiteral'> {
  readonly signature: string;
}

/** A type whose values only the functions of its library understand. */
export interface LibraryType {
  readonly name: string;
  /** True if expressions can use the name as a value: `type(x) == net.IP`. */
  readonly isDeclared?: true;
  /** The estimated cost of `==` between two values of the type, given the right one. */
  readonly equalityCost?: (right: Operand) => bigint;
}

/** The overloads of a library; `optionalName` is the name of the type of optional values. */
export function overloadsOf(
  library: Pick<Library, 'functions'>,
  optionalName: string,
): readonly Overload[] {
  return declaredOverloads(library, new SignatureReader(optionalName)).flatMap(([, read]) =>
    read(),
  );
}

/**
 * The functions of libraries. If two libraries have overloads of one function, the overloads of the first one are tried
 * first.
 */
export function declareLibraries(
  libraries: readonly Library[],
  optionalName: string,
): ReadonlyMap<string, FunctionDeclaration> {
  const reader = new SignatureReader(optionalName);
  return declareFunctions(
    libraries.flatMap((library) => declaredOverloads(library, reader)),
    libraries.flatMap(({ singletons = {} }) => Object.entries(singletons)),
    libraries.flatMap(({ patternFunctions = [] }) => patternFunctions),
  );
}

function declaredOverloads(
  { functions }: Pick<Library, 'functions'>,
  reader: SignatureReader,
): readonly DeclaredOverloads[] {
  return Object.entries(functions).map(([name, overloads]) => [
    name,
    () =>
      Object.entries(overloads).map(([id, definition]): Overload => {
        if (typeof definition === 'string') {
          return { id, function: name, ...reader.signature(definition) };
        }
        const { signature, ...rest } = definition;
        return { id, function: name, ...reader.signature(signature), ...rest };
      }),
  ]);
}
