import { describe, expect, it } from 'vitest';
import { compile } from '../../src/server/expressions/compile.ts';
import { acceptsKeywords, type Context } from '../../src/server/expressions/environments.ts';
import { describeFeature, newerFeatures } from '../../src/server/expressions/newer-features.ts';
import { SchemaTypes, SelfTypes } from '../../src/server/expressions/types/schema-types.ts';
import { type Minor, NEWEST_MINOR } from '../../src/server/kubernetes/minors.ts';

/** The newer feature that each error of an expression is about; `-` for an error of all minors. */
function features(expression: string, context: Context): readonly string[] {
  const compiled = compile(expression, context);
  if (compiled.ok) return [];
  const found = newerFeatures(expression, context, compiled);
  return compiled.issues.map((issue) => {
    const feature = found.get(issue);
    return feature === undefined ? '-' : describeFeature(feature);
  });
}

const OLDER = 'supports it only in expressions that are already stored';

describe('the newer features in an expression of a policy', () => {
  it.each<[Minor, string, readonly string[]]>([
    ['1.30', "isIP('::1')", [`use isIP() only in Kubernetes 1.31 and later; 1.30 ${OLDER}`]],
    [
      '1.33',
      "isSemver('1.2.3')",
      [`use isSemver() only in Kubernetes 1.34 and later; 1.33 ${OLDER}`],
    ],
    [
      '1.30',
      "isSemver('1.2.3')",
      [`use isSemver() only in Kubernetes 1.34 and later; 1.33 ${OLDER}`],
    ],
    ['1.34', "isSemver('1.2.3')", []],
    ['1.32', '[1].first().hasValue()', ['use first() only in Kubernetes 1.33 and later']],
    [
      '1.34',
      '[1, 1].distinct() == [1]',
      [`use distinct() only in Kubernetes 1.35 and later; 1.34 ${OLDER}`],
    ],
    [
      '1.30',
      'type(object) == net.IP',
      [`use net.IP only in Kubernetes 1.31 and later; 1.30 ${OLDER}`],
    ],
    [
      '1.31',
      "authorizer.requestResource.fieldSelector('a').check('get').allowed()",
      [`use fieldSelector() only in Kubernetes 1.32 and later; 1.31 ${OLDER}`],
    ],
    [
      '1.31',
      'format.uuid().validate("").hasValue()',
      [
        `use format.uuid() only in Kubernetes 1.32 and later; 1.31 ${OLDER}`,
        `use format.uuid() only in Kubernetes 1.32 and later; 1.31 ${OLDER}`,
        `use validate() only in Kubernetes 1.32 and later; 1.31 ${OLDER}`,
      ],
    ],
    [
      '1.32',
      '[1].all(i, v, v == 1)',
      Array.from(
        { length: 4 },
        () => `use all() with two variables only in Kubernetes 1.33 and later; 1.32 ${OLDER}`,
      ),
    ],
    [
      '1.32',
      '[1].transformList(i, v, lists.range(v))',
      [
        `use transformList() only in Kubernetes 1.33 and later; 1.32 ${OLDER}`,
        `use transformList() only in Kubernetes 1.33 and later; 1.32 ${OLDER}`,
        `use transformList() only in Kubernetes 1.33 and later; 1.32 ${OLDER}`,
        `use lists.range() only in Kubernetes 1.35 and later; 1.34 ${OLDER}`,
        `use lists.range() only in Kubernetes 1.35 and later; 1.34 ${OLDER}`,
        `use transformList() only in Kubernetes 1.33 and later; 1.32 ${OLDER}`,
      ],
    ],
    [
      '1.34',
      '[2].sortBy(e, e) == nothing',
      [
        `use sortBy() only in Kubernetes 1.35 and later; 1.34 ${OLDER}`,
        `use sortBy() only in Kubernetes 1.35 and later; 1.34 ${OLDER}`,
        `use sortBy() only in Kubernetes 1.35 and later; 1.34 ${OLDER}`,
        '-',
      ],
    ],
    ['1.30', 'cel.bind(x, 1, x == 1)', ['-', '-', '-', '-']],
    ['1.30', 'object.spec >', ['-']],
    [NEWEST_MINOR, 'nothing', ['-']],
  ])('in %s: %s', (minor, expression, expected) => {
    expect(features(expression, { environment: 'vap-variable', minor })).toEqual(expected);
  });

  it('are fewer if the expression is stored already', () => {
    const context: Context = { environment: 'vap', minor: '1.32', expressions: 'stored' };
    expect(features("isSemver('1.2.3')", context)).toEqual([
      'use isSemver() only in Kubernetes 1.33 and later',
    ]);
  });
});

describe('the newer features in a validation rule', () => {
  it('include keywords as the names of fields since 1.32', () => {
    const minor = '1.31';
    const type = new SchemaTypes(minor).typeOf({
      type: 'object',
      properties: { namespace: { type: 'string' } },
    });
    if (type === undefined) throw new Error('the schema has a type');
    const self = new SelfTypes(type, acceptsKeywords(minor, 'new'));
    expect(features("self.namespace == ''", { environment: 'crd', minor, self })).toEqual([
      `use the keyword namespace as the name of a field only in Kubernetes 1.32 and later; 1.31 ${OLDER}`,
    ]);
  });
});
