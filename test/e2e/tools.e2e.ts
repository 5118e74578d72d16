import { afterAll, describe, expect, it } from 'vitest';
import { crdYaml } from '../crd-yaml.ts';
import { Folder } from './built-command.ts';

function crd(size: string): string {
  const spec = `{ type: object, required: [size], properties: { size: ${size} } }`;
  return crdYaml(`{ type: object, required: [spec], properties: { spec: ${spec} } }`);
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
