import { describe, expect, it } from 'vitest';
import { compile } from '../../src/server/expressions/compile.ts';
import { NEWEST_MINOR } from '../../src/server/kubernetes/minors.ts';

/** The error of the server for an expression that it cannot make a program. Undefined if it can. */
function planned(expression: string): string | undefined {
  const compiled = compile(expression, { environment: 'vap-variable', minor: NEWEST_MINOR });
  if (compiled.ok) return undefined;
  return compiled.detail.replace('program instantiation failed: ', '');
}

describe('constants', () => {
  it.each([
    ['int("x")', "type conversion error from 'string' to 'int'"],
    ['int(1e99)', 'integer overflow'],
    ['int(9223372036854775807.0)', 'integer overflow'],
    ['int(18446744073709551615u)', 'integer overflow'],
    ['uint(-1)', 'unsigned integer overflow'],
    ['uint("+1")', "type conversion error from 'string' to 'uint'"],
    ['double("1e999")', "type conversion error from 'string' to 'double'"],
    ['bool("x")', "type conversion error from 'string' to 'bool'"],
    ['string(b"\\xff")', 'invalid UTF-8 in bytes, cannot convert to string'],
    ['string(dyn([1]))', 'no such overload: string(list)'],
    ['int(dyn(null))', 'no such overload: int(null_type)'],
    ['timestamp(dyn(253402300800))', 'timestamp overflow'],
    ['duration(string("x"))', "type conversion error from 'string' to 'google.protobuf.Duration'"],
    ['false && int("x") == 1', "type conversion error from 'string' to 'int'"],
    ['"a".find("(")', 'error parsing regexp: missing closing ): `(`'],
    ['matches(object.a, "a{1001}")', 'error parsing regexp: invalid repeat count: `{1001}`'],
    ['object[b"x"]', 'invalid qualifier type: types.Bytes'],
    ['object[[1]]', 'invalid qualifier type: *types.baseList'],
    ['type(object.x) == duration', 'reference to undefined type: duration'],
    ['[int].all(t, t == int)', 'reference to undefined type: t'],
  ])('%s cannot be planned: %s', (expression, words) => {
    expect(planned(expression)).toBe(words);
  });

  it.each([
    'int(string(5))',
    'int("+1")',
    'double("0x1p-2")',
    'double("1_0")',
    'double("infinity")',
    'bool("T")',
    'timestamp(string(timestamp("2024-01-01T00:00:00.5Z")))',
    'duration(string(duration("1.5s")))',
    'int([1][0])',
    'quantity("x")',
    'type(ip("::1")) == net.IP',
    '"a".matches(string("a+"))',
  ])('%s can be planned', (expression) => {
    expect(planned(expression)).toBeUndefined();
  });
});
