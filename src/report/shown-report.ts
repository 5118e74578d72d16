import { lazy } from '../base/lazy.ts';
import { type FixEdits, ReportFixes } from '../edits/report-fixes.ts';
import { Fingerprints } from '../result/baseline/fingerprint.ts';
import { documentKey } from '../result/document-key.ts';
import type { Finding, Range } from '../result/finding.ts';
import type { Report } from '../result/report.ts';
import type { DocumentReport, SkipReason } from '../result/verdict.ts';
import { escapeControls } from '../result/visible-text.ts';
import { consequencesNote, minorsNote, printable } from './phrases.ts';
import { reportedFindings } from './reported-findings.ts';

/**
 * A report as the formats get it: its texts are escaped, so that each of them is safe to show (`escapeControls`). A
 * format only adds what its syntax needs.
 */
export interface ShownReport {
  /** The documents in the order of the input. */
  readonly documents: readonly ShownDocument[];
  /** The findings that are not consequences, in the order of the report. */
  readonly findings: readonly ShownFinding[];
  /** The findings that comments and annotations of the input suppress. */
  readonly suppressed: readonly { readonly finding: ShownFinding; readonly reason: string }[];
}

export interface ShownDocument {
  readonly file: string;
  /** The part of the file, from 0. */
  readonly index: number;
  /** The position in a List, null outside of one. */
  readonly item: number | null;
  readonly kind: string | null;
  readonly namespace: string | null;
  readonly name: string | null;
  /** The reason why the document has no verdict. */
  readonly skipped: SkipReason | undefined;
}

export interface ShownPlace extends Range {
  readonly file: ShownFile;
}

export interface ShownFile {
  readonly name: string;
  readonly pathInRepository: string;
  /** The same path as a reference of RFC 3986. */
  readonly uri: string;
  /** The text as it is, for excerpts (`excerpts.ts`). Undefined if it is not available. */
  readonly text: string | undefined;
}

/** A place that helps to understand a finding. */
export interface ShownRelated extends ShownPlace {
  readonly message: string;
}

/** A finding of a report with its consequences. */
export interface ShownFinding
  extends Pick<Finding, 'rule' | 'severity' | 'index' | 'item' | 'cause' | 'minors' | 'docs'>,
    ShownPlace {
  readonly message: string;
  readonly help: string | null;
  readonly field: string | null;
  /** The name of the object, and the template that it was rendered from; empty if neither is known. */
  readonly about: string;
  readonly related: readonly ShownRelated[];
  /** The place of the finding in the repository. For a finding in a rendered file, the place in the template. */
  readonly placeInRepository: ShownPlace;
  /** The findings that the server reports because of this finding, in the order of the report. */
  readonly consequences: readonly Pick<Finding, 'line' | 'column' | 'message'>[];
  /** Describes the minors in which the finding holds. Null if it holds in all minors of the report. */
  readonly minorsNote: string | null;
  /** Describes the number of consequences. Null if there are none. */
  readonly consequencesNote: string | null;
  /** The notes that are not null. */
  readonly notes: readonly string[];
  /** The identity of the finding in several runs: 16 hexadecimal digits. */
  readonly fingerprint: string;
  /** The fix of the finding. New texts are not escaped, because a program writes them into the file. */
  readonly fix: FixEdits | null;
}

/**
 * Escapes the texts of a report, each when it is asked for.
 *
 * @param pathOf the path of a file from the root of its repository
 */
export function shownReport(
  report: Report,
  pathOf: (file: string) => string = (file) => file,
): ShownReport {
  const escaping = new Escaping(report, pathOf);
  return {
    findings: reportedFindings(report).map(({ finding, consequences }) =>
      escaping.finding(finding, consequences),
    ),
    get documents() {
      return report.documents.map(shownDocument);
    },
    get suppressed() {
      return report.suppressed.map(({ finding, reason }) => ({
        finding: escaping.finding(finding, []),
        reason: escapeControls(reason),
      }));
    },
  };
}

function shownDocument(document: DocumentReport): ShownDocument {
  const { file, index, item, kind, namespace, name, skipped } = document;
  return {
    file: escapeControls(file),
    index,
    item,
    kind: escapeIfKnown(kind),
    namespace: escapeIfKnown(namespace),
    name: escapeIfKnown(name),
    skipped,
  };
}

function escapeIfKnown(text: string | null): string | null {
  return text === null ? null : escapeControls(text);
}

/** Escapes the findings of a report. What only some formats show is computed when it is asked for. */
class Escaping {
  readonly #report: Report;
  readonly #pathOf: (file: string) => string;
  readonly #files = new Map<string, ShownFile>();
  readonly #names = lazy(() => namesOf(this.#report));
  readonly #fixes = lazy(() => new ReportFixes(this.#report));
  readonly #fingerprints = lazy(() => {
    const { findings, suppressed } = this.#report;
    return new Fingerprints(this.#report).numbered([
      ...findings.filter(({ causedBy }) => causedBy === null),
      ...suppressed.map(({ finding }) => finding),
    ]);
  });

  constructor(report: Report, pathOf: (file: string) => string) {
    this.#report = report;
    this.#pathOf = pathOf;
  }

  finding(finding: Finding, consequences: readonly Finding[]): ShownFinding {
    const { rule, severity, index, item, cause, minors, docs } = finding;
    const notes = {
      minorsNote: minorsNote(finding, this.#report),
      consequencesNote: consequencesNote(consequences),
    };
    const names = this.#names;
    const fixes = this.#fixes;
    const fingerprints = this.#fingerprints;
    const template = finding.related.find(({ role }) => role === 'template');
    return {
      ...this.#place(finding),
      placeInRepository: this.#place(template ?? finding),
      related: finding.related.map((related) => ({
        ...this.#place(related),
        message: escapeControls(related.message),
      })),
      rule,
      severity,
      index,
      item,
      cause,
      minors,
      docs,
      message: escapeControls(finding.message),
      help: escapeIfKnown(finding.help),
      field: escapeIfKnown(finding.field),
      consequences: consequences.map(({ line, column, message }) => ({
        line,
        column,
        message: escapeControls(message),
      })),
      ...notes,
      notes: Object.values(notes).filter((note) => note !== null),
      get about() {
        return names().get(documentKey(finding)) ?? '';
      },
      get fix() {
        return shownFix(fixes().of(finding));
      },
      get fingerprint() {
        return fingerprints().get(finding) ?? '';
      },
    };
  }

  #place({
    file,
    line,
    column,
    endLine,
    endColumn,
  }: Range & { readonly file: string }): ShownPlace {
    return { file: this.#file(file), line, column, endLine, endColumn };
  }

  #file(name: string): ShownFile {
    const known = this.#files.get(name);
    if (known !== undefined) return known;
    const { texts } = this.#report;
    const path = lazy(() => this.#pathOf(name));
    const file = {
      name: escapeControls(name),
      get pathInRepository() {
        return escapeControls(path());
      },
      get uri() {
        return uriOf(path());
      },
      get text() {
        return texts.get(name);
      },
    };
    this.#files.set(name, file);
    return file;
  }
}

function shownFix(fix: FixEdits | null): FixEdits | null {
  if (fix === null) return null;
  const choices = fix.choices.map(({ title, edits }) => ({ title: escapeControls(title), edits }));
  return { ...fix, choices };
}

/** The names of the documents in files with findings, as `Kind/name`. */
function namesOf({ documents, findings }: Report): ReadonlyMap<string, string> {
  const files = new Set(findings.map(({ file }) => file));
  return new Map(
    documents
      .filter(({ file }) => files.has(file))
      .map((document) => {
        const { kind, name, renderedFrom } = document;
        const parts = [kind, name].filter((part) => part !== null);
        const template = renderedFrom === null ? '' : `  (from ${renderedFrom})`;
        return [documentKey(document), printable(`${parts.join('/')}${template}`)];
      }),
  );
}

/** A path as a reference of RFC 3986, relative where the path is. */
function uriOf(path: string): string {
  const encoded = path
    .split('/')
    .map((segment) => encodeURIComponent(wellFormed(segment)))
    .join('/');
  return path.startsWith('/') ? `file://${encoded}` : encoded;
}

/** Replaces unpaired surrogates by U+FFFD, as neither UTF-8 nor URIs can contain them. */
function wellFormed(text: string): string {
  return text.replace(
    /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
    '\ufffd',
  );
}
