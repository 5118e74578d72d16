import type { StructMaker } from '../../../cel/evaluate/literals.ts';
import { equal } from '../../../cel/values/equality.ts';
import {
  ErrorValue,
  OpaqueValue,
  type Result,
  TypeValue,
  type Value,
} from '../../../cel/values/value.ts';
import { JSON_PATCH, OBJECT } from '../types/declared-types.ts';

type Fields = ReadonlyMap<string, Value>;

/** A value such as `Object.spec{replicas: 3}`. Source: `pkg/cel/mutation/dynamic/objects.go` of the API server. */
export class ObjectValue extends OpaqueValue {
  readonly type: TypeValue;
  readonly fields: Fields;

  constructor(name: string, fields: Fields) {
    super();
    this.type = new TypeValue(name);
    this.fields = fields;
  }

  override get members(): Fields {
    return this.fields;
  }

  override equals(other: Value): boolean {
    if (!(other instanceof ObjectValue) || other.type.name !== this.type.name) return false;
    return haveEqualFields(this.fields, other.fields);
  }
}

/** A value such as `JSONPatch{op: "remove", path: "/spec/x"}`. Source: `pkg/cel/mutation/jsonpatch.go` there. */
export class JsonPatchValue extends OpaqueValue {
  readonly type = new TypeValue(JSON_PATCH);
  readonly fields: Fields;

  constructor(fields: Fields) {
    super();
    this.fields = fields;
  }

  /** A field with a string; empty if it is absent. */
  string(name: 'op' | 'path' | 'from'): string {
    const value = this.fields.get(name);
    return typeof value === 'string' ? value : '';
  }

  override get members(): Fields {
    return this.fields;
  }

  override equals(other: Value): boolean {
    return other instanceof JsonPatchValue && haveEqualFields(this.fields, other.fields);
  }

  override field(name: string): Result | undefined {
    return name === 'value' ? this.fields.get(name) : this.string(name as 'op' | 'path' | 'from');
  }
}

function haveEqualFields(a: Fields, b: Fields): boolean {
  return (
    a.size === b.size &&
    [...a].every(([name, value]) => {
      const other = b.get(name);
      return other !== undefined && equal(value, other) === true;
    })
  );
}

/** Creates the structs of mutations by the names of their types. */
export function findPatchStruct(name: string): StructMaker | undefined {
  if (name === JSON_PATCH) return makeJsonPatch;
  return name === OBJECT || name.startsWith(`${OBJECT}.`)
    ? (fields) => new ObjectValue(name, fields)
    : undefined;
}

const makeJsonPatch: StructMaker = (fields) => {
  const unknown = [...fields.keys()].find(
    (name) => !['op', 'path', 'from', 'value'].includes(name),
  );
  return unknown === undefined
    ? new JsonPatchValue(fields)
    : new ErrorValue(`unexpected JSONPatchType field: ${unknown}`);
};
