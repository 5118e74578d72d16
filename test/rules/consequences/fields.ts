import type { RootCause } from './root-cause.ts';

const template = {
  metadata: { labels: { app: 'web' } },
  spec: { containers: [{ name: 'web', image: 'nginx' }] },
};

export function pod(container: object, spec: object = {}): object {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'web' },
    spec: { containers: [{ name: 'web', image: 'nginx', ...container }], ...spec },
  };
}

export const FIELDS: readonly RootCause[] = [
  {
    mistake: 'a field of spec outside of it',
    manifest: {
      apiVersion: 'batch/v1',
      kind: 'CronJob',
      metadata: { name: 'backup' },
      schedule: '0 3 * * *',
      spec: {
        jobTemplate: { spec: { template: { spec: { ...template.spec, restartPolicy: 'Never' } } } },
      },
    },
    root: 'field/unknown#misplaced',
    consequences: ['job/schedule#required'],
  },
  {
    mistake: 'a misspelled field',
    manifest: {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'web' },
      spec: { port: [{ port: 80 }] },
    },
    root: 'field/unknown#misspelled',
    consequences: ['service/ports#required'],
  },
  {
    mistake: 'labels in a selector, outside of matchLabels',
    manifest: {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'web' },
      spec: { selector: { app: 'web' }, template },
    },
    root: 'field/unknown#misplaced',
    consequences: ['workload/selector#empty'],
  },
  {
    mistake: 'a probe without the name of its action',
    manifest: pod({ livenessProbe: { path: '/' } }),
    root: 'field/unknown#misplaced',
    consequences: ['pod/handlers#none'],
  },
  {
    mistake: 'a path instead of the source of a volume',
    manifest: {
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name: 'data' },
      spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: '/data' },
    },
    root: 'field/type#shortForm',
    consequences: ['volume/source#required'],
  },
  {
    mistake: 'an affinity without a topology key',
    manifest: pod(
      {},
      {
        affinity: {
          podAntiAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: [
              { labelSelector: { matchLabels: { app: 'web' } } },
            ],
          },
        },
      },
    ),
    root: 'pod/pod-affinity#required',
    consequences: ['pod/pod-affinity#invalid'],
  },
  {
    mistake: 'an invalid limit of a resource that needs one',
    manifest: pod({
      resources: {
        limits: { 'example.com/gpu': '1x', memory: '1Gi' },
        requests: { 'example.com/gpu': '1' },
      },
    }),
    root: 'field/format#quantity',
    consequences: ['pod/resources#unlimited'],
  },
];
