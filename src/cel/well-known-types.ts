import { NO_SUCH_FIELD, type TypeProvider } from './environment.ts';
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
  STRING,
  struct,
  TIMESTAMP,
  type Type,
  typeOf,
  UINT,
  wrapperOf,
} from './types.ts';

/** A protobuf message that every environment knows: its type in CEL, and its fields. */
interface Message {
  readonly type: Type;
  readonly fields: ReadonlyMap<string, Type>;
}

const PREFIX = 'google.protobuf.';

/**
 * The messages that cel-go always registers, by their names in `google.protobuf`.
 *
 * Source: `common/types/pb/pb.go` and the descriptors of `any.proto`, `duration.proto`, `empty.proto`,
 * `timestamp.proto`, `struct.proto` and `wrappers.proto`.
 */
function messages(): ReadonlyMap<string, Message> {
  const wrapper = (type: Type) => ({ type: wrapperOf(type), fields: { value: type } });
  const time = { seconds: INT, nanos: INT };
  const json = mapOf(STRING, DYN);
  const found = {
    Any: { type: ANY, fields: { type_url: STRING, value: BYTES } },
    BoolValue: wrapper(BOOL),
    BytesValue: wrapper(BYTES),
    DoubleValue: wrapper(DOUBLE),
    Duration: { type: DURATION, fields: time },
    Empty: { type: struct(`${PREFIX}Empty`), fields: {} },
    FloatValue: wrapper(DOUBLE),
    Int32Value: wrapper(INT),
    Int64Value: wrapper(INT),
    ListValue: { type: listOf(DYN), fields: { values: listOf(DYN) } },
    StringValue: wrapper(STRING),
    Struct: { type: json, fields: { fields: json } },
    Timestamp: { type: TIMESTAMP, fields: time },
    UInt32Value: wrapper(UINT),
    UInt64Value: wrapper(UINT),
    Value: {
      type: DYN,
      fields: {
        null_value: INT,
        number_value: DOUBLE,
        string_value: STRING,
        bool_value: BOOL,
        struct_value: json,
        list_value: listOf(DYN),
      },
    },
  };
  return new Map(
    Object.entries(found).map(([name, { type, fields }]) => [
      PREFIX + name,
      { type, fields: new Map<string, Type>(Object.entries(fields)) },
    ]),
  );
}

let known: ReadonlyMap<string, Message> | undefined;

function message(name: string): Message | undefined {
  known ??= messages();
  return known.get(name);
}

/** Provides the protobuf messages that are types of CEL, and the enumeration `google.protobuf.NullValue`. */
export const WELL_KNOWN_TYPES: TypeProvider = {
  roots: new Set(['google']),
  findName: (name) => {
    const found = message(name);
    return found === undefined ? undefined : typeOf(found.type);
  },
  findField: (name, field) => {
    const fields = message(name)?.fields;
    if (fields === undefined) return undefined;
    return fields.get(field) ?? NO_SUCH_FIELD;
  },
  findEnumValue: (name) => (name === `${PREFIX}NullValue.NULL_VALUE` ? 0n : undefined),
};

/** The name of the protobuf message that a type of CEL represents; undefined if it represents none. */
export function wellKnownName(type: Type): string | undefined {
  const [first, second] = type.parameters;
  switch (type.kind) {
    case 'any':
      return `${PREFIX}Any`;
    case 'duration':
      return `${PREFIX}Duration`;
    case 'dyn':
      return `${PREFIX}Value`;
    case 'null':
      return `${PREFIX}NullValue`;
    case 'timestamp':
      return `${PREFIX}Timestamp`;
    case 'list':
      return first?.kind === 'dyn' ? `${PREFIX}ListValue` : undefined;
    case 'map':
      return first?.kind === 'string' && second?.kind === 'dyn' ? `${PREFIX}Struct` : undefined;
    default:
      return type.wrapper ? PREFIX + WRAPPERS.get(type.kind) : undefined;
  }
}

const WRAPPERS: ReadonlyMap<string, string> = new Map([
  ['bool', 'BoolValue'],
  ['bytes', 'BytesValue'],
  ['double', 'DoubleValue'],
  ['int', 'Int64Value'],
  ['string', 'StringValue'],
  ['uint', 'UInt64Value'],
]);
