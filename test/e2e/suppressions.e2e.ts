import { afterAll, expect, it } from 'vitest';
import { Folder } from './built-command.ts';

const folder = new Folder({
  'a.yaml': `apiVersion: v1
kind: ResourceQuota
metadata: { name: a }
spec:
  hard: { pods: "1" }
  hrad: {}
`,
});
afterAll(() => folder.remove());

it('suppress writes a comment, which holds until it is not needed any more', () => {
  expect(folder.kubeadmit(['a.yaml']).code).toBe(1);
  const args = ['suppress', 'field/unknown', 'a.yaml', '--reason', 'a fixture'];
  expect(folder.kubeadmit(args)).toMatchObject({
    code: 0,
    stderr: 'a.yaml: suppressed 1 finding\n',
  });
  const { code, stdout } = folder.kubeadmit(['a.yaml']);
  expect([code, stdout]).toEqual([0, expect.stringContaining('no findings, 1 suppressed\n')]);
  folder.run('sed', ['-i', '/hrad/d', 'a.yaml']);
  expect(folder.kubeadmit(['a.yaml', '-f', 'concise', '--quiet']).stdout).toBe(
    'a.yaml:6:23: warning: field/unknown reports nothing here, so there is nothing to suppress [suppression/unused]\n',
  );
});
