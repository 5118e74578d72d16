import { expect, it } from 'vitest';
import { ReportFixes } from '../../src/edits/report-fixes.ts';
import { lint } from '../../src/lint/lint.ts';

/** Quotas that each misspell a field, with a comment of some length. */
function quotas(count: number, length: number): string {
  const quota = (index: number) =>
    `- { apiVersion: v1, kind: ResourceQuota, metadata: { name: a${index} }, spec: { hrad: {} } }\n`;
  const items = Array.from({ length: count }, (_, index) => quota(index)).join('');
  return `apiVersion: v1\nkind: List\n# ${'a'.repeat(length)}\nitems:\n${items}`;
}

it.each([
  [3, 1000, 3],
  // Each fix is tried on a document of 8 MB.
  [5, 8_000_000, 2],
])('for %i fixes in a document of %i characters, %i are written', (count, length, written) => {
  const report = lint([{ name: 'a.yaml', content: quotas(count, length) }], {
    only: ['field/unknown'],
  });
  const fixes = new ReportFixes(report);
  expect(report.findings).toHaveLength(count);
  expect(report.findings.filter((finding) => fixes.of(finding) !== null)).toHaveLength(written);
});
