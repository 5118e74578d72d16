import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { lint } from '../../src/lint/lint.ts';
import { type Format, formatReport, type LineFormat } from '../../src/report/format.ts';
import reportSchema from '../../src/report/report.schema.json';
import { PLAIN } from '../../src/report/style.ts';
import { failsAt } from '../../src/result/finding.ts';
import type { Report } from '../../src/result/report.ts';
import { finding, report } from './report-data.ts';
import gitlabSchema from './schemas/gitlab-code-quality.json';
import sarifSchema from './schemas/sarif-2.1.0.json';
import { readXml, type XmlElement, type XmlSchema, xmlProblems } from './xml-tree.ts';

const HEAD = 'apiVersion: v1\nkind: ResourceQuota\n';

/** A report with all that a format may have to show: related places, consequences, suppressions, Lists. */
const REAL = lint(
  [
    {
      name: 'config/a b%.yaml',
      content: `${HEAD}metadata: { name: a, name: b }
spec:
  hard: { pods: "1" }
  hrad: {} # kubeadmit: ignore[field/unknown] "why" <&>
  hrid: {}
---
apiVersion: example.com/v1
kind: Shop
metadata: { name: web }
---
apiVersion: v1
kind: List
items: 1
`,
    },
    {
      name: '<stdin>',
      content:
        'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: { name: a.b.com }\n',
    },
    { name: '/c.yaml', content: `${HEAD}metadata: { name: a }\nspec: { hard: { pods: "1" } }\n` },
    { name: 'd.yaml', content: `${HEAD}metadata: { name: a }\nspec: {}\n` },
  ],
  { kubernetesVersions: ['1.30', '1.31'] },
);

/** Texts that are dangerous without escapes. */
const HOSTILE = report({}, [
  finding({
    file: 'a\u001b[31m"<&>\'\n\ud800 é.yaml',
    message: ']]> <x> & "quoted" \u0000\u202e\ufffe',
    help: 'a\nb',
    related: [{ file: '../x y', line: 1, column: 1, endLine: 1, endColumn: 2, message: '<&>' }],
  }),
]);

const REPORTS: readonly (readonly [string, Report])[] = [
  ['real findings', REAL],
  ['hostile texts', HOSTILE],
  ['nothing', report({}, [])],
];

function format(made: Report, as: Format): string {
  const pieces = formatReport(made, as, {
    style: PLAIN,
    width: undefined,
    closing: [],
    annotations: false,
    pathInRepository: (file) => (file.startsWith('/') ? file : `./${file}`),
    fails: (severity) => failsAt('error', severity),
    maxFindings: undefined,
  });
  return [...pieces].join('');
}

const ajv = new Ajv2020({
  allErrors: true,
  strict: true,
  formats: {
    uri: (text: string) => URL.canParse(text),
    'uri-reference': (text: string) =>
      !/[\s<>"{}|\\^`]|%(?![0-9A-Fa-f]{2})|[^\x20-\x7e]/.test(text),
  },
});

/** Jenkins reads these (junit-10.xsd of its xUnit plugin), and GitLab a part of them. */
const JUNIT: XmlSchema = {
  testsuites: { attributes: 'name tests failures errors', children: 'testsuite' },
  testsuite: { attributes: 'name! tests! failures! errors! skipped', children: 'testcase' },
  testcase: { attributes: 'classname! name!', children: 'failure skipped system-out' },
  failure: { attributes: 'message type', children: '' },
  skipped: { attributes: 'message', children: '' },
  'system-out': { attributes: '', children: '' },
};

const CHECKSTYLE: XmlSchema = {
  checkstyle: { attributes: 'version!', children: 'file' },
  file: { attributes: 'name!', children: 'error' },
  error: { attributes: 'line! column severity! message! source!', children: '' },
};

/** Returns what a reader refuses in a file. */
type Reader = (text: string) => unknown;

function jsonReader(schema: object): Reader {
  const validate = ajv.compile(schema);
  return (text) => (validate(JSON.parse(text)) ? [] : validate.errors);
}

function xmlReader(schema: XmlSchema): Reader {
  return (text) => xmlProblems(readXml(text), schema);
}

/** The formats that programs read. A new format does not compile without its reader. */
const READERS: Readonly<Record<Exclude<Format, LineFormat>, Reader>> = {
  json: jsonReader(reportSchema),
  sarif: jsonReader(sarifSchema),
  gitlab: jsonReader(gitlabSchema),
  junit: xmlReader(JUNIT),
  checkstyle: xmlReader(CHECKSTYLE),
};

const READABLE = Object.keys(READERS) as readonly (keyof typeof READERS)[];

describe.each(READABLE)('%s', (as) => {
  it.each(REPORTS)('is accepted by its readers for %s', (_, made) => {
    expect(READERS[as](format(made, as))).toEqual([]);
  });
});

describe.each(['sarif', 'gitlab'] as const)('%s', (as) => {
  it('has nothing that a terminal obeys', () => {
    expect(format(HOSTILE, as)).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  });
});

describe('sarif', () => {
  const [run] = JSON.parse(format(REAL, 'sarif')).runs;
  const resultOf = (rule: string, at = 0) =>
    run.results.filter(({ ruleId }: { ruleId: string }) => ruleId === rule)[at];

  it('has the page of each rule that reports something, and results refer to it', () => {
    for (const { ruleId, ruleIndex } of run.results) {
      const { id, help, helpUri } = run.tool.driver.rules[ruleIndex];
      expect([id, help.markdown.startsWith(`# ${id}\n`), helpUri.endsWith(`${id}.md`)]).toEqual([
        ruleId,
        true,
        true,
      ]);
    }
  });

  it('has places from the root of the repository, as URIs', () => {
    expect(resultOf('field/unknown').locations[0]).toEqual({
      physicalLocation: {
        artifactLocation: { uri: './config/a%20b%25.yaml' },
        region: { startLine: 7, startColumn: 3, endLine: 7, endColumn: 7 },
      },
      logicalLocations: [{ fullyQualifiedName: 'spec.hrid' }],
    });
    expect(resultOf('yaml/duplicate-key').relatedLocations).toHaveLength(1);
  });

  it('has suppressed findings with the reason', () => {
    expect(resultOf('field/unknown', 1).suppressions).toEqual([
      { kind: 'inSource', status: 'accepted', justification: '"why" <&>' },
    ]);
  });

  it('counts what follows from a finding in its message', () => {
    const texts = run.results.map(({ message }: { message: { text: string } }) => message.text);
    expect(texts.join('\n')).toMatch(/^\d+ more errors as a consequence$/m);
  });

  it('has fingerprints that are all different', () => {
    const all = run.results.map(
      (result: { partialFingerprints: Record<string, string> }) =>
        result.partialFingerprints['kubeadmit/v1'],
    );
    expect(new Set(all).size).toBe(all.length);
  });
});

describe('gitlab', () => {
  it('names files from the root of the repository', () => {
    const paths = JSON.parse(format(REAL, 'gitlab')).map(
      ({ location }: { location: { path: string } }) => location.path,
    );
    expect(new Set(paths)).toEqual(new Set(['config/a b%.yaml', '<stdin>', 'd.yaml']));
  });
});

describe('junit', () => {
  const root = readXml(format(REAL, 'junit'));
  const suiteOf = (name: string): XmlElement | undefined =>
    root.children.find(({ attributes }) => attributes.name === name);
  const outcomes = (name: string) =>
    suiteOf(name)?.children.map(({ attributes, children }) => [
      attributes.name,
      ...children.map((child) => child.name),
    ]);

  it('has a test for each document, which fails where something fails the run', () => {
    expect(outcomes('config/a b%.yaml')).toEqual([
      ['ResourceQuota/b (0)', 'failure'],
      ['Shop/web (1)', 'skipped'],
      expect.arrayContaining(['failure']),
    ]);
    expect(outcomes('/c.yaml')).toEqual([['ResourceQuota/a (0)']]);
    // A warning does not fail the run here.
    expect(outcomes('d.yaml')).toEqual([['ResourceQuota/a (0)', 'system-out']]);
  });

  it('counts them', () => {
    expect(root.attributes).toEqual({ name: 'kubeadmit', tests: '6', failures: '3', errors: '0' });
    expect(suiteOf('config/a b%.yaml')?.attributes).toMatchObject({ tests: '3', skipped: '1' });
  });
});

describe('checkstyle', () => {
  it('has the findings of each file', () => {
    const { children } = readXml(format(REAL, 'checkstyle'));
    expect(children.map(({ attributes }) => attributes.name)).toEqual([
      'config/a b%.yaml',
      '<stdin>',
      'd.yaml',
    ]);
    expect(children[2]?.children[0]?.attributes).toMatchObject({
      line: '4',
      severity: 'warning',
      source: 'resource-quota/no-effect',
    });
  });
});
