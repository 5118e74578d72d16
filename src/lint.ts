import type { Finding, Severity } from './finding.ts';
import { judgePart } from './judge.ts';
import { MINORS, type Minor, NEWEST_MINOR } from './kubernetes/minors.ts';
import { looksLikeManifest } from './manifest.ts';
import type { Report, Summary } from './report.ts';
import { selectRules } from './selection.ts';
import type { DocumentReport } from './verdict.ts';
import { decodeText, Lines, readParts } from './yaml/index.ts';

/** A named text: a path, or `<stdin>`. */
export interface Source {
  readonly name: string;
  /** Bytes where they are at hand: only they show what is no UTF-8. */
  readonly content: string | Uint8Array;
}

export interface LintOptions {
  /** The minors to judge for, in any order; the newest where not said. */
  readonly kubernetesVersions?: readonly Minor[];
  /** Ids of rules or families: only their findings are reported. Verdicts are those of all rules. */
  readonly only?: readonly string[];
  /** Ids of rules or families whose findings are not reported. */
  readonly skip?: readonly string[];
  /** The day to judge by: what has expired is only said with it, so that a run can be repeated. */
  readonly now?: Date;
}

/**
 * Judges manifests as the API server would, and says what else is wrong with them. Pure: the same
 * sources and options give the same report, and nothing but them is looked at.
 *
 * Sources are read one after the other and their objects are let go of as soon as they are judged.
 */
export function lint(sources: Iterable<Source>, options: LintOptions = {}): Report {
  const asked = options.kubernetesVersions ?? [NEWEST_MINOR];
  const minors = MINORS.filter((minor) => asked.includes(minor));
  const selection = selectRules(options);
  const documents: DocumentReport[] = [];
  const findings: Finding[] = [];
  const texts = new Map<string, string>();
  let files = 0;
  for (const source of sources) {
    files++;
    const decoded = decodeText(source.content);
    const text = {
      file: source.name,
      text: decoded.text,
      lines: new Lines(decoded.text),
      meantAsManifest: lazily(() => looksLikeManifest(decoded.text)),
    };
    const before = findings.length;
    for (const part of readParts(decoded)) {
      const judged = judgePart(text, part, minors, selection, options.now);
      // One by one: a List may have more items than a call may have arguments.
      for (const document of judged.documents) documents.push(document);
      for (const finding of judged.findings) findings.push(finding);
    }
    if (findings.length > before) texts.set(source.name, decoded.text);
  }
  return {
    version: 1,
    kubernetesVersions: minors,
    documents,
    findings,
    summary: summarize(files, documents, findings),
    texts,
  };
}

function summarize(
  files: number,
  documents: readonly DocumentReport[],
  findings: readonly Finding[],
): Summary {
  const count = (severity: Severity) =>
    findings.filter((finding) => finding.severity === severity).length;
  return {
    files,
    documents: documents.length,
    checked: documents.filter((document) => document.skipped === undefined).length,
    errors: count('error'),
    warnings: count('warning'),
    infos: count('info'),
  };
}

function lazily<T>(compute: () => T): () => T {
  let known: { readonly value: T } | undefined;
  return () => {
    known ??= { value: compute() };
    return known.value;
  };
}
