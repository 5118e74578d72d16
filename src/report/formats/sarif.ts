import { version } from '../../../package.json';
import { rules } from '../../../rules/index.ts';
import type { FixEdits } from '../../edits/report-fixes.ts';
import { REPOSITORY_URL, ruleUrl } from '../../result/document-urls.ts';
import type { Severity } from '../../result/finding.ts';
import { renderRulePage } from '../rule-page.ts';
import type { ShownFinding, ShownPlace, ShownReport } from '../shown-report.ts';
import { jsonText } from './json.ts';

const LEVELS: Readonly<Record<Severity, string>> = {
  error: 'error',
  warning: 'warning',
  info: 'note',
};

/** The name of the fingerprints of kubeadmit. The version changes when their contents change. */
const FINGERPRINT = 'kubeadmit/v1';

/**
 * A report in the Static Analysis Results Interchange Format. Findings that follow from another one are counted in its
 * message.
 *
 * Source: https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
 */
export function formatSarif({ findings, suppressed }: ShownReport): string {
  const all = [...findings, ...suppressed.map(({ finding }) => finding)];
  const ids = [...new Set(all.map(({ rule }) => rule))].sort();
  return jsonText({
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'kubeadmit',
            semanticVersion: version,
            informationUri: REPOSITORY_URL,
            rules: ids.map(ruleOf),
          },
        },
        columnKind: 'utf16CodeUnits',
        results: [
          ...findings.map((finding) => resultOf(finding, ids)),
          ...suppressed.map(({ finding, reason }) => ({
            ...resultOf(finding, ids),
            suppressions: [{ kind: 'inSource', status: 'accepted', justification: reason }],
          })),
        ],
      },
    ],
  });
}

function ruleOf(id: string) {
  const rule = rules.find((one) => one.id === id)?.load();
  if (rule === undefined) throw new Error(`there is no rule ${id}`);
  const { summary, details, severity } = rule;
  return {
    id,
    shortDescription: { text: summary },
    fullDescription: { text: summary },
    help: { text: `${summary}\n\n${details.trim()}`, markdown: renderRulePage(rule) },
    helpUri: ruleUrl(id),
    defaultConfiguration: { level: LEVELS[severity] },
    properties: { tags: ['kubernetes', id.slice(0, id.indexOf('/'))] },
  };
}

/** @param ids the ids of the rules of the report, in their order */
function resultOf(finding: ShownFinding, ids: readonly string[]) {
  const { rule, severity, message, help, notes, field, cause, minors, related, fix } = finding;
  return {
    ruleId: rule,
    ruleIndex: ids.indexOf(rule),
    level: LEVELS[severity],
    message: { text: [message, ...(help === null ? [] : [`help: ${help}`]), ...notes].join('\n') },
    locations: [
      {
        physicalLocation: locationOf(finding.placeInRepository),
        ...(field === null ? {} : { logicalLocations: [{ fullyQualifiedName: field }] }),
      },
    ],
    ...(related.length === 0
      ? {}
      : {
          relatedLocations: related.map((one, id) => ({
            id,
            physicalLocation: locationOf(one),
            message: { text: one.message },
          })),
        }),
    ...(fix === null
      ? {}
      : { fixes: fix.choices.map((choice) => fixOf(choice, finding.file.uri)) }),
    partialFingerprints: { [FINGERPRINT]: finding.fingerprint },
    properties: { cause, minors },
  };
}

function fixOf({ title, edits }: FixEdits['choices'][number], uri: string) {
  return {
    description: { text: title },
    artifactChanges: [
      {
        artifactLocation: { uri },
        replacements: edits.map(({ line, column, endLine, endColumn, newText }) => ({
          deletedRegion: { startLine: line, startColumn: column, endLine, endColumn },
          insertedContent: { text: newText },
        })),
      },
    ],
  };
}

function locationOf({ file, line, column, endLine, endColumn }: ShownPlace) {
  return {
    artifactLocation: { uri: file.uri },
    region: { startLine: line, startColumn: column, endLine, endColumn },
  };
}
