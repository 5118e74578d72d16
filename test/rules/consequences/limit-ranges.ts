import type { RootCause } from './root-cause.ts';

const limitRange = (limit: object) => ({
  apiVersion: 'v1',
  kind: 'LimitRange',
  metadata: { name: 'limits' },
  spec: { limits: [limit] },
});

export const LIMIT_RANGES: readonly RootCause[] = [
  {
    mistake: 'a minimum above a default, which is copied to defaultRequest',
    manifest: limitRange({ type: 'Container', min: { cpu: 2 }, default: { cpu: 1 } }),
    root: 'limit-range/bounds#order',
    consequences: ['limit-range/bounds#copied'],
  },
  {
    mistake: 'a minimum above a maximum, which is copied to both defaults',
    manifest: limitRange({ type: 'Container', min: { cpu: 2 }, max: { cpu: 1 } }),
    root: 'limit-range/bounds#order',
    consequences: ['limit-range/bounds#copied', 'limit-range/bounds#copied'],
  },
  {
    mistake: 'a defaultRequest above a maximum, which is copied to default',
    manifest: limitRange({ type: 'Container', defaultRequest: { cpu: 2 }, max: { cpu: 1 } }),
    root: 'limit-range/bounds#order',
    consequences: ['limit-range/bounds#copied'],
  },
  {
    mistake: 'defaults in a limit of type Pod',
    manifest: limitRange({ type: 'Pod', default: { cpu: 2 }, defaultRequest: { cpu: 1 } }),
    root: 'limit-range/pod-defaults#forbidden',
    consequences: ['limit-range/pod-defaults#forbidden'],
  },
  ...(
    [
      ['format', 'c p u'],
      ['unknown', 'Memory'],
      ['container', 'pods'],
      ['extended', 'requests.example.com/gpu'],
    ] as const
  ).map(([messageId, name]) => ({
    mistake: `the invalid resource ${name} in a default, which is copied to defaultRequest`,
    manifest: limitRange({ type: 'Container', default: { [name]: 1 } }),
    root: `limit-range/resource-names#${messageId}`,
    consequences: ['limit-range/resource-names#copied'],
  })),
];
