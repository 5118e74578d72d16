import { describe, expect, it } from 'vitest';
import { lint } from '../../src/lint/lint.ts';

/** A CRD with fields of a type for which `properties` has no effect. */
const crd = (kind: string, ...fields: readonly string[]) => `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: ${kind.toLowerCase()}s.example.com }
spec:
  group: example.com
  names: { kind: ${kind}, plural: ${kind.toLowerCase()}s }
  scope: Namespaced
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              properties:
${fields.map((field) => `                ${field}: { type: string, required: [a] }`).join('\n')}
`;

function adviceOn(...texts: readonly string[]) {
  const sources = texts.map((content, index) => ({ name: `${index}.yaml`, content }));
  return lint(sources).findings.filter(({ severity }) => severity === 'warning');
}

describe('the same advice on CRDs is one finding', () => {
  it.each([
    ['in one CRD', [crd('Shop', 'a', 'b', 'c')], ' (the same at 2 more locations)'],
    ['in several CRDs', [crd('Shop', 'a'), crd('Cart', 'b')], ' (the same at 1 more location)'],
  ])('%s', (_, texts, count) => {
    const [first, ...others] = adviceOn(...texts);
    expect(others).toEqual([]);
    expect(first?.message.endsWith(count)).toBe(true);
    expect(first?.related.map(({ message }) => message)).toContain('the same here');
  });

  it('that names the first places', () => {
    const fields = Array.from({ length: 18 }, (_, index) => `field${index}`);
    const [first] = adviceOn(crd('Shop', ...fields));
    expect(first?.message).toContain('(the same at 17 more locations)');
    expect(first?.related).toHaveLength(10);
    expect(first?.related.at(-1)?.message).toBe('the same here, and at 7 more locations');
  });
});
