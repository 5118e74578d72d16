import {
  ANY,
  BOOL,
  BYTES,
  DOUBLE,
  DURATION,
  DYN,
  INT,
  listOf,
  mapOf,
  NULL,
  opaque,
  STRING,
  struct,
  TIMESTAMP,
  TYPE,
  type Type,
  typeOf,
  typeParam,
  UINT,
} from './types.ts';

/** One way to call a function. */
export interface Overload {
  readonly id: string;
  readonly function: string;
  /** Whether it is called on its first parameter: `a.f(b)`. */
  readonly isMember: boolean;
  readonly params: readonly Type[];
  readonly result: Type;
  /** The names of the type parameters in `params` and `result`. */
  readonly typeParams: readonly string[];
}

/** All overloads of a function, in the order in which they are tried. */
export interface FunctionDeclaration {
  readonly name: string;
  readonly members: readonly Overload[];
  readonly globals: readonly Overload[];
}

/**
 * The signatures of functions as a library writes them down, by the function's name and the overload's
 * id: `(list(A), int) -> A`, or of a member `string.(int) -> string`. A single capital letter is a type
 * parameter, a name that is no type of the language a struct, or with `opaque(...)` around it a type without
 * fields.
 */
export type Signatures = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Reads signatures; `optionalName` is what the release calls the type of optional values. */
export function readSignatures(signatures: Signatures, optionalName: string): readonly Overload[] {
  const reader = new SignatureReader(optionalName);
  return Object.entries(signatures).flatMap(([name, overloads]) =>
    Object.entries(overloads).map(([id, signature]) => reader.overload(name, id, signature)),
  );
}

/** Gathers overloads by function; those that are declared first are tried first. */
export function declareFunctions(
  overloads: Iterable<Overload>,
): ReadonlyMap<string, FunctionDeclaration> {
  const functions = new Map<string, { name: string; members: Overload[]; globals: Overload[] }>();
  for (const overload of overloads) {
    let declared = functions.get(overload.function);
    if (declared === undefined) {
      declared = { name: overload.function, members: [], globals: [] };
      functions.set(overload.function, declared);
    }
    (overload.isMember ? declared.members : declared.globals).push(overload);
  }
  return functions;
}

const NAMED: ReadonlyMap<string, Type> = new Map(
  Object.entries<Type>({
    any: ANY,
    bool: BOOL,
    bytes: BYTES,
    double: DOUBLE,
    duration: DURATION,
    dyn: DYN,
    int: INT,
    null_type: NULL,
    string: STRING,
    timestamp: TIMESTAMP,
    type: TYPE,
    uint: UINT,
  }),
);

const SIGNATURE = /^(?:(.+)\.)?\((.*)\) -> (.+)$/;

class SignatureReader {
  readonly #optionalName: string;
  readonly #types = new Map<string, Type>();

  constructor(optionalName: string) {
    this.#optionalName = optionalName;
  }

  overload(name: string, id: string, signature: string): Overload {
    const [, target, list = '', resultText = ''] = SIGNATURE.exec(signature) ?? [];
    const rest = splitParameters(list).map((text) => this.type(text));
    const params = target === undefined ? rest : [this.type(target), ...rest];
    const result = this.type(resultText);
    return {
      id,
      function: name,
      isMember: target !== undefined,
      params,
      result,
      typeParams: [...new Set([...params, result].flatMap(typeParamsOf))],
    };
  }

  type(text: string): Type {
    const known = this.#types.get(text);
    if (known !== undefined) return known;
    const type = this.#read(text);
    this.#types.set(text, type);
    return type;
  }

  #read(text: string): Type {
    const open = text.indexOf('(');
    if (open < 0) {
      return /^[A-Z]$/.test(text) ? typeParam(text) : (NAMED.get(text) ?? struct(text));
    }
    const name = text.slice(0, open);
    if (name === 'opaque') return opaque(text.slice(open + 1, -1));
    const [first = DYN, second = DYN] = splitParameters(text.slice(open + 1, -1)).map((part) =>
      this.type(part),
    );
    switch (name) {
      case 'list':
        return listOf(first);
      case 'map':
        return mapOf(first, second);
      case 'type':
        return typeOf(first);
      default:
        return opaque(this.#optionalName, [first]);
    }
  }
}

function splitParameters(list: string): readonly string[] {
  if (list === '') return [];
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let index = 0; index < list.length; index++) {
    const char = list[index];
    if (char === '(') depth++;
    else if (char === ')') depth--;
    else if (char === ',' && depth === 0) {
      parts.push(list.slice(start, index).trim());
      start = index + 1;
    }
  }
  parts.push(list.slice(start).trim());
  return parts;
}

function typeParamsOf(type: Type): readonly string[] {
  return type.kind === 'type-param' ? [type.name] : type.parameters.flatMap(typeParamsOf);
}
