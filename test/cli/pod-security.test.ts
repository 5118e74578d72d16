import { describe, expect, it } from 'vitest';
import { temporaryRepository } from '../temporary-folder.ts';
import { runIn } from './fake-host.ts';

const CONFIGURATION = `apiVersion: pod-security.admission.config.k8s.io/v1
kind: PodSecurityConfiguration
defaults: { enforce: baseline, warn: restricted }
exemptions: { namespaces: [exempt], runtimeClasses: [sandbox] }
`;

function namespace(name: string, labels: string): string {
  return `apiVersion: v1\nkind: Namespace\nmetadata: { name: ${name}, labels: ${labels} }\n---\n`;
}

function pod(name: string, space: string, fields: string): string {
  return `apiVersion: v1
kind: Pod
metadata: { name: ${name}, namespace: ${space} }
spec: { ${fields}, containers: [{ name: a, image: a:1 }] }
---
`;
}

const FILES = {
  'pods.yaml': [
    namespace('plain', '{}'),
    pod('host', 'plain', 'hostNetwork: true'),
    pod('sandboxed', 'plain', 'hostNetwork: true, runtimeClassName: sandbox'),
    namespace('exempt', '{}'),
    pod('exempt', 'exempt', 'hostNetwork: true'),
    namespace('open', '{ pod-security.kubernetes.io/enforce: privileged }'),
    pod('open', 'open', 'hostNetwork: true'),
  ].join(''),
};

/** The objects with findings of the admission plugin, and the severities. */
async function refused(files: Record<string, string>, ...args: string[]) {
  const cwd = temporaryRepository({ ...FILES, ...files });
  const { stdout } = await runIn(
    { cwd },
    '-f',
    'json',
    '--pedantic',
    '--only',
    'pod-security',
    ...args,
  );
  const { findings, documents } = JSON.parse(stdout);
  return [
    ...new Set(
      findings.map(
        ({ index, severity }: { index: number; severity: string }) =>
          `${documents[index].name} ${severity}`,
      ),
    ),
  ];
}

describe('the configuration of the admission plugin PodSecurity', () => {
  it('gives Namespaces without labels standards, and exempts some', async () => {
    expect(await refused({})).toEqual([]);
    const file = { 'psa.yaml': CONFIGURATION };
    const all = ['host error', 'open info'];
    expect(await refused(file, 'pods.yaml', '--pod-security', 'psa.yaml')).toEqual(all);
    const named = { ...file, '.kubeadmit.yaml': 'podSecurity: psa.yaml\n' };
    expect(await refused(named, 'pods.yaml')).toEqual(all);
  });

  it('is refused if it is not valid, not there, or outside of the repository', async () => {
    const run = async (files: Record<string, string>, ...args: string[]) => {
      const { code, stderr } = await runIn(
        { cwd: temporaryRepository({ ...FILES, ...files }) },
        ...args,
      );
      expect(code).toBe(2);
      return stderr;
    };
    const wrong = { 'psa.yaml': CONFIGURATION.replace('baseline', 'base') };
    const option = ['--pod-security', 'psa.yaml'];
    expect(await run(wrong, ...option)).toContain(
      'psa.yaml: enforce must be privileged, baseline or restricted',
    );
    expect(await run({}, ...option)).toContain('cannot read psa.yaml: ');
    const outside = { '.kubeadmit.yaml': 'podSecurity: ../psa.yaml\n' };
    expect(await run(outside)).toContain('../psa.yaml is outside of the repository');
  });
});
