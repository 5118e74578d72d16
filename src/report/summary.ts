import type { Report } from '../result/report.ts';
import type { SkipReason } from '../result/verdict.ts';
import { count, minorsText } from './phrases.ts';

/** The last line of a report: what was looked at, and what came of it. */
export function summaryLine({ summary, kubernetesVersions }: Report): string {
  const { files, documents, checked, decoded, errors, warnings, infos } = summary;
  const found = [
    ...(errors + warnings + infos === 0 ? ['no findings'] : []),
    ...(errors + warnings > 0 ? [count(errors, 'error'), count(warnings, 'warning')] : []),
    ...(infos > 0 ? [count(infos, 'info')] : []),
  ].join(', ');
  const more = decoded === 0 ? '' : ` (${decoded} more decoded)`;
  return `checked ${checked} of ${count(documents, 'document')}${more} in ${count(files, 'file')} for Kubernetes ${minorsText(kubernetesVersions)}: ${found}`;
}

/** What the reader of the summary should know about what was not checked; mostly nothing. */
export function notices(report: Report): readonly string[] {
  const reasons = countReasons(report);
  const templates = reasons.get('template') ?? 0;
  return [
    ...(report.summary.checked + report.summary.decoded === 0
      ? [`nothing was checked: ${whyNothing(report, reasons)}`]
      : []),
    ...(templates > 0
      ? [
          `${count(templates, 'template')} not rendered yet, so not checked; render and pipe: helm template ... | kubeadmit -`,
        ]
      : []),
  ];
}

/** What a document is that is not judged. */
export const SKIP_REASONS: Readonly<Record<SkipReason, string>> = {
  'not-kubernetes': 'no Kubernetes object',
  'unknown-kind': 'unknown kind',
  'uncreatable-kind': 'kind that no manifest creates',
  template: 'template not rendered yet',
  'nested-list': 'List inside a List',
};

function countReasons({ documents }: Report): ReadonlyMap<SkipReason, number> {
  const reasons = new Map<SkipReason, number>();
  for (const { skipped } of documents) {
    if (skipped !== undefined) reasons.set(skipped, (reasons.get(skipped) ?? 0) + 1);
  }
  return reasons;
}

function whyNothing({ summary }: Report, reasons: ReadonlyMap<SkipReason, number>): string {
  if (summary.files === 0) return 'no .yaml, .yml or .json file was found';
  if (reasons.size === 0) return `no document in ${count(summary.files, 'file')}`;
  return [...reasons].map(([reason, number]) => `${SKIP_REASONS[reason]} (${number})`).join(', ');
}
