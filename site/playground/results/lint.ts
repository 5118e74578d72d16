import type { Report } from 'kubeadmit/browser';
import { count } from '../../../src/report/phrases.ts';
import { findingList } from './findings.ts';
import type { ResultActions, ResultView } from './view.ts';

/** Shows the findings on manifests. */
export function lintView(report: Report, actions: ResultActions): ResultView {
  const { findings, kubernetesVersions, summary } = report;
  const { documents, checked, decoded, errors, warnings, infos } = summary;
  const counts = `${count(errors, 'error')}, ${count(warnings, 'warning')}, ${count(infos, 'info')}`;
  const versions = [...new Set([kubernetesVersions[0], kubernetesVersions.at(-1)])].join(' to ');
  const looked = `Checked ${checked + decoded} of ${count(documents, 'document')}`;
  return {
    status: `${looked} for Kubernetes ${versions}: ${counts}.`,
    content: [findingList(findings, actions)],
    findings,
  };
}
