import { compareUnits } from '../../base/compare.ts';
import { indexBy } from '../../base/index-by.ts';
import { lazy } from '../../base/lazy.ts';
import type { Finding, Severity } from '../../result/finding.ts';
import type { Fix } from '../../result/fix.ts';
import type { Minor } from '../../server/kubernetes/minors.ts';
import { isCorrectedElsewhere, isGeneratedElsewhere } from '../../sources/project/copied-crd.ts';
import {
  isForDevelopers,
  isInTests,
  isSample,
  isUnmaintained,
  mayHaveVariants,
} from '../../sources/project/file-location.ts';
import type { CheckedPart } from '../check/checked-part.ts';
import type { Draft, Standing } from '../check/draft.ts';
import type { SourceText } from '../read/source-text.ts';
import { familyOf } from '../rules/rule-names.ts';
import { describeMessage, ruleOf } from '../rules/rule-registry.ts';

/** The same draft in several minors is one finding that names them. */
export function mergeMinors(
  drafts: readonly Draft[],
  { source, part, documents }: CheckedPart,
): readonly Finding[] {
  const isCopied = lazy(() => {
    if (!documents.some(({ kind }) => kind === 'CustomResourceDefinition')) return false;
    const text = source.textOf(part.span);
    return isCorrectedElsewhere(text, source) || isGeneratedElsewhere(text, source);
  });
  return [...indexBy(drafts, (draft) => [keyOf(draft)]).values()]
    .flatMap((same) => {
      const [draft, ...others] = same;
      if (draft === undefined) return [];
      const merged = { ...draft, fix: commonFix(draft, others) };
      const minors = new Set(same.map(({ minor }) => minor));
      return [toFinding(merged, [...minors], { source, index: part.index, isCopied })];
    })
    .sort(compareFindings);
}

/** Identifies a finding in a part. Drafts that only differ in the minor have the same key. */
function keyOf(draft: Draft): string {
  const { rule, messageId, line, column, endLine, endColumn, field, cause, item } = draft;
  const range = [line, column, endLine, endColumn];
  return JSON.stringify([rule, messageId, range, field, cause, item, stateOf(draft.standing)]);
}

/** The part of a standing in which the drafts of a finding agree. The overlays may differ by minor. */
function stateOf(standing: Standing): string {
  return standing.kind === 'advice' ? standing.readAs : standing.kind;
}

/**
 * The fix that is the same in all minors, if it is. By the schema of a catalogue, which may be of another version, none
 * is certain.
 */
function commonFix({ fix, standing }: Draft, others: readonly Draft[]): Fix | null {
  if (standing.kind === 'misfit') return null;
  if (fix === null || others.length === 0) return fix;
  const text = JSON.stringify(fix);
  return others.every((other) => JSON.stringify(other.fix) === text) ? fix : null;
}

interface PartOfFindings {
  readonly source: SourceText;
  readonly index: number;
  /** Reports whether the part has a copy of a CRD of another project. */
  readonly isCopied: () => boolean;
}

function toFinding(draft: Draft, minors: readonly Minor[], part: PartOfFindings): Finding {
  const { source } = part;
  const { messageId, item, values, line, column, endLine, endColumn, field, cause, related, fix } =
    draft;
  const { message, severity, ...described } = describeMessage(draft.rule, messageId, values);
  return {
    ...described,
    message: `${prefixOf(draft)}${message}`,
    severity: source.severityOf(draft.rule, severityIn(draft, severity, part)),
    file: source.file,
    index: part.index,
    item,
    line,
    column,
    endLine,
    endColumn,
    field,
    cause,
    causedBy: null,
    minors,
    ...(draft.explainsFields.length > 0 && { explainsFields: draft.explainsFields }),
    related,
    fix,
  };
}

/** The words before a message that is not about the object as the server gets it, or not about the server. */
function prefixOf({ standing }: Draft): string {
  switch (standing.kind) {
    case 'answer':
      return '';
    case 'advice':
      return `as ${standing.readAs}: `;
    case 'overlooked':
      return 'accepted in spite of this error: ';
    case 'misfit':
      return 'by the schema of a catalogue: ';
    case 'embedded':
      return 'in the manifest in this value: ';
    case 'built':
      return `in ${standing.overlays}: `;
  }
}

/**
 * The severity of a finding in a source. Advice for another version, or on a manifest in a value of another object, is
 * an info. An error that the server overlooks in an update, or that only the schema of a catalogue shows, is a warning.
 * A warning is an info in tests, in files that the project does not maintain or that only its developers use, and on
 * CRDs of other projects, where nobody acts on it, unless it is about how the file of a test with a server is written:
 * such a test may not test what it says. Projects also keep examples of the versions that they deprecate.
 */
function severityIn(
  { rule, standing: { kind } }: Draft,
  own: Severity,
  { source, isCopied }: PartOfFindings,
): Severity {
  if (kind === 'advice' || kind === 'embedded') return 'info';
  if ((kind === 'overlooked' || kind === 'misfit') && own === 'error') return 'warning';
  if (own !== 'warning') return own;
  if (ruleOf(rule).isInfoInSamples === true && isSample(source)) return 'info';
  const isUnused = ABOUT_FILES.has(familyOf(rule))
    ? mayHaveVariants(source)
    : isInTests(source) || isCopied();
  return isUnused || isUnmaintained(source) || isForDevelopers(source) ? 'info' : own;
}

/** The families of rules about how files are written. */
const ABOUT_FILES: ReadonlySet<string> = new Set(['yaml', 'workspace']);

/** The order of a report within one part of a file: by location, then by rule. */
export function compareFindings(a: Finding, b: Finding): number {
  return (
    a.line - b.line ||
    a.column - b.column ||
    compareUnits(a.rule, b.rule) ||
    compareUnits(a.messageId, b.messageId) ||
    compareUnits(a.field ?? '', b.field ?? '')
  );
}
