import type { RootCause } from './root-cause.ts';

const policy = (ports: object) => ({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  metadata: { name: 'web' },
  spec: { podSelector: {}, ingress: [{ ports: [ports] }] },
});

export const NETWORK_POLICIES: readonly RootCause[] = [
  {
    mistake: 'a quoted number as the start of a range of ports',
    manifest: policy({ port: '80', endPort: 90 }),
    root: 'network-policy/ports#quoted',
    consequences: ['network-policy/port-ranges#named'],
  },
  {
    mistake: 'an invalid name as the start of a range of ports',
    manifest: policy({ port: 'http_metrics', endPort: 90 }),
    root: 'network-policy/ports#name',
    consequences: ['network-policy/port-ranges#named'],
  },
  {
    mistake: 'a port that is too large as the start of a range of ports',
    manifest: policy({ port: 80_000, endPort: 8080 }),
    root: 'network-policy/ports#range',
    consequences: ['network-policy/port-ranges#less'],
  },
  {
    mistake: 'an endPort of 0',
    manifest: policy({ port: 80, endPort: 0 }),
    root: 'network-policy/port-ranges#range',
    consequences: ['network-policy/port-ranges#lessAndInvalid'],
  },
];
