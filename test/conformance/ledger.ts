import { readFileSync } from 'node:fs';
import type { Minor } from '../../src/server/kubernetes/minors.ts';
import type { Weight } from './compare.ts';

/** The place of a known difference: a row (`folder/row`), or only some of its documents or minors. */
type LedgerEntry =
  | string
  | {
      readonly row: string;
      readonly variants?: readonly string[];
      readonly minors?: readonly Minor[];
    };

/** Differences with one reason. */
export interface LedgerGroup {
  /**
   * The reason for the difference. A reason that begins with `not yet` is for checks that are not implemented. It
   * excuses missing errors, and nothing else.
   */
  readonly reason: string;
  readonly rows?: readonly LedgerEntry[];
}

/** The place and the weight of a difference. */
export interface Place {
  readonly row: string;
  readonly variant: string;
  readonly minor: Minor;
  readonly weight: Weight;
}

/** The ledger, from the root of the repository. */
export const LEDGER = 'test/conformance/ledger.jsonc';

const HEADER = `// The known differences between kubeadmit and the API server, by row of fixtures/conformance.
// A refusal of what the server accepts is never excused. Reasons that begin with "not yet" excuse
// only silence; \`node scripts/run.mjs scripts/generate/conformance-page.ts --ledger\` keeps their rows.
`;

/** Reads the ledger. Comments are lines of their own. */
export function readLedger(): readonly LedgerGroup[] {
  const ledger: { readonly groups: readonly LedgerGroup[] } = JSON.parse(
    readFileSync(LEDGER, 'utf8').replace(/^\s*\/\/.*$/gm, ''),
  );
  return ledger.groups;
}

/** The text of a ledger, before formatting. */
export function printLedger(groups: readonly LedgerGroup[]): string {
  return `${HEADER}${JSON.stringify({ groups }, null, 2)}\n`;
}

/** The row that an entry is about. */
export function rowOfEntry(entry: LedgerEntry): string {
  return typeof entry === 'string' ? entry : entry.row;
}

/** Reports whether a group contains a place, even if it does not excuse the difference there. */
function covers(group: LedgerGroup, place: Place): boolean {
  return (group.rows ?? []).some((entry) => entryCovers(entry, place));
}

/** Reports whether an entry contains a place. */
export function entryCovers(entry: LedgerEntry, place: Place): boolean {
  if (rowOfEntry(entry) !== place.row) return false;
  if (typeof entry === 'string') return true;
  const { variants, minors } = entry;
  return (
    (variants === undefined || variants.includes(place.variant)) &&
    (minors === undefined || minors.includes(place.minor))
  );
}

/** Reports whether a group is about checks that are not implemented yet. */
function isNotYet(group: LedgerGroup): boolean {
  return group.reason.startsWith('not yet');
}

/** Reports whether the ledger excuses a difference. */
export function excuses(groups: readonly LedgerGroup[], place: Place): boolean {
  if (place.weight === 'false-error') return false;
  return groups.some(
    (group) => covers(group, place) && (place.weight === 'missing' || !isNotYet(group)),
  );
}

const UNWRITTEN = 'not yet: no rule says this';

/**
 * The ledger that the differences of a run require. Groups about checks that are not implemented have the rows that
 * still differ, and the rows without a group have a group of their own. All other groups are kept.
 */
export function renewLedger(
  groups: readonly LedgerGroup[],
  places: readonly Place[],
): readonly LedgerGroup[] {
  const renewed = groups.flatMap((group): readonly LedgerGroup[] => {
    if (!isNotYet(group)) return [group];
    const rows = (group.rows ?? []).filter((entry) =>
      places.some((place) => entryCovers(entry, place)),
    );
    return rows.length === 0 ? [] : [{ ...group, rows }];
  });
  const unexcused = places.filter(
    (place) => place.weight === 'missing' && !excuses(renewed, place),
  );
  const added = [...new Set(unexcused.map(({ row }) => row))];
  if (added.length === 0) return renewed;
  const known = renewed.find(({ reason }) => reason === UNWRITTEN);
  const rows = [...(known?.rows ?? []), ...added].sort((a, b) =>
    rowOfEntry(a) < rowOfEntry(b) ? -1 : 1,
  );
  return [...renewed.filter((group) => group !== known), { reason: UNWRITTEN, rows }];
}
