import { getOrCompute } from '../../base/get-or-compute.ts';
import { Lines } from '../../yaml/index.ts';
import { documentKey } from '../document-key.ts';
import type { Finding } from '../finding.ts';
import type { Report, ReportTexts } from '../report.ts';
import type { DocumentReport } from '../verdict.ts';

/** The longest part of a text that a fingerprint is made of. */
const LONGEST_TEXT = 200;

/**
 * The identity of a finding in several runs. It stays the same if lines move, files are renamed, or kubeadmit changes
 * the text of a message. It consists of the message id of the rule, the object, the field without the positions of list
 * items, and the text at its location.
 */
export class Fingerprints {
  readonly #texts: ReportTexts;
  readonly #documents: ReadonlyMap<string, DocumentReport>;
  readonly #lines = new Map<string, Lines>();

  constructor({ texts, documents }: Report) {
    this.#texts = texts;
    this.#documents = new Map(documents.map((document) => [documentKey(document), document]));
  }

  /** 16 hexadecimal digits; equal findings of a run have the same. */
  of(finding: Finding): string {
    const { rule, messageId, field } = finding;
    const document = this.#documents.get(documentKey(finding));
    const group = document?.apiVersion?.includes('/')
      ? document.apiVersion.slice(0, document.apiVersion.indexOf('/'))
      : '';
    const parts = [
      rule,
      messageId,
      group,
      document?.kind ?? '',
      document?.namespace ?? '',
      document?.name ?? '',
      field?.replace(/\[\d+\]/g, '[]') ?? '',
      this.#textOf(finding),
    ];
    return hash(JSON.stringify(parts));
  }

  /** The object that a finding is about, for people. */
  objectOf(finding: Finding): string {
    const {
      kind = null,
      namespace = null,
      name = null,
    } = this.#documents.get(documentKey(finding)) ?? {};
    return [kind, namespace, name].filter((part) => part !== null).join('/');
  }

  /** The fingerprints of findings with their numbers among equal ones, so that no two are the same. */
  numbered(findings: readonly Finding[]): ReadonlyMap<Finding, string> {
    const counts = new Map<string, number>();
    return new Map(
      findings.map((finding) => {
        const fingerprint = this.of(finding);
        const number = (counts.get(fingerprint) ?? 0) + 1;
        counts.set(fingerprint, number);
        return [finding, `${fingerprint}:${number}`];
      }),
    );
  }

  /** The text at the location of a finding, without its white space. */
  #textOf({ file, line, column, endLine, endColumn }: Finding): string {
    const text = this.#texts.get(file);
    if (text === undefined) return '';
    const lines = getOrCompute(this.#lines, file, () => new Lines({ text }));
    const start = lines.lineSpan(line).start + column - 1;
    const end = lines.lineSpan(endLine).start + endColumn - 1;
    return text.slice(start, end).replace(/\s+/g, ' ').trim().slice(0, LONGEST_TEXT);
  }
}

const OFFSET = 0xcbf29ce484222325n;
const PRIME = 0x100000001b3n;

/** FNV-1a, 64 bits, over UTF-16 units: http://www.isthe.com/chongo/tech/comp/fnv/ */
function hash(text: string): string {
  let value = OFFSET;
  for (let index = 0; index < text.length; index++) {
    value = BigInt.asUintN(64, (value ^ BigInt(text.charCodeAt(index))) * PRIME);
  }
  return value.toString(16).padStart(16, '0');
}
