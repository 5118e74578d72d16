import { NO_SUCH_FIELD, type TypeProvider } from '../environment.ts';
import { RESERVED } from '../parse-options.ts';
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
  type Type,
  UINT,
} from '../types.ts';

/** The fields of structs, by the structs' names and the fields'. */
export type Structs = ReadonlyMap<string, ReadonlyMap<string, Type>>;

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
 * Source: `BuildRequestType` and `BuildNamespaceType` in `pkg/admission/plugin/cel/compile.go` of the
 * API server.
 */
export function admissionStructs(): Structs {
  const structs: Readonly<Record<string, Fields>> = {
    GroupVersionKind: KIND,
    GroupVersionResource: RESOURCE,
    UserInfo: USER_INFO,
    AdmissionRequest: REQUEST,
    Namespace: NAMESPACE,
    NamespaceMetadata: NAMESPACE_METADATA,
    NamespaceSpec: { finalizers: listOf(STRING) },
    NamespaceStatus: {
      conditions: listOf(struct('kubernetes.NamespaceCondition')),
      phase: STRING,
    },
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

/** The types by the names under which the server's provider has them beside those of CEL. */
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
 * What every environment of Kubernetes that declares types takes for one: `duration` and `timestamp` are
 * types there, not only functions.
 *
 * Source: `findScalar` in `pkg/cel/types.go` of the API server.
 */
export const SCALAR_TYPES: TypeProvider = {
  roots: new Set(),
  findType: (name) => SCALARS.get(name),
  findField: (name) => {
    if (name === 'map') return ANY;
    return SCALARS.has(name) || name === 'list' ? NO_SUCH_FIELD : undefined;
  },
};

/**
 * A provider of structs. Where `acceptsKeywords` is set, a field whose name is a keyword of CEL is found
 * under its plain name too: `self.namespace` for `self.__namespace__`.
 *
 * Source: `DeclTypeProvider` in `pkg/cel/types.go` of the API server.
 */
export function provideStructs(structs: Structs, acceptsKeywords: boolean): TypeProvider {
  return {
    roots: new Set([...structs.keys()].map((name) => name.split('.', 1)[0] ?? name)),
    findType: (name) => (structs.has(name) ? struct(name) : undefined),
    findField: (name, field) => {
      const fields = structs.get(name);
      return fields === undefined ? undefined : findEscaped(fields, field, acceptsKeywords);
    },
  };
}

/** A field by its name in CEL, or by a keyword that is its name. */
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

/** Types that are only values: `type(x) == net.IP`. */
export function provideNames(types: readonly Type[]): TypeProvider {
  const byName = new Map(types.map((type) => [type.name, type]));
  return {
    roots: new Set(types.map(({ name }) => name.split('.', 1)[0] ?? name)),
    findType: (name) => byName.get(name),
    findField: () => undefined,
  };
}

/** The type of optional values as a value. */
export function optionalType(name: string): Type {
  return opaque(name);
}

const OBJECT = 'Object';
const JSON_PATCH = 'JSONPatch';

/**
 * The types that mutations are written in: `Object` and all below it, which have any field, and
 * `JSONPatch`. A field that `JSONPatch` does not have is found, but has no type.
 *
 * Source: `pkg/cel/mutation` of the API server.
 */
export function providePatchTypes(unspecified: Type): TypeProvider {
  const isObject = (name: string) => name === OBJECT || name.startsWith(`${OBJECT}.`);
  return {
    roots: new Set([OBJECT]),
    findType: (name) => (isObject(name) || name === JSON_PATCH ? struct(name) : undefined),
    findField: (name, field) => {
      if (isObject(name)) return DYN;
      if (name !== JSON_PATCH) return undefined;
      if (field === 'value') return DYN;
      return field === 'op' || field === 'path' || field === 'from' ? STRING : unspecified;
    },
  };
}
