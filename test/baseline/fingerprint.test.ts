import { describe, expect, it } from 'vitest';
import { lint } from '../../src/lint/lint.ts';
import { Fingerprints } from '../../src/result/baseline/fingerprint.ts';

const WEBHOOKS = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: { name: pods.example.com }
webhooks:
  - name: a.example.com
    clientConfig: { service: { name: hooks, namespace: shop } }
    sideEffects: None
    admissionReviewVersions: [v1]
    timeoutSeconds: 60
    rules: [{ apiGroups: [apps], apiVersions: [v1], operations: [CREATE], resources: [deployments] }]
`;

/** The fingerprint of the finding about the timeout. */
function fingerprintIn(content: string, name = 'a.yaml'): string | undefined {
  const report = lint([{ name, content }]);
  const finding = report.findings.find(({ rule }) => rule === 'webhook/timeout');
  return finding === undefined ? undefined : new Fingerprints(report).of(finding);
}

const known = fingerprintIn(WEBHOOKS);

describe('a fingerprint', () => {
  it('is 16 hexadecimal digits', () => {
    expect(known).toMatch(/^[0-9a-f]{16}$/);
  });

  it.each<[string, string, string?]>([
    ['lines move', `# a\n\n# b\n${WEBHOOKS}`],
    ['the file is renamed', WEBHOOKS, 'sub/b.yml'],
    ['the document moves within the file', `a: 1\n---\n${WEBHOOKS}`],
    [
      'the item moves within its list',
      WEBHOOKS.replace('webhooks:', 'webhooks:\n  - { name: b.example.com }'),
    ],
    ['the indentation changes', WEBHOOKS.replace('timeoutSeconds: 60', 'timeoutSeconds:   60')],
    ['line ends change', WEBHOOKS.replaceAll('\n', '\r\n')],
    [
      'the object becomes an item of a List',
      `apiVersion: v1\nkind: List\nitems:\n  - ${WEBHOOKS.trimEnd().replaceAll('\n', '\n    ')}\n`,
    ],
  ])('stays when %s', (_, content, name) => {
    expect(fingerprintIn(content, name)).toBe(known);
  });

  it.each([
    ['the value', WEBHOOKS.replace('60', '61')],
    ['the object', WEBHOOKS.replace('pods.example.com', 'pod.example.com')],
    ['the kind', WEBHOOKS.replace('Validating', 'Mutating')],
  ])('changes with %s', (_, content) => {
    expect(fingerprintIn(content)).toMatch(/^[0-9a-f]{16}$/);
    expect(fingerprintIn(content)).not.toBe(known);
  });

  it('is numbered where findings are equal', () => {
    const report = lint([
      { name: 'a.yaml', content: WEBHOOKS },
      { name: 'b.yaml', content: WEBHOOKS },
    ]);
    const findings = report.findings.filter(({ rule }) => rule === 'webhook/timeout');
    expect([...new Fingerprints(report).numbered(findings).values()]).toEqual([
      `${known}:1`,
      `${known}:2`,
    ]);
  });
});
