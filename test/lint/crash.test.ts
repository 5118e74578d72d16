import { expect, it, vi } from 'vitest';
import { lint } from '../../src/lint/lint.ts';

vi.mock('../../rules/index.ts', async (original) => {
  const { rules } = await original<typeof import('../../rules/index.ts')>();
  const failing = (entry: (typeof rules)[number]) => ({
    ...entry,
    load: () => ({
      ...entry.load(),
      check() {
        throw new Error('no such thing');
      },
    }),
  });
  return { rules: rules.map((entry) => (entry.id === 'webhook/url' ? failing(entry) : entry)) };
});

it('contains a rule that fails: it is named, and the others go on', () => {
  const content = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: { name: pods.example.com }
webhooks:
  - name: pods.example.com
    clientConfig: { service: { name: hooks, namespace: shop } }
    sideEffects: None
    admissionReviewVersions: [v1]
    timeoutSeconds: 60
`;
  const { findings } = lint([{ name: 'a.yaml', content }], {
    only: ['webhook/url', 'webhook/timeout'],
  });
  expect(findings).toMatchObject([
    {
      rule: 'internal/rule-crash',
      message:
        'the rule webhook/url crashed on this object, which is a bug in kubeadmit: Error: no such thing',
      line: 2,
      column: 7,
      severity: 'error',
    },
    { rule: 'webhook/timeout', cause: 'FieldValueInvalid' },
  ]);
});
