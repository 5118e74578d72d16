import { afterAll, expect, it } from 'vitest';
import { Folder } from './built-command.ts';

const folder = new Folder({
  'a.yaml': `apiVersion: flowcontrol.apiserver.k8s.io/v1beta3
kind: PriorityLevelConfiguration
metadata: { name: shop }
spec: { type: Limited, limited: { limitResponse: { type: Reject } } }
`,
});
afterAll(() => folder.remove());

it('upgrade reports what a newer minor refuses, as a table and as JSON', () => {
  const { code, stdout } = folder.kubeadmit(['upgrade', '1.31', '1.33']);
  expect([code, stdout]).toEqual([
    1,
    expect.stringMatching(/^refused {2}1\.32 .* PriorityLevelConfiguration\/shop /m),
  ]);
  const { changes } = JSON.parse(
    folder.kubeadmit(['upgrade', '1.31', '1.33', '-f', 'json']).stdout,
  );
  expect(changes).toMatchObject([{ change: 'refused', since: '1.32' }]);
  expect(folder.kubeadmit(['upgrade', '1.30', '1.31']).code).toBe(0);
});
