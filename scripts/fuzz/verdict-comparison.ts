import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lint } from '../../src/lint/lint.ts';
import type { Report } from '../../src/result/report.ts';
import type { Minor } from '../../src/server/kubernetes/minors.ts';
import { describeDifference } from '../../test/conformance/agreement.ts';
import { compareFile } from '../../test/conformance/compare.ts';
import type { GoldenLine } from '../../test/conformance/golden.ts';
import type { JudgedFile } from './oracle-lines.ts';
import { type Servers, serverVerdicts } from './server-verdicts.ts';

/** A file whose verdicts are compared. */
export interface SentFile extends JudgedFile {
  /** The change that made it, as it is printed. */
  readonly change: string;
  /** The CRD of a custom resource, which is kept with it. */
  readonly crd?: string;
}

/** Compares what kubeadmit and the servers say of files, prints what differs, and counts. */
export class VerdictComparison {
  readonly #kept: string | undefined;
  readonly #prefix: number;
  readonly #isOfInterest: (line: GoldenLine) => boolean;
  readonly #tallies = new Map<string, number>();
  #documents = 0;
  #differing = 0;

  /**
   * @param kept the folder into which files that differ are written
   * @param prefix the start of their names
   */
  constructor(
    kept: string | undefined,
    prefix: number,
    isOfInterest: (line: GoldenLine) => boolean = () => true,
  ) {
    this.#kept = kept;
    this.#prefix = prefix;
    this.#isOfInterest = isOfInterest;
  }

  /** The counts, in words. */
  get summary(): string {
    const outcomes = [...this.#tallies].map(([outcome, times]) => `${times} ${outcome}`);
    return `${this.#documents} documents, ${this.#differing} files differ; ${outcomes.join(', ')}`;
  }

  /**
   * Judges files at once.
   *
   * @param reportOf returns the report of kubeadmit on several files, of which it gets one; by default, on this file
   * alone
   */
  judge(
    sent: readonly SentFile[],
    servers: Servers,
    reportOf: (file: SentFile) => Report = (file) => reportOn(file, servers.minors),
  ): void {
    const verdicts = serverVerdicts(servers, sent);
    for (const file of sent) this.#compare(file, verdicts.get(file.file) ?? [], reportOf);
  }

  #compare(
    sent: SentFile,
    said: readonly GoldenLine[],
    reportOf: (file: SentFile) => Report,
  ): void {
    const lines = said.filter(this.#isOfInterest);
    if (lines.length === 0) return;
    for (const { verdicts } of lines) {
      this.#documents++;
      const outcome = verdicts.at(-1)?.outcome ?? 'lost';
      this.#tallies.set(outcome, (this.#tallies.get(outcome) ?? 0) + 1);
    }
    const differences = differencesOf(sent, lines, reportOf(sent));
    if (differences.size === 0) return;
    this.#differing++;
    console.log(`${sent.file}: ${sent.change}`);
    for (const [text, minors] of differences) console.log(`    ${minors.join(' ')} ${text}`);
    this.#keep(sent);
  }

  #keep({ file, content, stored, crd }: SentFile): void {
    if (this.#kept === undefined) return;
    mkdirSync(this.#kept, { recursive: true });
    const texts = { '.yaml': content, '.old.yaml': stored, '.crd.yaml': crd };
    for (const [ending, text] of Object.entries(texts)) {
      const name = `${this.#prefix}-${file.replace(/\.yaml$/, ending)}`;
      if (text !== undefined) writeFileSync(join(this.#kept, name), text);
    }
  }
}

function reportOn({ file, content, stored }: JudgedFile, minors: readonly Minor[]): Report {
  return lint([{ name: file, content }], {
    kubernetesVersions: minors,
    pedantic: true,
    ...(stored === undefined ? {} : { base: [{ name: file, content: stored }] }),
  });
}

function differencesOf(
  { file, content }: SentFile,
  said: readonly GoldenLine[],
  report: Report,
): ReadonlyMap<string, readonly Minor[]> {
  const documents = report.documents.filter((document) => document.file === file);
  const findings = report.findings.filter((finding) => finding.file === file);
  const isPatch = ({ document, item }: GoldenLine) =>
    documents.some(
      (judged) =>
        judged.skipped === 'kustomize-patch' &&
        judged.index === document &&
        judged.item === (item ?? null),
    );
  const lines = said.filter((line) => !isPatch(line));
  const text = typeof content === 'string' ? content : new TextDecoder().decode(content);
  const comparison = compareFile(lines, text, { documents, findings });
  const found = [
    ...comparison.documents.flatMap(({ line, differences }) =>
      differences.map((difference) => ({
        minors: [difference.minor],
        text: `${difference.weight} document ${line.document} ${line.item ?? ''} ${line.apiVersion} ${line.kind}; ${describeDifference(difference).join('; ')}`,
      })),
    ),
    ...comparison.stray.map(({ minors, message }) => ({ minors, text: `stray: ${message}` })),
  ];
  const byText = new Map<string, readonly Minor[]>();
  for (const { text, minors } of found) byText.set(text, [...(byText.get(text) ?? []), ...minors]);
  return byText;
}
