import { describe, expect, it } from 'vitest';
import { suiteFolder } from '../temporary-folder.ts';
import { runIn } from './fake-host.ts';

const CRD = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: backups.example.com }
spec:
  group: example.com
  names: { plural: backups, kind: Backup }
  scope: Namespaced
  versions:
    - name: v1beta1
      served: true
      storage: false
      schema: { openAPIV3Schema: { type: object } }
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          required: [spec]
          properties:
            spec:
              type: object
              description: What is backed up. And when.
              required: [schedule, targets, copies]
              x-kubernetes-validations:
                - rule: "has(self.bucket) != has(self.volume)"
                - rule: "!has(self.volume) || self.retention >= 7"
              properties:
                schedule: { type: string, pattern: "^@(daily|weekly)$", description: When it runs. }
                retention: { type: integer, minimum: 1, default: 5, description: In days. }
                copies: { type: integer, x-kubernetes-validations: [{ rule: self % 2 == 1 && self > 2 }] }
                bucket: { type: string, minLength: 3 }
                volume: { type: string }
                targets:
                  type: array
                  minItems: 2
                  x-kubernetes-list-type: map
                  x-kubernetes-list-map-keys: [name]
                  items:
                    type: object
                    required: [name]
                    properties:
                      name: { type: string, maxLength: 10 }
                      mode: { type: string, enum: [Full, Diff] }
                options:
                  type: object
                  properties:
                    labels: { type: object, additionalProperties: { type: string } }
            status: { type: object }
`;

const CONTRADICTION = CRD.replace(
  'has(self.bucket) != has(self.volume)',
  'has(self.bucket) && !has(self.bucket)',
);

const NAMED = CRD.replace(
  '            status: { type: object }',
  '            metadata: { type: object, properties: { name: { type: string, pattern: ^default$ } } }',
);

const UNUSUAL = CRD.replace(
  '                volume: { type: string }',
  `                volume: { type: string }
                never: { type: integer, format: int32, maximum: 4294967295 }
                words: { type: array, items: { type: string, properties: { word: { type: string } } } }`,
);

const cwd = suiteFolder({
  'crd.yaml': CRD,
  'contradiction.yaml': CONTRADICTION,
  'named.yaml': NAMED,
  'unusual.yaml': UNUSUAL,
  'invalid.yaml': CRD.replace('minimum: 1', 'minimum: x'),
});

function example(...args: string[]) {
  return runIn({ cwd }, 'example', ...args);
}

const MINIMAL = `apiVersion: example.com/v1
kind: Backup
metadata:
  name: example
  namespace: default
spec:
  schedule: "@daily"
  targets:
    - name: example
    - name: a
  copies: 3
  bucket: example
`;

const FULL = `apiVersion: example.com/v1
kind: Backup
metadata:
  name: example
  namespace: default
# What is backed up.
spec:
  # When it runs. (string)
  schedule: "@daily"
  # In days. (integer, minimum 1, default 5)
  #retention: 5
  # (integer)
  copies: 3
  # (string, minLength 3)
  bucket: example
  # (string)
  #volume: example
  # (array, minItems 2)
  targets:
    # (string, maxLength 10)
    - name: example
      # (string, one of: "Full", "Diff")
      #mode: Full
    - name: a
  #options:
    #labels: {}
`;

describe('kubeadmit example', () => {
  it('has a name that the CRD allows', async () => {
    const { code, stdout } = await runIn({ cwd }, 'example', 'Backup', '--crds', 'named.yaml');
    expect(code).toBe(0);
    expect(stdout).toContain('  name: default\n');
  });

  it('prints a smallest object that satisfies the rules', async () => {
    expect(await example('Backup', '--crds', 'crd.yaml')).toEqual({
      code: 0,
      stdout: MINIMAL,
      stderr: '',
    });
  });

  it('prints all fields, those that are not needed as comments', async () => {
    const { stdout } = await example('backup', '--crds', 'crd.yaml', '--full');
    expect(stdout).toBe(FULL);
  });

  it('prints neither values that are refused nor fields that the type does not have', async () => {
    const { stdout, stderr } = await example('Backup', '--crds', 'unusual.yaml', '--full');
    expect(stderr).toBe('');
    expect(stdout).toContain(`  #never: ...
  #words:
    #- example
`);
  });

  it.each([['--full'], []])('prints what the server accepts', async (...options) => {
    const { stdout } = await example('Backup', '--crds', 'crd.yaml', ...options);
    const { code } = await runIn({ cwd, stdin: stdout }, '--crds', 'crd.yaml', '-');
    expect(code).toBe(0);
  });

  it.each([
    ['Deployment', 'apps/v1'],
    ['pod', 'v1'],
    ['deployments', 'apps/v1'],
    ['netpol', 'networking.k8s.io/v1'],
    ['autoscaling/v1/HorizontalPodAutoscaler', 'autoscaling/v1'],
  ])('prints %s, which is built in', async (kind, apiVersion) => {
    const { stdout } = await example(kind);
    expect(stdout).toContain(`apiVersion: ${apiVersion}\n`);
    expect((await runIn({ cwd, stdin: stdout }, '-')).code).toBe(0);
  });

  it('prints the version that is asked for', async () => {
    const { stdout } = await example('example.com/v1beta1/Backup', '--crds', 'crd.yaml');
    expect(stdout).toContain('apiVersion: example.com/v1beta1\n');
  });

  it('says that there is none', async () => {
    const { code, stderr } = await example('Backup', '--crds', 'contradiction.yaml');
    expect([code, stderr]).toEqual([1, expect.stringContaining('no valid Backup was found')]);
  });

  it.each<[string[], string]>([
    [['Backup'], 'unknown kind Backup; name its CRD with --crds'],
    [['deploymnet'], 'unknown kind deploymnet; did you mean Deployment?'],
    [['apps/v2/Deployment'], 'does not serve apps/v2 Deployment; it serves apps/v1'],
    [['Deployment', '--full'], '--full needs a CRD, and Deployment is a built-in kind'],
    [['PodCertificateRequest'], 'there is no example of PodCertificateRequest'],
    [['Bakcup', '--crds', 'crd.yaml'], 'unknown kind Bakcup; did you mean Backup?'],
    [['Pod', '--crds', 'crd.yaml'], 'unknown kind Pod; the CRDs define Backup'],
    [
      ['example.com/v2/Backup', '--crds', 'crd.yaml'],
      'example.com/v2 is not served; the CRD serves',
    ],
    [['Backup', '--crds', 'invalid.yaml'], 'invalid.yaml: the CRD is not valid'],
  ])('%j is refused', async (args, message) => {
    const { code, stderr } = await example(...args);
    expect([code, stderr.split('\n')[0]]).toEqual([2, expect.stringContaining(message)]);
  });
});
