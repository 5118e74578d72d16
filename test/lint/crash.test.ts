import { expect, it, vi } from 'vitest';
import { RunEnded } from '../../src/base/run-ended.ts';
import { lint } from '../../src/lint/lint.ts';

const thrown = vi.hoisted(() => ({ error: new Error('no such thing') }));

vi.mock('../../rules/index.ts', async (original) => {
  const { rules } = await original<typeof import('../../rules/index.ts')>();
  const failing = (entry: (typeof rules)[number]) => ({
    ...entry,
    load: () => ({
      ...entry.load(),
      check() {
        throw thrown.error;
      },
    }),
  });
  return { rules: rules.map((entry) => (entry.id === 'webhook/url' ? failing(entry) : entry)) };
});

const CONTENT = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: { name: pods.example.com }
webhooks:
  - name: pods.example.com
    clientConfig: { service: { name: hooks, namespace: shop } }
    sideEffects: None
    admissionReviewVersions: [v1]
    timeoutSeconds: 60
`;

const lintBoth = () =>
  lint([{ name: 'a.yaml', content: CONTENT }], { only: ['webhook/url', 'webhook/timeout'] });

it('contains a rule that fails: it is named, and the others go on', () => {
  const { findings } = lintBoth();
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

it('passes on an error that ends the run', () => {
  thrown.error = new RunEnded('no such pack');
  expect(lintBoth).toThrow(thrown.error);
});
