import { goFormat } from '../../../cel/values/go-format.ts';
import {
  Duration,
  ListValue,
  MapValue,
  Timestamp,
  Uint,
  type Value,
} from '../../../cel/values/value.ts';
import { durationText } from '../../../cel/values/value-text.ts';

/** A value that JSON does not have, as Go prints it. */
export interface GoValue {
  /** The value as `%T` prints it. */
  readonly type: string;
  /** The value as `%v` prints it. */
  readonly text: string;
  /** The value as `%#v` prints it. */
  readonly syntax: string;
}

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** The Go value of a CEL value for which Go has no type of JSON. */
export function goValueOf(value: Value): GoValue {
  if (value === null) return { type: 'structpb.NullValue', text: 'NULL_VALUE', syntax: '0' };
  if (value instanceof Uint) {
    const syntax = `0x${value.value.toString(16)}`;
    return { type: 'uint64', text: String(value.value), syntax };
  }
  if (value instanceof Uint8Array) {
    const digits = [...value].map((byte) => `0x${byte.toString(16)}`).join(', ');
    return { type: '[]uint8', text: `[${[...value].join(' ')}]`, syntax: `[]uint8{${digits}}` };
  }
  if (value instanceof Duration) {
    const { nanoseconds } = value;
    return { type: 'time.Duration', text: durationText(nanoseconds), syntax: String(nanoseconds) };
  }
  if (value instanceof Timestamp) return goTime(value);
  if (value instanceof ListValue) {
    const elements = [...value].map(goFormat).join(' ');
    return { type: '[]ref.Val', text: `[${elements}]`, syntax: `[]ref.Val{${elements}}` };
  }
  if (value instanceof MapValue) {
    const entries = [...value.keys()].map(
      (key) => `${goFormat(key)}:${goFormat(value.find(key) ?? null)}`,
    );
    const text = entries.sort().join(' ');
    return { type: 'map[ref.Val]ref.Val', text: `map[${text}]`, syntax: `map{${text}}` };
  }
  const text = goFormat(value);
  return { type: text, text, syntax: text };
}

function goTime({ seconds, nanos }: Timestamp): GoValue {
  const date = new Date(Number(seconds) * 1000);
  const fraction = nanos === 0 ? '' : `.${fractionText(BigInt(nanos), 9)}`;
  const [day = '', time = ''] = date.toISOString().slice(0, 19).split('T');
  const parts = [
    date.getUTCFullYear(),
    `time.${MONTHS[date.getUTCMonth()]}`,
    date.getUTCDate(),
    date.getUTCHours(),
    date.getUTCMinutes(),
    date.getUTCSeconds(),
    nanos,
    'time.UTC',
  ];
  return {
    type: 'time.Time',
    text: `${day} ${time}${fraction} +0000 UTC`,
    syntax: `time.Date(${parts.join(', ')})`,
  };
}

/** The digits of a fraction without the zeros at its end. */
function fractionText(value: bigint, digits: number): string {
  const text = String(value).padStart(digits, '0');
  let end = text.length;
  while (text.charAt(end - 1) === '0') end--;
  return text.slice(0, end);
}
