import type { RootCause } from './root-cause.ts';

const service = (port: object) => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'web' },
  spec: { selector: { app: 'web' }, ports: [port] },
});

export const SERVICES: readonly RootCause[] = [
  {
    mistake: 'a port that is too large, which is the port of the pods by default',
    manifest: service({ port: 99999 }),
    root: 'service/ports#invalid',
    consequences: ['service/ports#invalid'],
  },
];
