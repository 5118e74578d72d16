import { expect, it } from 'vitest';
import { ProjectFolder } from '../../src/project/project-folder.ts';
import { lintPedantically } from '../lint/lint-pedantically.ts';

const CRD = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: crontabs.stable.example.com }
spec:
  group: stable.example.com
  names: { plural: crontabs, kind: CronTab }
  scope: Namespaced
  versions:
    - name: v1beta1
      served: true
      storage: false
      schema:
        openAPIV3Schema:
          type: object
          properties: { spec: { type: object, properties: { cron: { type: string } } } }
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties: { spec: { type: object, properties: { schedule: { type: string } } } }
`;

const KUSTOMIZATION = `resources: [bases/crontabs.yaml]
patches: [{ path: patches/webhook_in_crontabs.yaml }]
`;

const PATCH = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: crontabs.stable.example.com }
spec:
  conversion:
    strategy: Webhook
    webhook:
      clientConfig: { service: { name: hooks, namespace: shop, path: /convert } }
      conversionReviewVersions: [v1]
`;

// The layout of kubebuilder: config/crd has a base for each kind, and patches that add the conversion.
it.each([
  { patch: PATCH, messages: [] },
  { patch: PATCH.replace('crontabs.stable', 'others.stable'), messages: ['unstored'] },
])('takes the conversion of a CRD from its patch: $messages', ({ patch, messages }) => {
  const folder = new ProjectFolder(new Map([['kustomization.yaml', KUSTOMIZATION]]), (path) =>
    path === 'patches/webhook_in_crontabs.yaml' ? patch : undefined,
  );
  const surroundings = [{ folder, path: 'bases/crontabs.yaml' }];
  const { findings } = lintPedantically([
    { name: 'config/crd/bases/crontabs.yaml', content: CRD, surroundings },
  ]);
  const found = findings.filter(({ rule }) => rule === 'crd/unconverted-versions');
  expect(found.map(({ messageId }) => messageId)).toEqual(messages);
});
