import { afterAll, expect, it } from 'vitest';
import { Folder } from './built-command.ts';

const QUOTA = `apiVersion: v1
kind: ResourceQuota
metadata: { name: a }
spec: { hard: { pods: "1" }, hrad: {} }
`;

const folder = new Folder({ 'a.yaml': QUOTA, 'generated/b.yaml': QUOTA });
folder.git('init', '--quiet');
afterAll(() => folder.remove());

it('a configuration is written, extended by hand, shown and used', () => {
  expect(folder.kubeadmit(['config', 'init']).code).toBe(0);
  expect(folder.kubeadmit(['-f', 'concise', '--quiet']).stdout.match(/error/g)).toHaveLength(2);
  folder.write(
    '.kubeadmit.yaml',
    'exclude: generated/\nrules: { field/unknown: warning }\nformats: concise\n',
  );
  expect(folder.kubeadmit(['config', 'show']).stdout).toMatch(
    /^exclude: \["generated\/"\] +# \.kubeadmit\.yaml:1$/m,
  );
  const { code, stdout } = folder.kubeadmit(['--quiet']);
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(/^a\.yaml:4:\d+: warning: .*\[field\/unknown\]\n$/),
  ]);
});

it('a mistake in it is reported at its place', () => {
  folder.write('.kubeadmit.yaml', 'failon: warning\n');
  const { code, stdout } = folder.kubeadmit(['-f', 'concise']);
  expect([code, stdout.split('\n')[0]]).toEqual([
    2,
    '.kubeadmit.yaml:1:1: error: unknown key failon; did you mean failOn? [config/invalid]',
  ]);
});
