import { firstNames } from '../base/first-names.ts';
import type { Cause, Finding } from '../result/finding.ts';
import type { Report } from '../result/report.ts';
import { escapeControls } from '../result/visible-text.ts';
import { MINORS, type Minor } from '../server/kubernetes/minors.ts';

/** Describes the reaction of the API server to a finding. Null for findings that come from kubeadmit only. */
export function causeNote(cause: Cause | null): string | null {
  switch (cause) {
    case null:
      return null;
    case 'Undecodable':
      return `the server cannot read this: ${cause}`;
    case 'DuplicateField':
      return `only one of them is kept: ${cause}`;
    case 'Unserved':
      return `the server does not serve this: ${cause}`;
    case 'Warning':
      return 'the server warns of this';
    case 'Status':
      return 'the server refuses this';
    case 'InternalError':
      return `the server fails at this: ${cause}`;
    default:
      return `the server refuses this: ${cause}`;
  }
}

/** `1 error`, `2 errors`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** The verb of a number of things: `occurs` for one, `occur` for more. */
export function verb(number: number, plural: string): string {
  return number === 1 ? `${plural}s` : plural;
}

/** `1.36`, `1.31..1.36` for neighbours, `1.31, 1.33` else. */
export function minorsText(minors: readonly Minor[]): string {
  const first = minors[0];
  const last = minors[minors.length - 1];
  if (first === undefined || last === undefined) return '';
  if (minors.length === 1) return first;
  const isRange = MINORS.indexOf(last) - MINORS.indexOf(first) === minors.length - 1;
  return isRange ? `${first}..${last}` : minors.join(', ');
}

/** Describes the minors in which a finding holds. Null if it holds in all minors of the report. */
export function minorsNote({ minors }: Finding, { kubernetesVersions }: Report): string | null {
  return minors.length < kubernetesVersions.length
    ? `only in Kubernetes ${minorsText(minors)}`
    : null;
}

/** Describes the number of findings that are consequences of a finding. Null if there are none. */
export function consequencesNote(consequences: readonly Finding[]): string | null {
  if (consequences.length === 0) return null;
  const areErrors = consequences.every(({ severity }) => severity === 'error');
  return `${count(consequences.length, areErrors ? 'more error' : 'more finding')} as a consequence`;
}

const LONGEST_NAME = 160;

/** A name from the input, fit for a terminal. */
export function printable(name: string): string {
  return shortened(escapeControls(name));
}

/** The beginning of a long name. */
export function shortened(name: string): string {
  return name.length <= LONGEST_NAME ? name : `${name.slice(0, LONGEST_NAME - 1)}…`;
}

/** The most names that a message lists. */
export const NAMES_SHOWN = 3;

/** The first of some names, and the number of the others. */
export function shownNames(names: readonly string[]): string {
  return firstNames(names, NAMES_SHOWN);
}
