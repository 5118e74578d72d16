import { describe, expect, it } from 'vitest';
import { closingLines, type Format, formatReport } from '../../src/report/format.ts';
import { PLAIN, type Style } from '../../src/report/style.ts';
import type { Finding } from '../../src/result/finding.ts';
import type { Report } from '../../src/result/report.ts';
import { documentReport, finding, MINOR, report, spanOf } from './report-data.ts';

const OPTIONS = {
  style: PLAIN,
  width: undefined,
  closing: [],
  annotations: false,
  pathInRepository: (file: string) => file,
  fails: () => true,
  maxFindings: undefined,
};

function textOf(...of: Parameters<typeof formatReport>): string {
  return [...formatReport(...of)].join('');
}

const WEBHOOK = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata:
  name: pods.example.com
webhooks:
  - name: pods.example.com
    sideEffects: None
    timeoutSeconds: 60
`;

const CRD = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: crontabs.stable.example.com }
spec:
  versions:
    - name: v1beta1
      storage: true

    - name: v1
      storage: true
      description: >-
        several
        lines
`;

const webhook: Finding = finding({
  file: 'config/webhook.yaml',
  ...spanOf(WEBHOOK, '60'),
  field: 'webhooks[0].timeoutSeconds',
  cause: 'FieldValueInvalid',
  help: 'leave it out for the default of 10 seconds',
});

const second = { ...spanOf(CRD, 'v1\n'), line: 10, endLine: 10, column: 16, endColumn: 20 };

const CONFIG_MAP = `apiVersion: v1
kind: ConfigMap
metadata: { name: web, labels: { old-label: web } }
`;

const DATA_FILES = Array.from({ length: 6 }, (_, index) => `services/web-${index}/config.yaml`);

/** Advice on a label, with the texts that differ by the label. */
const adviceOn = (label: string): Partial<Finding> => ({
  rule: 'metadata/label',
  severity: 'warning',
  message: `the label '${label}' is deprecated`,
  help: `write 'new-label' instead of '${label}'`,
  ...spanOf(CONFIG_MAP, 'old-label'),
});

const REPORTS: Readonly<Record<string, Report>> = {
  'one-error': report({ 'config/webhook.yaml': WEBHOOK }, [webhook], {
    documents: [
      documentReport({
        file: 'config/webhook.yaml',
        kind: 'ValidatingWebhookConfiguration',
        name: 'pods.example.com',
        verdicts: { [MINOR]: 'rejected' },
      }),
    ],
  }),
  'related-and-minors': report(
    { 'crd.yaml': CRD },
    [
      finding({
        file: 'crd.yaml',
        rule: 'crd/storage-version',
        message: 'two versions are stored: v1beta1 and v1',
        ...second,
        field: 'spec.versions',
        cause: 'FieldValueInvalid',
        minors: ['1.35', MINOR],
        related: [
          {
            file: 'crd.yaml',
            line: 7,
            column: 16,
            endLine: 7,
            endColumn: 20,
            message: 'the other one',
          },
          {
            file: 'gone.yaml',
            line: 3,
            column: 1,
            endLine: 3,
            endColumn: 2,
            message: 'not at hand',
          },
        ],
      }),
      finding({
        file: 'crd.yaml',
        rule: 'crd/description',
        severity: 'warning',
        message: 'several lines',
        ...spanOf(CRD, '>-\n        several\n        lines'),
        cause: 'Warning',
        minors: ['1.34'],
      }),
    ],
    {
      kubernetesVersions: ['1.34', '1.35', MINOR],
      documents: [documentReport({ file: 'crd.yaml' })],
    },
  ),
  'hostile-input': report(
    { 'a\u001b[31m.yaml': 'kind: "\u001b]0;title\u0007"\r\nb: 1\rc: 2' },
    [
      finding({
        file: 'a\u001b[31m.yaml',
        severity: 'info',
        message: 'the kind is odd: \u001b]0;title',
        line: 1,
        column: 7,
        endColumn: 18,
        field: 'a\nb',
      }),
      finding({ file: 'a\u001b[31m.yaml', line: 3, column: 4, endColumn: 5 }),
    ],
    {
      documents: [
        documentReport({ file: 'a\u001b[31m.yaml', kind: 'K\u0007', name: 'x'.repeat(300) }),
      ],
    },
  ),
  'nothing-found': report({ 'a.yaml': '' }, [], {
    documents: [documentReport(), documentReport({ index: 1 })],
  }),
  'nothing-checked': report({ 'a.yaml': '' }, [], {
    documents: [
      documentReport({ skipped: 'unknown-kind' }),
      documentReport({ index: 1, skipped: 'unknown-kind' }),
      documentReport({ index: 2, skipped: 'template' }),
      documentReport({ index: 3, skipped: 'not-kubernetes' }),
    ],
  }),
  'repeated-advice': report(
    Object.fromEntries(DATA_FILES.map((file) => [file, CONFIG_MAP])),
    DATA_FILES.map((file) => finding({ ...adviceOn('old-label'), file })),
  ),
  'no-files': report({}, []),
  'no-documents': report({ 'a.yaml': '', 'b.yaml': '' }, []),
};

describe.each(Object.entries(REPORTS))('%s', (name, made) => {
  it.each<Format>(['text', 'concise'])('as %s', async (format) => {
    const options = { ...OPTIONS, closing: closingLines(made, false) };
    await expect(textOf(made, format, options)).toMatchFileSnapshot(`golden/${name}.${format}.txt`);
  });

  it.each([60, 80, 160])('as text of %i columns', async (width) => {
    const text = textOf(made, 'text', { ...OPTIONS, width });
    await expect(text).toMatchFileSnapshot(`golden/${name}.text-${width}.txt`);
  });
});

it.each<[string, readonly Partial<Finding>[]]>([
  ['errors', DATA_FILES.map((file) => ({ file }))],
  ['advice in few files', DATA_FILES.slice(3).map((file) => ({ ...adviceOn('old-label'), file }))],
  ['different advice', DATA_FILES.map((file, index) => ({ ...adviceOn(`label-${index}`), file }))],
])('shows each place of %s', (_, parts) => {
  const text = textOf(report({}, parts.map(finding)), 'text', OPTIONS);
  expect(text.match(/^ +--> /gm)).toHaveLength(parts.length);
});

it.each([
  ['many files', DATA_FILES, 'the same at 5 more locations in 5 files'],
  ['one file', DATA_FILES.map(() => 'a.yaml'), 'the same at 5 more locations in 1 file'],
])('shows a warning of the server that is the same in %s once', (_, files, note) => {
  const parts = files.map((file, line) => ({
    ...adviceOn('old-label'),
    file,
    line: line + 1,
    cause: 'Warning' as const,
  }));
  const text = textOf(report({}, parts.map(finding)), 'text', OPTIONS);
  expect(text.match(/^ +--> /gm)).toHaveLength(1);
  expect(text).toContain(note);
});

it('shows each place of repeated advice if it is verbose', () => {
  const made = REPORTS['repeated-advice'] ?? report({}, []);
  const text = textOf(made, 'text', { ...OPTIONS, isVerbose: true });
  expect(text.match(/^ +--> /gm)).toHaveLength(DATA_FILES.length);
});

it('counts errors and warnings that follow from others', () => {
  const made = report({ 'a.yaml': 'a: 1\nb: 2\n' }, [
    finding(),
    finding({ line: 2, causedBy: 0 }),
    finding({ line: 2, causedBy: 0, severity: 'warning' }),
    finding({ line: 2, severity: 'warning' }),
  ]);
  expect(closingLines(made, false).join('\n')).toMatch(
    /: 1 error \(and 1 that follows\), 1 warning \(and 1 that follows\)$/,
  );
  expect(textOf(made, 'text', OPTIONS)).toContain('2 more findings as a consequence');
});

it('breaks the lines of consequences at the width', () => {
  const message = 'only this value is sent to the API server, the first one is lost';
  const made = report({}, [finding({}), finding({ line: 2, causedBy: 0, message })]);
  const lines = textOf(made, 'text', { ...OPTIONS, width: 60 }).split('\n');
  expect(lines.filter((line) => line.length > 60)).toEqual([]);
  expect(lines.map((line) => line.trim()).join(' ')).toContain(message);
});

it('counts documents by kind, verdict and reason', async () => {
  const made = report({ 'a.yaml': '' }, [], {
    documents: [
      documentReport(),
      documentReport({
        apiVersion: 'policy/v1',
        kind: 'PodDisruptionBudget',
        verdicts: { [MINOR]: 'rejected' },
      }),
      ...Array.from({ length: 12 }, (_, index) => documentReport({ index })),
      documentReport({
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        isDecodedOnly: true,
        verdicts: { [MINOR]: 'decodes' },
      }),
      documentReport({ kind: 'Pod', isDecodedOnly: true, verdicts: { [MINOR]: 'rejected' } }),
      documentReport({ apiVersion: 'policy/v1', kind: 'Eviction', skipped: 'uncreatable-kind' }),
      documentReport({ apiVersion: 'example.com/v1', kind: 'Widget', skipped: 'unknown-kind' }),
      documentReport({ apiVersion: null, kind: 'Widget\u001b', skipped: 'unknown-kind' }),
      documentReport({ apiVersion: null, kind: null, skipped: 'not-kubernetes' }),
    ],
  });
  const text = textOf(made, 'concise', { ...OPTIONS, closing: closingLines(made, true) });
  await expect(text).toMatchFileSnapshot('golden/statistics.txt');
});

it('says nothing but the findings where no summary is wanted', () => {
  expect(textOf(report({}, []), 'text', OPTIONS)).toBe('');
});

it('adds annotations before the summary', () => {
  const made = report({}, [webhook]);
  const options = { ...OPTIONS, closing: closingLines(made, false), annotations: true };
  const lines = textOf(made, 'text', options).split('\n');
  expect(lines.at(-4)).toMatch(/^::error file=config\/webhook.yaml,line=8,/);
  expect(lines.at(-2)).toMatch(/^checked 0 of 0 documents in 0 files/);
});

it('paints severity, message, places and marks', async () => {
  const tag = (name: string) => (text: string) => `<${name}>${text}</${name}>`;
  const style: Style = {
    severity: { error: tag('error'), warning: tag('warning'), info: tag('info') },
    strong: tag('strong'),
    faint: tag('faint'),
    code: tag('code'),
    link: (text, url) => `<a href="${url}">${text}</a>`,
  };
  const text = textOf(report({ 'config/webhook.yaml': WEBHOOK }, [webhook]), 'text', {
    ...OPTIONS,
    style,
    isVerbose: true,
  });
  await expect(text).toMatchFileSnapshot('golden/painted.txt');
});
