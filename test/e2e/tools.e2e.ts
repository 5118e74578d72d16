import { afterAll, describe, expect, it } from 'vitest';
import { Folder } from './built-command.ts';

function crd(size: string): string {
  return `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: pools.example.com }
spec:
  group: example.com
  names: { plural: pools, kind: Pool }
  scope: Namespaced
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          required: [spec]
          properties:
            spec: { type: object, required: [size], properties: { size: ${size} } }
`;
}

const folder = new Folder({
  'old.yaml': crd('{ type: integer }'),
  'new.yaml': crd('{ type: integer, maximum: 9, x-kubernetes-validations: [{ rule: self > 2 }] }'),
});
afterAll(() => folder.remove());

describe('the tools for CRDs and expressions', () => {
  it('diff shows what a change breaks', () => {
    const { code, stdout } = folder.kubeadmit(['diff', 'old.yaml', 'new.yaml']);
    expect([code, stdout]).toEqual([1, expect.stringContaining('{spec: {size: 10}}')]);
  });

  it('lint with --base reports the same', () => {
    const { code, stdout } = folder.kubeadmit(['--base', 'old.yaml', '-f', 'concise', 'new.yaml']);
    expect([code, stdout]).toEqual([1, expect.stringContaining('[compatibility/refused-values]')]);
  });

  it('example prints a valid object', () => {
    const { code, stdout } = folder.kubeadmit(['example', 'Pool', '--crds', 'new.yaml', '--full']);
    expect([code, stdout]).toEqual([0, expect.stringContaining('  size: 3\n')]);
  });

  it('eval evaluates an expression', () => {
    const { code, stdout } = folder.kubeadmit(['eval', '[1, 2].exists(i, i > 1)']);
    expect([code, stdout]).toEqual([0, expect.stringContaining('value: true\ntype:  bool\n')]);
  });

  it('cost lists expressions', () => {
    const { code, stdout } = folder.kubeadmit(['cost', '--all', 'new.yaml']);
    expect([code, stdout]).toEqual([0, expect.stringContaining('self > 2')]);
  });
});
