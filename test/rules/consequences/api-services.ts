import type { RootCause } from './root-cause.ts';

const apiService = (metadata: object, spec: object) => ({
  apiVersion: 'apiregistration.k8s.io/v1',
  kind: 'APIService',
  metadata,
  spec: { groupPriorityMinimum: 100, versionPriority: 100, ...spec },
});

export const API_SERVICES: readonly RootCause[] = [
  {
    mistake: 'an APIService without a group',
    manifest: apiService({ name: 'v1beta1.metrics.example.com' }, { version: 'v1beta1' }),
    root: 'apiservice/group-version#groupRequired',
    consequences: ['apiservice/name#invalidSpec'],
  },
  {
    mistake: 'an APIService without a version',
    manifest: apiService({ name: 'v1.metrics.example.com' }, { group: 'metrics.example.com' }),
    root: 'apiservice/group-version#versionRequired',
    consequences: ['apiservice/name#invalidSpec'],
  },
  {
    mistake: 'an APIService with an invalid group',
    manifest: apiService(
      { name: 'v1.metrics.example.com' },
      { group: 'Metrics.example.com', version: 'v1' },
    ),
    root: 'apiservice/group-version#group',
    consequences: ['apiservice/name#invalidSpec'],
  },
  {
    mistake: 'an APIService with an invalid version',
    manifest: apiService(
      { name: 'v1.metrics.example.com' },
      { group: 'metrics.example.com', version: '1' },
    ),
    root: 'apiservice/group-version#version',
    consequences: ['apiservice/name#invalidSpec'],
  },
  {
    mistake: 'an APIService with a generateName',
    manifest: apiService(
      { generateName: 'v1.metrics' },
      { group: 'metrics.example.com', version: 'v1' },
    ),
    root: 'apiservice/name#generated',
    consequences: ['apiservice/name#prefix'],
  },
  {
    mistake: 'an APIService with an invalid generateName',
    manifest: apiService(
      { generateName: 'metrics/v1' },
      { group: 'metrics.example.com', version: 'v1' },
    ),
    root: 'apiservice/name#generated',
    consequences: ['metadata/generate-name#format', 'metadata/generate-name#generated'],
  },
];
