import { describe, expect, it } from 'vitest';
import { textRangeOf } from '../../src/analysis/cel/text-ranges.ts';
import { compile } from '../../src/server/expressions/compile.ts';
import type { EnvironmentName } from '../../src/server/expressions/environment-table.ts';
import { NEWEST_MINOR } from '../../src/server/kubernetes/minors.ts';

/** The text that is underlined for each mistake of an expression. */
function underlined(expression: string, environment: EnvironmentName): readonly string[] {
  const compiled = compile(expression, { environment, minor: NEWEST_MINOR });
  if (compiled.ok) return [];
  return compiled.issues.map((issue) => {
    const range = textRangeOf(issue, expression);
    return range === undefined ? 'all' : expression.slice(range.from, range.to);
  });
}

describe('the range of a mistake', () => {
  it.each<[string, readonly string[]]>([
    ['request.operatin == 1', ['.operatin']],
    ['request.?operatin == 1', ['.?operatin', '==']],
    ["request.name.startWith('a')", ['startWith']],
    ['size(3) == 1', ['size']],
    ['request.name > 3', ['>']],
    ['request.name >= 3', ['>=']],
    ['3 in request.name', ['in']],
    ['!request.name', ['!']],
    ['request.name ? true : false', ['?']],
    ['request.name[0]', ['[']],
    ["request.name.matches('(a')", ["'(a'"]],
    ["duration(r'1\\')", ["r'1\\'"]],
    ['9223372036854775808', ['9223372036854775808']],
    ["'😀' == nothing", ['nothing']],
    ['has(object)', ['object']],
    ['object.x.map(1, 2)', ['1']],
    ['Foo{a: 1} == 1', ['Foo']],
    ['a.b.Foo{a: 1} == 1', ['a.b.Foo']],
    ["object.spec.name == 'abc", ["'abc", '']],
    ['object.spec.replicas = 3', ['=', '3']],
    ['object.spec.replicas >', ['']],
    [`${'('.repeat(300)}1${')'.repeat(300)}`, ['all']],
  ])('%s', (expression, expected) => {
    expect(underlined(expression, 'vap-variable')).toEqual(expected);
  });

  it('is the name of a field of a message', () => {
    expect(underlined('[JSONPatch{op: 1, pth: "/a"}]', 'map-jsonpatch')).toEqual(['op', 'pth']);
  });
});
