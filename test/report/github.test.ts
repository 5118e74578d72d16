import { expect, it } from 'vitest';
import { githubFindings } from '../../src/report/formats/github.ts';
import { shownReport } from '../../src/report/shown-report.ts';
import { finding, report } from './report-data.ts';

function annotations(...findings: Parameters<typeof finding>[0][]): readonly string[] {
  return [...githubFindings(shownReport(report({}, findings.map(finding))))];
}

it('has a command for each severity', () => {
  expect(
    annotations(
      { line: 18, column: 21, endColumn: 23, field: 'webhooks[0].timeoutSeconds' },
      { severity: 'warning', message: 'b' },
      { severity: 'info', message: 'c' },
    ),
  ).toEqual([
    '::error file=a.yaml,line=18,endLine=18,col=21,endColumn=23,title=webhook/timeout::webhooks[0].timeoutSeconds: timeoutSeconds is 60; it must be between 1 and 30',
    '::warning file=a.yaml,line=1,endLine=1,col=1,endColumn=2,title=webhook/timeout::b',
    '::notice file=a.yaml,line=1,endLine=1,col=1,endColumn=2,title=webhook/timeout::c',
  ]);
});

it('has no columns for several lines', () => {
  expect(annotations({ line: 2, column: 3, endLine: 4, endColumn: 1, message: 'm' })).toEqual([
    '::error file=a.yaml,line=2,endLine=4,title=webhook/timeout::m',
  ]);
});

it('escapes what the runner would take for its own', () => {
  expect(
    annotations({ file: 'a,b:c%.yaml', message: '50%: a,b\n::error::x\u001b', help: 'do\r\nthis' }),
  ).toEqual([
    '::error file=a%2Cb%3Ac%25.yaml,line=1,endLine=1,col=1,endColumn=2,title=webhook/timeout::50%25: a,b\\n::error::x\\u001b%0Ahelp: do\\r\\nthis',
  ]);
});

it('names files from the root of the repository', () => {
  const [line] = githubFindings(shownReport(report({}, [finding()]), (file) => `sub/${file}`));
  expect(line).toContain('file=sub/a.yaml,');
});
