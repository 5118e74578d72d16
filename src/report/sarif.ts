import { version } from '../../package.json';
import { rules } from '../../rules/index.ts';
import { type FixEdits, ReportFixes } from '../features/fix/report-fixes.ts';
import { Fingerprints } from '../result/baseline/fingerprint.ts';
import { REPOSITORY_URL, ruleUrl } from '../result/document-urls.ts';
import type { Finding, Range, Severity } from '../result/finding.ts';
import type { Report, SuppressedFinding } from '../result/report.ts';
import { escapeControls } from '../result/visible-text.ts';
import { jsonText } from './json.ts';
import { consequencesNote, minorsNote } from './phrases.ts';
import { placeInRepository } from './place-in-repository.ts';
import { reportedFindings } from './reported-findings.ts';
import { renderRulePage } from './rule-page.ts';
import { wellFormed } from './well-formed.ts';

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
 *
 * @param pathOf the path of a file from the root of the repository
 */
export function formatSarif(report: Report, pathOf: (file: string) => string): string {
  const reported = reportedFindings(report);
  const all = [
    ...reported.map(({ finding }) => finding),
    ...report.suppressed.map(({ finding }) => finding),
  ];
  const ids = [...new Set(all.map(({ rule }) => rule))].sort();
  const fingerprints = new Fingerprints(report).numbered(all);
  const results = new Results(report, ids, fingerprints, pathOf);
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
          ...reported.map(({ finding, consequences }) =>
            results.of(finding, consequencesNote(consequences)),
          ),
          ...report.suppressed.map((suppressed) => results.ofSuppressed(suppressed)),
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

/** Makes results of the findings of a report. */
class Results {
  readonly #report: Report;
  readonly #ruleIds: readonly string[];
  readonly #fingerprints: ReadonlyMap<Finding, string>;
  readonly #pathOf: (file: string) => string;
  readonly #fixes: ReportFixes | undefined;

  constructor(
    report: Report,
    ruleIds: readonly string[],
    fingerprints: ReadonlyMap<Finding, string>,
    pathOf: (file: string) => string,
  ) {
    this.#report = report;
    this.#ruleIds = ruleIds;
    this.#fingerprints = fingerprints;
    this.#pathOf = pathOf;
    const hasFixes = report.findings.some(({ fix }) => fix !== null);
    this.#fixes = hasFixes ? new ReportFixes(report) : undefined;
  }

  of(finding: Finding, consequences: string | null) {
    const { rule, severity, message, help, field, cause, minors, related } = finding;
    const notes = [minorsNote(finding, this.#report), consequences];
    const text = [
      message,
      ...(help === null ? [] : [`help: ${help}`]),
      ...notes.filter((note) => note !== null),
    ];
    return {
      ruleId: rule,
      ruleIndex: this.#ruleIds.indexOf(rule),
      level: LEVELS[severity],
      message: { text: text.map(escapeControls).join('\n') },
      locations: [
        {
          physicalLocation: this.#place(placeInRepository(finding)),
          ...(field === null
            ? {}
            : { logicalLocations: [{ fullyQualifiedName: escapeControls(field) }] }),
        },
      ],
      ...(related.length === 0
        ? {}
        : {
            relatedLocations: related.map((one, id) => ({
              id,
              physicalLocation: this.#place(one),
              message: { text: escapeControls(one.message) },
            })),
          }),
      ...this.#fixesOf(finding),
      partialFingerprints: { [FINGERPRINT]: this.#fingerprints.get(finding) ?? '' },
      properties: { cause, minors },
    };
  }

  ofSuppressed({ finding, reason }: SuppressedFinding) {
    const justification = escapeControls(reason);
    return {
      ...this.of(finding, null),
      suppressions: [{ kind: 'inSource', status: 'accepted', justification }],
    };
  }

  #fixesOf(finding: Finding) {
    const fix = this.#fixes?.of(finding) ?? null;
    if (fix === null) return {};
    return { fixes: fix.choices.map((choice) => this.#fix(finding.file, choice)) };
  }

  #fix(file: string, { title, edits }: FixEdits['choices'][number]) {
    return {
      description: { text: escapeControls(title) },
      artifactChanges: [
        {
          artifactLocation: { uri: uriOf(this.#pathOf(file)) },
          replacements: edits.map(({ line, column, endLine, endColumn, newText }) => ({
            deletedRegion: { startLine: line, startColumn: column, endLine, endColumn },
            insertedContent: { text: newText },
          })),
        },
      ],
    };
  }

  #place({ file, line, column, endLine, endColumn }: Range & { readonly file: string }) {
    return {
      artifactLocation: { uri: uriOf(this.#pathOf(file)) },
      region: { startLine: line, startColumn: column, endLine, endColumn },
    };
  }
}

/** A path as a reference of RFC 3986, relative where the path is. */
function uriOf(path: string): string {
  const encoded = path
    .split('/')
    .map((segment) => encodeURIComponent(wellFormed(segment)))
    .join('/');
  return path.startsWith('/') ? `file://${encoded}` : encoded;
}
