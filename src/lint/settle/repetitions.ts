import { getOrCompute } from '../../base/get-or-compute.ts';
import type { Finding, RelatedLocation } from '../../result/finding.ts';
import { firstLocations } from '../../result/first-locations.ts';
import type { DocumentIdentity } from '../../result/verdict.ts';

/** The number of repetitions that are shown. The others are counted. */
const MOST_SHOWN = 10;

/** Advice at so many objects of one file has one reason, such as the template that they were made from. */
const MANY = 4;

/**
 * Makes one finding of advice that is the same at several fields of CRDs, which are generated from the same types, at
 * many objects of one file, or in several copies of an object, such as a manifest that is in config/ and in a chart.
 * Warnings of the server are merged like advice, except those at many objects. Its errors are never merged.
 *
 * @param findings in the order of the report
 * @param documentOf the object that a finding is about
 */
export function mergeRepetitions(
  findings: readonly Finding[],
  documentOf: (finding: Finding) => DocumentIdentity | undefined,
): readonly Finding[] {
  const counts = new Map<string, number>();
  // The server gives its warnings for each object.
  for (const finding of findings.filter(({ cause }) => cause === null)) {
    const key = keyInFile(finding);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const isFrequent = (finding: Finding) =>
    finding.cause === null && (counts.get(keyInFile(finding)) ?? 0) >= MANY;
  const groups = groupBy(findings, documentOf, (finding, document, numbers) => {
    if (isMergedWithOthers(document)) return messageKey(finding);
    return isFrequent(finding) ? keyInFile(finding) : repetitionKey(finding, document, numbers);
  });
  if (groups.length === findings.length) return findings;
  const kept = new Map(groups.map(({ first, others }) => [first, withRepetitions(first, others)]));
  return findings.flatMap((finding) => kept.get(finding) ?? []);
}

/** A finding with the findings that repeat it, in the order of the report. */
interface RepeatedFinding {
  readonly first: Finding;
  readonly others: readonly Finding[];
}

/**
 * Groups advice that is the same on several versions of a CRD, or in several copies of an object. A finding without
 * repetitions is a group by itself.
 */
export function groupRepetitions(
  findings: readonly Finding[],
  documentOf: (finding: Finding) => DocumentIdentity | undefined,
): readonly RepeatedFinding[] {
  return groupBy(findings, documentOf, repetitionKey);
}

/** Reports whether advice on an object may be merged with the same advice on other objects of its kind. */
export function isMergedWithOthers({ kind }: DocumentIdentity): boolean {
  return kind === 'CustomResourceDefinition';
}

function groupBy(
  findings: readonly Finding[],
  documentOf: (finding: Finding) => DocumentIdentity | undefined,
  keyOf: typeof repetitionKey,
): readonly RepeatedFinding[] {
  const numbers = new PlaceNumbers();
  const groups = new Map<Finding | string, { first: Finding; others: Finding[] }>();
  for (const finding of findings) {
    const document = documentOf(finding);
    const { severity, cause } = finding;
    const isAdvice = severity !== 'error' && (cause === null || cause === 'Warning');
    const key = isAdvice && document !== undefined ? keyOf(finding, document, numbers) : finding;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, { first: finding, others: [] });
    else known.others.push(finding);
  }
  return [...groups.values()];
}

/** Numbers the items of the same identity in one file, from 0. Such items are not copies of each other. */
class PlaceNumbers {
  readonly #known = new Map<string, Map<string, number>>();

  /** The number of an item among those of the same identity, in the order in which they are first asked for. */
  of(identity: unknown, item: string): number {
    const key = JSON.stringify(identity);
    const numbers = getOrCompute(this.#known, key, () => new Map<string, number>());
    return getOrCompute(numbers, item, () => numbers.size);
  }
}

/**
 * The key that repetitions share. Documents of one file are not copies of each other, and neither are items of one
 * list. In a copy, the same item may be at another position.
 */
function repetitionKey(
  finding: Finding,
  document: DocumentIdentity,
  numbers: PlaceNumbers,
): string {
  const { rule, messageId, severity, message, minors, field } = finding;
  const { file, index, item } = document;
  const identity = [document.apiVersion, document.kind, document.namespace, document.name];
  const copy = numbers.of([file, ...identity], `${index} ${item}`);
  const ofAnyVersion = field?.replace(/^spec\.versions\[\d+\]/, 'spec.versions[]') ?? null;
  const anywhere = ofAnyVersion?.replaceAll(/\[\d+\]/g, '[]') ?? null;
  const key = [rule, messageId, severity, message, minors, anywhere, identity, copy];
  return JSON.stringify([...key, numbers.of([file, key], ofAnyVersion ?? '')]);
}

function messageKey({ rule, messageId, severity, message, minors }: Finding): string {
  return JSON.stringify([rule, messageId, severity, message, minors]);
}

function keyInFile(finding: Finding): string {
  return `${finding.file}\n${messageKey(finding)}`;
}

function withRepetitions(finding: Finding, others: readonly Finding[]): Finding {
  if (others.length === 0) return finding;
  const related = firstLocations(
    others,
    ({ file, line, column, endLine, endColumn }): RelatedLocation => ({
      file,
      line,
      column,
      endLine,
      endColumn,
      message: 'the same here',
    }),
    MOST_SHOWN,
  );
  const places = others.length === 1 ? '1 more location' : `${others.length} more locations`;
  return {
    ...finding,
    message: `${finding.message} (the same at ${places})`,
    related: [...finding.related, ...related],
  };
}
