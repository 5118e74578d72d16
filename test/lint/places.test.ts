import { describe, expect, it } from 'vitest';
import { formatReport } from '../../src/report/format.ts';
import { PLAIN } from '../../src/report/style.ts';
import type { Finding, Range } from '../../src/result/finding.ts';
import { lintPedantically } from './lint-pedantically.ts';

/** A webhook configuration whose only error is in its client configuration. */
const webhook = (clientConfig: string, kind = 'ValidatingWebhookConfiguration') =>
  [
    'apiVersion: admissionregistration.k8s.io/v1',
    `kind: ${kind}`,
    'metadata: { name: pods.example.com }',
    'webhooks:',
    '  - name: pods.example.com',
    '    sideEffects: None',
    '    admissionReviewVersions: [v1]',
    `    clientConfig:${clientConfig}`,
    '',
  ].join('\n');

const URL = 'http://hooks.example.com';

interface Case {
  readonly title: string;
  readonly text: string;
  /** The text that the finding is about, as the file has it, and the line at which it begins. */
  readonly at: string;
  readonly line: number;
  readonly column: number;
  readonly more?: Partial<Finding>;
}

const cases: readonly Case[] = [
  {
    title: 'a plain value',
    text: webhook(`\n      url: ${URL}`),
    at: URL,
    line: 9,
    column: 12,
  },
  {
    title: 'the text of a literal block scalar',
    text: webhook(`\n      url: |-\n        ${URL}`),
    at: URL,
    line: 10,
    column: 9,
  },
  {
    title: 'the text of a folded block scalar with an indentation of its own',
    text: webhook(`\n      url: >2-\n\n        ${URL}\n    failurePolicy: Fail`),
    at: URL,
    line: 11,
    column: 9,
  },
  {
    title: 'the value of a quoted key',
    text: webhook(`\n      "url": '${URL}'`),
    at: `'${URL}'`,
    line: 9,
    column: 14,
  },
  {
    title: 'a quoted key, for what is missing below it',
    text: webhook('\n      "service": { "name": hooks }'),
    at: '"service"',
    line: 9,
    column: 7,
    more: { field: 'webhooks[0].clientConfig.service.name', messageId: 'namespace' },
  },
  {
    title: 'a flow mapping',
    text: webhook(` {service: {name: hooks, namespace: shop, port: 70000}}`),
    at: '70000',
    line: 8,
    column: 66,
  },
  {
    title: 'a value between tabs',
    text: webhook(`\n      url:\t${URL}\t# why\tnot`),
    at: URL,
    line: 9,
    column: 12,
  },
  {
    title: 'a value behind astral characters',
    text: [
      '{ apiVersion: admissionregistration.k8s.io/v1, kind: ValidatingWebhookConfiguration,',
      '  webhooks: [{ name: pods.example.com, sideEffects: None, admissionReviewVersions: [v1],',
      `    matchConditions: [{ name: a, expression: "'\u{1f600}' != ''" }], clientConfig: { url: ${URL}`,
      '  }}], metadata: { name: pods.example.com } }',
    ].join('\n'),
    at: URL,
    line: 3,
    column: 84,
  },
  {
    title: 'lines that end with CRLF',
    text: webhook(`\n      url: ${URL}`).replaceAll('\n', '\r\n'),
    at: URL,
    line: 9,
    column: 12,
  },
  {
    title: 'a text that begins with a byte order mark',
    text: `\ufeff${webhook(` {url: "${URL}"}`)}`,
    at: `"${URL}"`,
    line: 8,
    column: 25,
  },
  {
    title: 'the 300th document of a file',
    text: `${'kind: a\n---\n'.repeat(299)}${webhook(`\n      url: ${URL}`)}`,
    at: URL,
    line: 607,
    column: 12,
    more: { index: 299 },
  },
  {
    title: 'an item of a List',
    text: [
      'apiVersion: v1',
      'kind: List',
      'items:',
      '- apiVersion: v1',
      '  kind: ConfigMap',
      `- ${webhook(`\n      url: ${URL}`).replaceAll('\n', '\n  ').trim()}`,
      '',
    ].join('\n'),
    at: URL,
    line: 14,
    column: 14,
    more: { index: 0, item: 1, field: 'webhooks[0].clientConfig.url' },
  },
];

/** Judges a manifest, and reports only the errors of the server about clients of webhooks. */
const lintClients = (content: string) =>
  lintPedantically([{ name: 'webhook.yaml', content }], {
    only: ['webhook/url', 'webhook/service'],
  });

/** The text of a range within a line. */
function textAt(text: string, { line, column, endLine, endColumn }: Range): string {
  expect(endLine).toBe(line);
  return (text.replace(/^\ufeff/, '').split(/\r\n|\n/)[line - 1] ?? '').slice(
    column - 1,
    endColumn - 1,
  );
}

const options = {
  style: PLAIN,
  width: undefined,
  closing: [],
  annotations: false,
  pathInRepository: (file: string) => file,
  fails: () => true,
  maxFindings: undefined,
};
const render = (report: ReturnType<typeof lintPedantically>, format: 'text' | 'json' | 'github') =>
  [...formatReport(report, format, options)].join('');

describe.each(cases)('$title', ({ text, at, line, column, more = {} }) => {
  const report = lintClients(text);

  it('is where the finding stands', () => {
    expect(report.findings).toMatchObject([{ line, column, ...more }]);
    expect(report.findings.map((finding) => textAt(text, finding))).toEqual([at]);
  });

  it('has the caret under it', () => {
    const lines = render(report, 'text').split('\n');
    const marks = lines.findIndex((shown) => /\| +\^+/.test(shown));
    const carets = lines[marks] ?? '';
    const start = carets.indexOf('^');
    // A wide character takes two columns of a terminal and two code units, so that slicing counts columns.
    const shown = (lines[marks - 1] ?? '').slice(start, carets.lastIndexOf('^') + 1);
    expect(shown).toBe(at);
  });

  it('is what GitHub and readers of JSON get', () => {
    const { findings } = JSON.parse(render(report, 'json'));
    const place = { line, column, endLine: line, endColumn: column + at.length };
    expect(findings).toMatchObject([place]);
    expect(render(report, 'github')).toContain(
      `line=${line},endLine=${line},col=${column},endColumn=${column + at.length},`,
    );
  });
});

it('points at an alias, and relates the text behind its anchor', () => {
  const text = webhook(`\n      url: *hooks`).replace(
    'name: pods',
    `annotations: { a: &hooks "${URL}" }, name: pods`,
  );
  const { findings } = lintClients(text);
  expect(findings).toMatchObject([
    {
      line: 9,
      column: 12,
      endLine: 9,
      endColumn: 18,
      related: [{ line: 3, column: 38, endColumn: 64 }],
    },
  ]);
  expect(findings.flatMap(({ related }) => related.map((range) => textAt(text, range)))).toEqual([
    `"${URL}"`,
  ]);
});

it('points at the alias for what lies below it', () => {
  const text = webhook(' *client').replace(
    'webhooks:\n',
    `webhooks:\n  - name: first.example.com\n    sideEffects: None\n    admissionReviewVersions: [v1]\n    clientConfig: &client\n      url: ${URL}\n`,
  );
  const { findings } = lintClients(text);
  expect(findings).toMatchObject([
    { line: 9, column: 12, field: 'webhooks[0].clientConfig.url', related: [] },
    {
      line: 13,
      column: 19,
      endColumn: 26,
      field: 'webhooks[1].clientConfig.url',
      related: [{ line: 9, column: 12 }],
    },
  ]);
});
