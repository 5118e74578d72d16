import { expect, it } from 'vitest';
import { NEWEST_MINOR } from '../../src/server/kubernetes/minors.ts';
import { runIn } from './fake-host.ts';

const cwd = import.meta.dirname;

it.each([
  ['config', 'Configuration of kubeadmit (.kubeadmit.yaml)'],
  ['all', `The kinds that kubeadmit validates, in Kubernetes ${NEWEST_MINOR}`],
  ['NetworkPolicy', 'NetworkPolicy (networking.k8s.io/v1)'],
  ['v1/ResourceQuota', 'ResourceQuota (v1)'],
])('schema %s prints a JSON Schema', async (subject, title) => {
  const { code, stdout } = await runIn({ cwd }, 'schema', subject);
  expect([code, JSON.parse(stdout).title]).toEqual([0, title]);
});

it('a schema is that of the minor', async () => {
  const ofMinor = async (minor: string) => {
    const args = ['schema', 'CustomResourceDefinition', '--kubernetes-version', minor];
    return (await runIn({ cwd }, ...args)).stdout;
  };
  expect(await ofMinor('1.30')).not.toContain('observedGeneration');
  expect(await ofMinor('1.30..1.35')).toContain('observedGeneration');
});

it.each<[string[], string]>([
  [[], "missing required argument 'subject'"],
  [['NetworkPolcy'], 'unknown kind NetworkPolcy; did you mean NetworkPolicy?'],
  [
    ['PodSecurityPolicy'],
    'unknown kind PodSecurityPolicy; the name of a built-in kind is one such as Deployment',
  ],
  [['LeaseCandidate'], 'does not serve LeaseCandidate; all minors need flags for it'],
  [['v1/NetworkPolicy'], 'does not serve v1 NetworkPolicy; it serves networking.k8s.io/v1'],
  [
    ['MutatingAdmissionPolicy', '--kubernetes-version', '1.30'],
    'Kubernetes 1.30 does not serve MutatingAdmissionPolicy; ',
  ],
  [['NetworkPolicy', '--kubernetes-version', '1.3'], 'Kubernetes 1.3 is not known'],
  [['NetworkPolicy', 'all'], 'too many arguments'],
])('schema %j is refused', async (args, message) => {
  const { code, stderr } = await runIn({ cwd }, 'schema', ...args);
  expect([code, stderr.split('\n')[0]]).toEqual([2, expect.stringContaining(message)]);
});
