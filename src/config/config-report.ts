import { count } from '../report/phrases.ts';
import type { Finding } from '../result/finding.ts';
import type { Report } from '../result/report.ts';
import { NEWEST_MINOR } from '../server/kubernetes/minors.ts';

/** The report of a run that stopped because its configuration is not valid. */
export function configReport(
  problems: readonly Finding[],
  texts: ReadonlyMap<string, string>,
): Report {
  return {
    version: 1,
    kubernetesVersions: [NEWEST_MINOR],
    documents: [],
    findings: problems,
    summary: {
      files: texts.size,
      documents: 0,
      checked: 0,
      decoded: 0,
      errors: problems.length,
      warnings: 0,
      infos: 0,
    },
    texts,
    suppressed: [],
    unusableCrds: [],
    removedCrds: [],
    unbuilt: 0,
    policyRun: undefined,
    flagFiles: [],
  };
}

/** The last line of a run with an invalid configuration. */
export function configSummary(problems: readonly Finding[]): string {
  return `nothing was checked: the configuration has ${count(problems.length, 'error')}`;
}
