import { CustomResourceDefinitions } from './engine/definitions.ts';
import {
  type JudgedPart,
  type JudgeOptions,
  judgePart,
  type PartInProgress,
  type SourceText,
} from './engine/judge.ts';
import { selectRules } from './engine/selection.ts';
import { MINORS, type Minor, NEWEST_MINOR } from './kubernetes/minors.ts';
import type { Finding, Severity } from './result/finding.ts';
import type { Report, Summary } from './result/report.ts';
import { type DocumentReport, isDecodedDocument } from './result/verdict.ts';
import { looksLikeManifest } from './rule/manifest.ts';
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
  /** More CRDs, for looking at objects that name their kinds; nothing is reported about these sources. */
  readonly crds?: Iterable<Source>;
  /** The day to judge by: what has expired is only said with it, so that a run can be repeated. */
  readonly now?: Date;
}

/**
 * Judges manifests as the API server would, and says what else is wrong with them. Pure: the same
 * sources and options give the same report, and nothing but them is looked at.
 *
 * Sources are read one after the other. An object is let go of as soon as it is judged, unless it has to be
 * looked at beside the others.
 */
export function lint(sources: Iterable<Source>, options: LintOptions = {}): Report {
  const run = new LintRun(options);
  for (const source of options.crds ?? []) run.define(source);
  for (const source of sources) run.judge(source);
  return run.finish();
}

/** A part that is waiting for all sources to be read. */
interface WaitingPart {
  readonly source: SourceText;
  readonly inProgress: PartInProgress;
}

class LintRun {
  readonly #options: JudgeOptions;
  readonly #definitions = new CustomResourceDefinitions();
  /** In the order of the input. */
  readonly #parts: (JudgedPart | WaitingPart)[] = [];
  /** The texts that findings are about. */
  readonly #texts = new Map<string, string>();
  readonly #unusableCrds: DocumentReport[] = [];
  #files = 0;

  constructor({ kubernetesVersions, now, ...names }: LintOptions) {
    const asked = kubernetesVersions ?? [NEWEST_MINOR];
    const minors = MINORS.filter((minor) => asked.includes(minor));
    this.#options = { minors, selection: selectRules(names), now };
  }

  /** Reads CRDs that are not reported on. */
  define(source: Source): void {
    for (const { inProgress } of this.#begin(source)) {
      const { documents } = inProgress.finish(this.#definitions);
      this.#unusableCrds.push(...documents.filter(isUnusableCrd));
    }
  }

  judge(source: Source): void {
    this.#files++;
    for (const part of this.#begin(source)) {
      this.#parts.push(part.inProgress.waits ? part : this.#close(part));
    }
  }

  finish(): Report {
    const documents: DocumentReport[] = [];
    const findings: Finding[] = [];
    for (const part of this.#parts) {
      const judged = 'inProgress' in part ? this.#close(part) : part;
      // One by one: a List may have more items than a call may have arguments.
      for (const document of judged.documents) documents.push(document);
      for (const finding of judged.findings) findings.push(finding);
    }
    return {
      version: 1,
      kubernetesVersions: this.#options.minors,
      documents,
      findings,
      summary: summarize(this.#files, documents, findings),
      texts: this.#texts,
      unusableCrds: this.#unusableCrds,
    };
  }

  *#begin({ name, content }: Source): Iterable<WaitingPart> {
    const decoded = decodeText(content);
    const source = {
      file: name,
      text: decoded.text,
      lines: new Lines(decoded.text),
      meantAsManifest: lazily(() => looksLikeManifest(decoded.text)),
    };
    for (const part of readParts(decoded)) {
      yield { source, inProgress: judgePart(source, part, this.#options, this.#definitions) };
    }
  }

  #close({ source, inProgress }: WaitingPart): JudgedPart {
    const judged = inProgress.finish(this.#definitions);
    if (judged.findings.length > 0) this.#texts.set(source.file, source.text);
    return judged;
  }
}

/** Whether a document is a CRD, or cannot be read at all, and some minor does not take it. */
function isUnusableCrd({ kind, verdicts, skipped }: DocumentReport): boolean {
  const isMeant = kind === null || kind === 'CustomResourceDefinition';
  const isTaken = Object.values(verdicts).every((verdict) => verdict === 'accepted');
  return skipped === undefined && isMeant && !isTaken;
}

function summarize(
  files: number,
  documents: readonly DocumentReport[],
  findings: readonly Finding[],
): Summary {
  const count = (severity: Severity) =>
    findings.filter((finding) => finding.severity === severity).length;
  const looked = documents.filter((document) => document.skipped === undefined);
  const decoded = looked.filter(isDecodedDocument).length;
  return {
    files,
    documents: documents.length,
    checked: looked.length - decoded,
    decoded,
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
