import type { IncrementalTest } from '@bufbuild/cel-spec/testdata/tests.js';
import { ArrayList, EntryMap } from '../../src/cel/values/collections.ts';
import { TypeValue, Uint, type Value } from '../../src/cel/values/value.ts';

type Matcher = IncrementalTest['original']['resultMatcher'];

/** A value of the suites, as protobuf has it. */
type SpecValue = Extract<Matcher, { case: 'value' }>['value'];

/** A value as it is in expressions; undefined of messages and enumerations. */
export function valueOfSpec({ kind }: SpecValue): Value | undefined {
  switch (kind.case) {
    case 'nullValue':
      return null;
    case 'boolValue':
    case 'int64Value':
    case 'doubleValue':
    case 'stringValue':
    case 'bytesValue':
      return kind.value;
    case 'uint64Value':
      return new Uint(kind.value);
    case 'typeValue':
      return new TypeValue(kind.value);
    case 'listValue': {
      const elements = kind.value.values.map(valueOfSpec);
      return elements.every((element) => element !== undefined)
        ? new ArrayList(elements)
        : undefined;
    }
    case 'mapValue': {
      const map = new EntryMap();
      for (const { key, value } of kind.value.entries) {
        const [k, v] = [key && valueOfSpec(key), value && valueOfSpec(value)];
        if (k === undefined || v === undefined) return undefined;
        map.set(k, v);
      }
      return map;
    }
    default:
      return undefined;
  }
}
