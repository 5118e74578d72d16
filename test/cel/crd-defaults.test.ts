import { describe, expect, it } from 'vitest';
import { MINORS, type Minor } from '../../src/server/kubernetes/minors.ts';
import { lintPedantically } from '../lint/lint-pedantically.ts';

/** A CRD of which a default has rules that do not compile, at it and in all ways below it. */
const CRD = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: pools.shop.example.com }
spec:
  group: shop.example.com
  names: { plural: pools, kind: Pool }
  scope: Namespaced
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          x-kubernetes-validations: [{rule: self.nothing}]
          properties:
            spec:
              type: object
              default: { a: x, b: {k: v, k2: w}, c: [yy, zz], n: null, st: q, opt: {}, badmsg: x, untyped: {}, "not-esc": {}, ip: x, sem: x }
              properties:
                a: { type: string, x-kubernetes-validations: [{rule: self == 1}, {rule: self}] }
                b: { type: object, additionalProperties: {type: string, x-kubernetes-validations: [{rule: "self =="}]} }
                c: { type: array, maxItems: 3, items: {type: string, maxLength: 3, x-kubernetes-validations: [{rule: "self + 1 == ''"}]} }
                n: { type: string, nullable: true, x-kubernetes-validations: [{rule: "self == 1"}] }
                st: { type: string, maxLength: 3, x-kubernetes-validations: [{rule: "int('x') == 1"}] }
                opt: { type: object, x-kubernetes-validations: [{rule: "oldSelf == self", messageExpression: "1"}] }
                badmsg: { type: string, x-kubernetes-validations: [{rule: "self == 'x'", messageExpression: "self + 1"}] }
                untyped: { x-kubernetes-preserve-unknown-fields: true, x-kubernetes-validations: [{rule: "true"}] }
                not-esc: { type: object, x-kubernetes-validations: [{rule: "nope"}] }
                ip: {type: string, x-kubernetes-validations: [{rule: "!isIP(self)"}]}
                sem: {type: string, x-kubernetes-validations: [{rule: "!isSemver(self)"}]}
                unset: { type: string, x-kubernetes-validations: [{rule: "self == 1"}] }
            status:
              type: object
              default: { a: 'x' }
              properties:
                a: { type: string }
`;

/** The paths below the schema of `spec` that the server refuses. */
const ALL = ['a', 'b[k2]', 'b[k]', 'c[0]', 'c[1]', 'not-esc', 'st'];

describe('a default whose rules do not compile', () => {
  it.each<[Minor, readonly string[]]>(
    // A function of 1.33 may be used there, because the rules of defaults are compiled like stored ones.
    MINORS.map((minor) => [minor, minor < '1.33' ? [...ALL, 'sem'].sort() : ALL]),
  )('is refused in %s in place of the rules', (minor, expected) => {
    const { findings } = lintPedantically([{ name: 'crd.yaml', content: CRD }], {
      kubernetesVersions: [minor],
    });
    const refused = findings.filter(({ severity }) => severity === 'error');
    expect(new Set(refused.map(({ cause }) => cause))).toEqual(new Set(['FieldValueInvalid']));
    const schema = 'spec.versions[0].schema.openAPIV3Schema.properties[spec].default.';
    const paths = refused.map(({ field }) => field?.replace(schema, ''));
    expect([...new Set(paths)].sort()).toEqual(expected);
  });

  it('shows the place in the rule', () => {
    const { findings } = lintPedantically([{ name: 'crd.yaml', content: CRD }]);
    const shown = findings.find(({ field }) => field?.endsWith('default.a'));
    const line = CRD.split('\n').findIndex((text) => text.includes('self == 1')) + 1;
    expect(shown?.related).toMatchObject([
      { line, message: "found no matching overload for '_==_' applied to '(string, int)'" },
    ]);
  });
});
