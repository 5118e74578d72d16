import { describe, expect, it } from 'vitest';
import { lint } from '../../src/lint/lint.ts';
import { crdYaml } from '../crd-yaml.ts';

/** A CRD with fields of a type for which `properties` has no effect. */
const crd = (kind: string, ...fields: readonly string[]) => {
  const properties = fields.map((field) => `${field}: { type: string, required: [a] }`);
  const spec = `{ type: object, properties: { ${properties.join(', ')} } }`;
  return crdYaml(`{ type: object, properties: { spec: ${spec} } }`, { kind });
};

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

  it('and names the first places', () => {
    const fields = Array.from({ length: 18 }, (_, index) => `field${index}`);
    const [first] = adviceOn(crd('Shop', ...fields));
    expect(first?.message).toContain('(the same at 17 more locations)');
    expect(first?.related).toHaveLength(10);
    expect(first?.related.at(-1)?.message).toBe('the same here, and at 7 more locations');
  });
});

/** A pod whose ports have one name, after some containers without ports. */
const pod = (others: number, ...ports: readonly number[]) => `
apiVersion: v1
kind: Pod
metadata: { name: web }
spec:
  nodeSelector: { beta.kubernetes.io/os: linux }
  containers:
${Array.from({ length: others }, (_, index) => `    - { name: other-${index}, image: other }`).join('\n')}
${ports.map((port) => `    - { name: web-${port}, image: web, ports: [{ name: web, containerPort: ${port} }] }`).join('\n')}
`;

describe('the same advice on copies of an object is one finding', () => {
  it('also if it is a warning of the server, or at another position of a list', () => {
    const messages = adviceOn(pod(1, 80, 81), pod(2, 80, 81)).map(({ message }) => message);
    expect(messages).toHaveLength(2);
    expect(messages.every((message) => message.endsWith(' (the same at 1 more location)'))).toBe(
      true,
    );
  });

  it('but several findings if it is about several items of a list', () => {
    const ofPorts = adviceOn(pod(1, 80, 81, 82), pod(2, 80, 81)).filter(
      ({ rule }) => rule === 'pod/overlapping-ports',
    );
    expect(ofPorts.map(({ related }) => related.length)).toEqual([1, 0]);
  });
});
