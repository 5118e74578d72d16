import { expect, it } from 'vitest';
import { lintPedantically } from '../lint/lint-pedantically.ts';

const QUOTA = `apiVersion: v1
kind: ResourceQuota
metadata: { name: quota, namespace: shop }
spec:
  hard: { requests.cpu: 8, limits.cpu: 4 }
`;

it('says of requests over limits what the server says only from 1.35 on', () => {
  const { findings } = lintPedantically([{ name: 'quota.yaml', content: QUOTA }], {
    kubernetesVersions: ['1.34', '1.35'],
    only: ['resource-quota/requests-over-limits'],
  });
  expect(findings.map(({ messageId, cause, minors }) => [messageId, cause, minors])).toEqual([
    ['larger', 'Warning', ['1.35']],
    ['withoutServerWarning', null, ['1.34']],
  ]);
});
