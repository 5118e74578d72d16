import type { Value } from '../../src/yaml/index.ts';

/** A value as the text that both sides are compared by: keys sorted, numbers as Go writes them. */
export function canonical(value: Value): string {
  if (typeof value === 'bigint') return String(value);
  if (value === null || typeof value !== 'object')
    return Object.is(value, -0) ? '-0' : JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  const pairs = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${pairs.map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`).join()}}`;
}

/** The oracle's JSON with integers that a double cannot hold kept apart. */
export function parseExactly(json: string): Value {
  const marked = json.replace(
    /("(?:[^"\\]|\\.)*")|(-?(?<![\d.])\d{16,})(?![\d.eE])/g,
    (whole, text, integer) =>
      text !== undefined ||
      Number.isSafeInteger(Number(integer)) ||
      BigInt(integer) > 0xffffffffffffffffn ||
      BigInt(integer) < -0x8000000000000000n
        ? whole
        : `{"\\u0000bigint":"${integer}"}`,
  );
  return JSON.parse(marked, (_, value) =>
    typeof value?.['\0bigint'] === 'string' ? BigInt(value['\0bigint']) : value,
  );
}
