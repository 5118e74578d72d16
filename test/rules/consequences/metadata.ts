import type { RootCause } from './root-cause.ts';

const quota = (metadata: object) => ({
  apiVersion: 'v1',
  kind: 'ResourceQuota',
  metadata,
  spec: { hard: { pods: 1 } },
});

const managed = (manager: string) => ({
  manager,
  operation: 'Update',
  apiVersion: 'v1',
  fieldsType: 'FieldsV1',
  fieldsV1: { 'f:spec': {} },
});

export const METADATA: readonly RootCause[] = [
  {
    mistake: 'an invalid generateName',
    manifest: quota({ generateName: 'Team-' }),
    root: 'metadata/generate-name#format',
    consequences: ['metadata/generate-name#generated'],
  },
  {
    mistake: 'an invalid finalizer without a domain',
    manifest: quota({ name: 'compute', finalizers: ['clean up'] }),
    root: 'metadata/finalizers#format',
    consequences: ['metadata/finalizers#invalidUnqualified'],
  },
  {
    mistake: 'exported managedFields with two invalid managers',
    manifest: quota({
      name: 'compute',
      managedFields: [managed('\t'), managed('m'.repeat(129))],
    }),
    root: 'metadata/managed-fields#unprintable',
    consequences: ['metadata/managed-fields#length'],
  },
];
