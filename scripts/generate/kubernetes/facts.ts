/**
 * The shapes of the files in `src/server/kubernetes/facts/`, which `scripts/generate/openapi/generate.py` writes and
 * explains.
 */
import { type FieldType, parseFieldType } from '../../../src/server/kubernetes/field-type.ts';

interface Ranged {
  readonly since?: string;
  readonly until?: string;
}

export interface FieldFacts extends Ranged {
  readonly type: string;
  readonly list?: string;
  readonly map?: 'atomic';
  readonly enum?: readonly string[];
  readonly required?: true;
  readonly default?: unknown;
}

/** The fields that the server always writes, by definition; see `scripts/generate/openapi/generate.py`. */
export type EmptyValues = Readonly<Record<string, readonly string[]>>;

/** The words of the checks that types declare, by type and field; see `scripts/generate/openapi/checks.py`. */
export type DeclaredChecks = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** A struct of the API. */
export interface TypeFacts extends Ranged {
  readonly kind?: true;
  readonly map?: 'atomic';
  /** The first minor in which the type is atomic, if it was not always. */
  readonly mapSince?: string;
  /** A list where the way it is merged has changed. */
  readonly fields: Readonly<Record<string, FieldFacts | readonly FieldFacts[]>>;
}

export type Types = Readonly<Record<string, TypeFacts>>;

export interface KindFacts {
  readonly group: string;
  readonly plural: string;
  readonly namespaced: boolean;
  readonly versions: Readonly<
    Record<
      string,
      { readonly removed?: string; readonly replacement?: string; readonly served?: Ranged }
    >
  >;
}

export interface Kinds {
  readonly kinds: Readonly<Record<string, KindFacts>>;
  readonly withoutResource: Readonly<Record<string, readonly string[]>>;
}

/** The fields of a type, each as the newest minor that has it. */
export function fieldsOf({ fields }: TypeFacts): readonly (readonly [string, FieldFacts])[] {
  return Object.entries(fields).map(([name, facts]) => [
    name,
    'type' in facts ? facts : newest(name, facts),
  ]);
}

function newest(name: string, alternatives: readonly FieldFacts[]): FieldFacts {
  const last = alternatives.at(-1);
  if (last === undefined) throw new Error(`nothing is known of the field ${name}`);
  return last;
}

/** Names of structs and of all that their fields are made of. */
export function reachableFrom(roots: Iterable<string>, types: Types): ReadonlySet<string> {
  const found = new Set(roots);
  for (const name of found) {
    const type = types[name];
    if (type === undefined) throw new Error(`no type ${name}`);
    for (const [, facts] of fieldsOf(type)) {
      const struct = structIn(parseFieldType(facts.type));
      if (struct !== undefined) found.add(struct);
    }
  }
  return found;
}

function structIn(type: FieldType): string | undefined {
  switch (type.shape) {
    case 'object':
      return type.definition;
    case 'list':
    case 'map':
      return structIn(type.of);
    case 'scalar':
      return type.scalar.startsWith('schema-or-') ? JSON_SCHEMA : undefined;
    case 'any':
      return undefined;
  }
}

/** The type from which the unions in the schemas of CRDs are made. */
export const JSON_SCHEMA = 'apiextensions.v1.JSONSchemaProps';

/** A state of a feature gate, until the next one. */
interface GateState extends Ranged {
  readonly since: string;
  readonly stage: string;
  readonly enabled: boolean;
  readonly locked?: true;
}

export type Gates = Readonly<Record<string, readonly GateState[]>>;
