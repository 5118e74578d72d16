import { expect, it } from 'vitest';
import { lintPedantically } from '../lint/lint-pedantically.ts';

const crd = (status: string) => `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: crontabs.stable.example.com }
spec:
  group: stable.example.com
  names: { plural: crontabs, kind: CronTab }
  scope: Namespaced
  versions:
    - { name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object } } }
status: ${status}
`;

it('names the minors that have a field', () => {
  const source = { name: 'crd.yaml', content: crd('{ observedGeneration: 1 }') };
  const { findings } = lintPedantically([source], { kubernetesVersions: ['1.34', '1.35'] });
  expect(findings.filter(({ rule }) => rule === 'field/unknown')).toMatchObject([
    {
      rule: 'field/unknown',
      messageId: 'otherMinor',
      message: "the field 'observedGeneration' exists only in Kubernetes 1.35 and later",
      field: 'status.observedGeneration',
      cause: 'UnknownField',
      minors: ['1.34'],
    },
  ]);
});

it('reports a port of a wrong type once, although the server derives another field from it', () => {
  const content =
    'apiVersion: v1\nkind: Service\nmetadata: { name: web }\nspec: { ports: [{ port: "80" }] }\n';
  const { findings } = lintPedantically([{ name: 'service.yaml', content }], {});
  const errors = findings.filter(({ severity }) => severity === 'error');
  expect(errors.map(({ rule }) => rule)).toEqual(['field/type']);
});

it('shows an integer of 64 bits in a value without quotes', () => {
  const content = `
apiVersion: resource.k8s.io/v1
kind: DeviceClass
metadata: { name: gpu.example.com }
spec:
  config: [{ opaque: { driver: gpu.example.com, parameters: [9223372036854775807] } }]
`;
  const { findings } = lintPedantically([{ name: 'class.yaml', content }], {});
  expect(findings.map(({ message }) => message)).toContain(
    'parameters is [9223372036854775807]; it must be an object',
  );
});
