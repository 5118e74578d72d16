import { expect, it } from 'vitest';
import { crdYaml } from '../crd-yaml.ts';
import { suiteFolder } from '../temporary-folder.ts';
import { runIn } from './fake-host.ts';

function crd(ports: string): string {
  const schema = `
          type: object
          properties:
            spec:
              type: object
              properties:
                size: { type: integer, x-kubernetes-validations: [{ rule: self > 0 }] }
                ports:
                  type: array
${ports}                  items: { type: integer }
                  x-kubernetes-validations:
                    - rule: self.all(port, port > 0)`;
  return crdYaml(schema, { group: 'example.com' });
}

const POLICY = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: images.example.com }
spec:
  matchConstraints:
    resourceRules:
      - { apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods] }
  validations:
    - expression: object.spec.containers.all(a, object.spec.containers.all(b, object.spec.containers.all(c, a.image != b.image || b.image != c.image)))
`;

const cwd = suiteFolder({
  'crd.yaml': crd(''),
  'bounded.yaml': crd('                  maxItems: 8\n'),
  'policy.yaml': POLICY,
  'huge.yaml': crd('').replace('self.all(port, port > 0)', 'self.all(a, self.all(b, a != b))'),
});

function cost(...args: string[]) {
  return runIn({ cwd }, 'cost', ...args);
}

it('lists expressions by cost, with a limit that reduces it', async () => {
  const { code, stdout } = await cost('crd.yaml');
  expect([code, stdout]).toEqual([
    0,
    `79%     crd.yaml:24:29 CustomResourceDefinition/pools.example.com
        self.all(port, port > 0)
        rule, 7,864,317 of 10,000,000
        for 10%: set a realistic maxItems, such as 64, for spec.ports, so that the estimate does not use the size of a request

1 expression below 1% of the limit (--all shows them)
`,
  ]);
});

it.each<[string[], number, string]>([
  [['bounded.yaml'], 0, '2 expressions below 1% of the limit (--all shows them)\n'],
  [['bounded.yaml', '--all'], 0, '\n2 expressions\n'],
  [['policy.yaml'], 0, 'reduce nested loops: it exceeds the limit with '],
  [['huge.yaml'], 1, 'of 10,000,000'],
])('%j', async (args, code, text) => {
  const found = await cost(...args);
  expect([found.code, found.stdout]).toEqual([code, expect.stringContaining(text)]);
});

it('writes JSON', async () => {
  const { stdout } = await cost('crd.yaml', '-f', 'json');
  expect(JSON.parse(stdout)).toMatchObject({
    version: 1,
    expressions: [
      {
        file: 'crd.yaml',
        line: 24,
        owner: 'rule',
        text: 'self.all(port, port > 0)',
        limit: 10_000_000,
      },
      { owner: 'rule', text: 'self > 0', advice: '' },
    ],
  });
});

it('refuses paths that do not exist', async () => {
  const { code, stderr } = await cost('missing.yaml');
  expect([code, stderr]).toEqual([2, expect.stringContaining('missing.yaml: ')]);
});
