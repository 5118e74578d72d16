import { NO_SUCH_FIELD, type TypeProvider } from '../../../cel/environment.ts';
import { RESERVED } from '../../../cel/parse/parse-options.ts';
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
  STRING,
  struct,
  TIMESTAMP,
  type Type,
  typeOf,
  UINT,
  UNSPECIFIED,
} from '../../../cel/types.ts';

/** The types of fields by their names. */
export interface FieldTypes {
  get(name: string): Type | undefined;
  /** The names of the fields. */
  keys(): Iterable<string>;
}

/** The types of the fields of structs, by the names of the structs. */
type Structs = ReadonlyMap<string, FieldTypes>;

type Fields = Readonly<Record<string, Type>>;

const KIND: Fields = { group: STRING, version: STRING, kind: STRING };
const RESOURCE: Fields = { group: STRING, version: STRING, resource: STRING };
const USER_INFO: Fields = {
  username: STRING,
  uid: STRING,
  groups: listOf(STRING),
  extra: mapOf(STRING, listOf(STRING)),
};
const REQUEST: Fields = {
  kind: struct('kubernetes.GroupVersionKind'),
  resource: struct('kubernetes.GroupVersionResource'),
  subResource: STRING,
  requestKind: struct('kubernetes.GroupVersionKind'),
  requestResource: struct('kubernetes.GroupVersionResource'),
  requestSubResource: STRING,
  name: STRING,
  namespace: STRING,
  operation: STRING,
  userInfo: struct('kubernetes.UserInfo'),
  dryRun: BOOL,
  options: DYN,
};
const NAMESPACE: Fields = {
  metadata: struct('kubernetes.NamespaceMetadata'),
  spec: struct('kubernetes.NamespaceSpec'),
  status: struct('kubernetes.NamespaceStatus'),
};
const NAMESPACE_METADATA: Fields = {
  name: STRING,
  generateName: STRING,
  namespace: STRING,
  labels: mapOf(STRING, STRING),
  annotations: mapOf(STRING, STRING),
  UID: STRING,
  creationTimestamp: TIMESTAMP,
  deletionGracePeriodSeconds: INT,
  deletionTimestamp: TIMESTAMP,
  generation: INT,
  resourceVersion: STRING,
  finalizers: listOf(STRING),
};
const NAMESPACE_CONDITION: Fields = {
  status: STRING,
  type: STRING,
  lastTransitionTime: TIMESTAMP,
  message: STRING,
  reason: STRING,
};

/**
 * The structs of `request` and `namespaceObject`.
 *
 * Source: `BuildRequestType` and `BuildNamespaceType` in `pkg/admission/plugin/cel/compile.go` of the API server.
 */
export function admissionStructs(): ReadonlyMap<string, ReadonlyMap<string, Type>> {
  const structs: Readonly<Record<string, Fields>> = {
    GroupVersionKind: KIND,
    GroupVersionResource: RESOURCE,
    UserInfo: USER_INFO,
    AdmissionRequest: REQUEST,
    Namespace: NAMESPACE,
    NamespaceMetadata: NAMESPACE_METADATA,
    NamespaceSpec: { finalizers: listOf(STRING) },
    NamespaceStatus: { conditions: listOf(struct('kubernetes.NamespaceCondition')), phase: STRING },
    NamespaceCondition: NAMESPACE_CONDITION,
  };
  return new Map(
    Object.entries(structs).map(([name, fields]) => [
      `kubernetes.${name}`,
      new Map(Object.entries(fields)),
    ]),
  );
}

export const REQUEST_TYPE = struct('kubernetes.AdmissionRequest');
export const NAMESPACE_TYPE = struct('kubernetes.Namespace');
export const VARIABLES_TYPE = struct('kubernetes.variables');

/** The types that the type provider of the server has in addition to the types of CEL, by name. */
const SCALARS: ReadonlyMap<string, Type> = new Map([
  ['bool', BOOL],
  ['bytes', BYTES],
  ['double', DOUBLE],
  ['duration', DURATION],
  ['int', INT],
  ['null_type', NULL],
  ['string', STRING],
  ['timestamp', TIMESTAMP],
  ['uint', UINT],
]);

/**
 * The meaning of the names of declared types. In Kubernetes 1.31 and earlier, they are values of these types, which is
 * an error of the server. In 1.32 and later, they are the types.
 */
export type NameMeaning = 'values' | 'types';

function nameOf(type: Type, names: NameMeaning): Type {
  return names === 'types' ? typeOf(type) : type;
}

/**
 * The types that the server's type provider adds to each environment: `duration` and `timestamp` are also types
 * there, and not only functions.
 *
 * Source: `findScalar` in `pkg/cel/types.go` of the API server.
 */
export function provideScalars(names: NameMeaning): TypeProvider {
  return {
    roots: new Set(),
    findName: (name) => {
      const type = SCALARS.get(name);
      return type === undefined ? undefined : nameOf(type, names);
    },
    findField: (name) => {
      if (name === 'map') return ANY;
      return SCALARS.has(name) || name === 'list' ? NO_SUCH_FIELD : undefined;
    },
  };
}

/** The properties of a provider of structs that differ between minors. */
export interface StructOptions {
  readonly names: NameMeaning;
  /** True if a field whose name is a keyword can also be selected by its plain name: `self.namespace`. */
  readonly acceptsKeywords: boolean;
}

/** Provides structs. Source: `DeclTypeProvider` in `pkg/cel/types.go` of the API server. */
export function provideStructs(structs: Structs, options: StructOptions): TypeProvider {
  return {
    roots: new Set([...structs.keys()].map((name) => name.split('.', 1)[0] ?? name)),
    findName: (name) => (structs.has(name) ? nameOf(struct(name), options.names) : undefined),
    findField: (name, field) => {
      const fields = structs.get(name);
      return fields === undefined ? undefined : findEscaped(fields, field, options.acceptsKeywords);
    },
  };
}

/** Finds a field by its name in expressions, or by its plain name if that is a keyword. */
export function findEscaped<T>(
  fields: { get(name: string): T | undefined },
  field: string,
  acceptsKeywords: boolean,
): T | typeof NO_SUCH_FIELD {
  const found = fields.get(field);
  if (found !== undefined) return found;
  if (acceptsKeywords && RESERVED.has(field)) return fields.get(`__${field}__`) ?? NO_SUCH_FIELD;
  return NO_SUCH_FIELD;
}

/** Provides types whose names are values: `type(x) == net.IP`. */
export function provideNames(types: readonly Type[]): TypeProvider {
  const byName = new Map(types.map((type) => [type.name, typeOf(type)]));
  return {
    roots: new Set(types.map(({ name }) => name.split('.', 1)[0] ?? name)),
    findName: (name) => byName.get(name),
    findField: () => undefined,
  };
}

export const OBJECT = 'Object';
export const JSON_PATCH = 'JSONPatch';

/**
 * Provides the types of mutations: `Object` and the types below it, which have any fields, and `JSONPatch`. A field
 * that `JSONPatch` does not have is accepted, but has no type.
 *
 * Source: `pkg/cel/mutation` of the API server.
 */
export function providePatchTypes(): TypeProvider {
  const isObject = (name: string) => name === OBJECT || name.startsWith(`${OBJECT}.`);
  return {
    roots: new Set([OBJECT]),
    findName: (name) => {
      return isObject(name) || name === JSON_PATCH ? typeOf(struct(name)) : undefined;
    },
    findField: (name, field) => {
      if (isObject(name)) return DYN;
      if (name !== JSON_PATCH) return undefined;
      if (field === 'value') return DYN;
      return field === 'op' || field === 'path' || field === 'from' ? STRING : UNSPECIFIED;
    },
  };
}
