import { findKind } from '../../src/server/kubernetes/kinds.ts';
import { differencesOf, type JudgedCase } from './agreement.ts';
import type { Weight } from './compare.ts';

/** The number of times that kubeadmit and the server agree. One document in one minor counts as one. */
interface Tally {
  readonly name: string;
  readonly all: number;
  readonly agree: number;
  readonly missing: number;
  readonly wrong: number;
  readonly falseErrors: number;
}

type Counts = { all: number } & Record<Weight, number>;

const DECODED = 'other built-in kinds (decoding)';

/** Counts by kind, in the order of the alphabet, with all but the validated kinds at the end. */
export function tallyByKind(judged: readonly JudgedCase[]): Tally[] {
  return tally(judged, (one, kind, foreign) => {
    if (one.case.update) return 'updates';
    if (kind === undefined) return 'text that cannot be read, or names no kind';
    if (foreign) return 'custom resources';
    return findKind(kind)?.validated ? kind : DECODED;
  });
}

/** Counts by folder of the cases; updates are left out. */
export function tallyByFolder(judged: readonly JudgedCase[]): Tally[] {
  return tally(
    judged.filter((one) => !one.case.update),
    (one) => one.case.folder,
  );
}

function tally(
  judged: readonly JudgedCase[],
  nameOf: (one: JudgedCase, kind: string | undefined, foreign: boolean) => string,
): Tally[] {
  const counts = new Map<string, Counts>();
  const countsOf = (name: string): Counts => {
    let known = counts.get(name);
    if (known === undefined) {
      known = { all: 0, missing: 0, wrong: 0, 'false-error': 0 };
      counts.set(name, known);
    }
    return known;
  };
  for (const one of judged) {
    for (const { line, compared, foreign } of one.comparison.documents) {
      if (compared > 0) countsOf(nameOf(one, line.kind, foreign)).all += compared;
    }
    for (const { line, place, foreign } of differencesOf([one])) {
      countsOf(nameOf(one, line.kind, foreign))[place.weight]++;
    }
  }
  return [...counts]
    .sort(([a], [b]) => order(a) - order(b) || (a < b ? -1 : 1))
    .map(([name, count]) => ({
      name,
      all: count.all,
      agree: count.all - count.missing - count.wrong - count['false-error'],
      missing: count.missing,
      wrong: count.wrong,
      falseErrors: count['false-error'],
    }));
}

/** Orders names. Names of kinds come first. Other names are written in lower case. */
function order(name: string): number {
  return /^[A-Z]/.test(name) ? 0 : 1;
}

/** The sum of all rows. */
function total(tallies: readonly Tally[]): Tally {
  const sum = (of: (one: Tally) => number) => tallies.reduce((so, one) => so + of(one), 0);
  return {
    name: 'all',
    all: sum(({ all }) => all),
    agree: sum(({ agree }) => agree),
    missing: sum(({ missing }) => missing),
    wrong: sum(({ wrong }) => wrong),
    falseErrors: sum(({ falseErrors }) => falseErrors),
  };
}

/** A table in Markdown, with the sum as its last row. */
export function printTable(tallies: readonly Tally[], first: string): string {
  const rows = [...tallies, total(tallies)].map(
    ({ name, all, agree, missing, wrong, falseErrors }) =>
      `| ${name} | ${all} | ${agree} | ${percent(agree, all)} | ${missing} | ${wrong} | ${falseErrors} |`,
  );
  return [
    `| ${first} | documents x minors | agree | | says less | says else | false errors |`,
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...rows,
  ].join('\n');
}

/** Rounded down, so that only full agreement is 100%. */
function percent(part: number, all: number): string {
  return all === 0 ? '' : `${(Math.floor((part / all) * 1000) / 10).toFixed(1)}%`;
}
