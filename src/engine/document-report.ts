import type { FoundObject } from '../decode/index.ts';
import { resolveKind } from '../kubernetes/kinds.ts';
import { type Minor, NEWEST_MINOR } from '../kubernetes/minors.ts';
import type { DocumentReport, SkipReason, Verdict } from '../result/verdict.ts';
import { isMapping, type Value } from '../yaml/index.ts';

/** Where a document stands. */
export type ReportedPlace = Pick<DocumentReport, 'file' | 'index' | 'line'>;

/** Reports an object with its verdicts, or why there are none. */
export function reportObject(
  place: ReportedPlace,
  object: FoundObject,
  minors: readonly Minor[],
  verdict: (minor: Minor) => Verdict,
): DocumentReport {
  const { head, item, value } = object;
  const metadata = memberOf(value, 'metadata');
  return {
    ...place,
    item,
    apiVersion: head.kind === 'foreign' ? null : (head.apiVersion ?? null),
    kind: head.kind === 'foreign' ? null : (head.objectKind ?? null),
    namespace: textOf(memberOf(metadata, 'namespace')),
    name: textOf(memberOf(metadata, 'name')),
    ...verdictsOf(minors, verdict, whySkipped(object)),
  };
}

/** Reports a part that cannot be read. */
export function reportUnreadable(
  place: ReportedPlace,
  minors: readonly Minor[],
  skipped: SkipReason | undefined,
): DocumentReport {
  return {
    ...place,
    item: null,
    apiVersion: null,
    kind: null,
    namespace: null,
    name: null,
    ...verdictsOf(minors, () => 'undecodable', skipped),
  };
}

function verdictsOf(
  minors: readonly Minor[],
  verdict: (minor: Minor) => Verdict,
  skipped: SkipReason | undefined,
): Pick<DocumentReport, 'verdicts' | 'skipped'> {
  const each = (minor: Minor) => (skipped === undefined ? verdict(minor) : 'skipped');
  return {
    verdicts: Object.fromEntries(minors.map((minor) => [minor, each(minor)])),
    ...(skipped === undefined ? {} : { skipped }),
  };
}

/** Why nothing is said of an object; built-in kinds are judged in every version and minor. */
function whySkipped({ head, item }: FoundObject): SkipReason | undefined {
  if (head.kind === 'foreign') return 'not-kubernetes';
  if (head.kind === 'bad') return undefined;
  const { outcome } = resolveKind(head.apiVersion, head.objectKind, NEWEST_MINOR);
  if (outcome === 'served' || outcome === 'unserved') return undefined;
  if (item !== null && head.objectKind.endsWith('List')) return 'nested-list';
  return outcome === 'uncreatable' ? 'uncreatable-kind' : 'unknown-kind';
}

function memberOf(value: Value, key: string): Value {
  return isMapping(value) ? (value[key] ?? null) : null;
}

function textOf(value: Value): string | null {
  return typeof value === 'string' ? value : null;
}
