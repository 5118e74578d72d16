import type { Severity } from '../../result/finding.ts';
import type { CrdChange, Witness } from '../../server/compatibility/change.ts';
import {
  definitionEffect,
  definitionText,
  fateText,
  meaningEffect,
  meaningText,
  refusalText,
  versionText,
} from '../../server/compatibility/describe.ts';
import type { ComparedDefinition, DefinitionDiff } from './diff.ts';

/** A change of a CRD as reports show it. */
interface ReportedChange {
  readonly severity: Severity;
  readonly message: string;
  readonly effect: string;
  readonly witness: Witness | undefined;
}

/** A change as reports show it: refused requests are errors if a witness proves them, all else is a warning. */
export function reportedChange(change: CrdChange): ReportedChange {
  switch (change.kind) {
    case 'refused': {
      const { witness } = change;
      const message = withRepetitions(refusalText(change), change);
      return { severity: 'error', message, effect: fateText(witness.fate), witness };
    }
    case 'unproven':
      return {
        severity: 'warning',
        message: `${withRepetitions(refusalText(change), change)} (not proven)`,
        effect: 'values that were accepted may now be refused; no example was found',
        witness: undefined,
      };
    case 'meaning':
      return {
        severity: 'warning',
        message: withRepetitions(meaningText(change), change),
        effect: meaningEffect(change),
        witness: undefined,
      };
    case 'version': {
      const { isStored, subject, before, witness } = change;
      const stored =
        isStored && subject === 'removed'
          ? 'objects may be stored in it, so the server refuses the change'
          : 'requests for it fail';
      const severity = before === 'served' || isStored ? 'error' : 'warning';
      return { severity, message: versionText(change), effect: stored, witness };
    }
    case 'definition': {
      const isRefused = ['group', 'scope', 'plural', 'kind'].includes(change.subject);
      return {
        severity: isRefused ? 'error' : 'warning',
        message: definitionText(change),
        effect: definitionEffect(change),
        witness: undefined,
      };
    }
  }
}

/** The text of a change, with the other places where a schema changes in the same way. */
function withRepetitions(
  text: string,
  { version, alsoIn, alsoAt }: Extract<CrdChange, { readonly alsoAt: unknown }>,
): string {
  const versions = alsoIn.length === 0 ? '' : ` (${[version, ...alsoIn].join(', ')})`;
  if (alsoAt.length === 0) return `${text}${versions}`;
  const others = alsoAt.length === 1 ? '1 other field' : `${alsoAt.length} other fields`;
  return `${text}${versions}; the same in ${others}`;
}

/** The reason why the changes of a CRD are not known. Undefined if they are known. */
export function problemText({ problem, before, after }: ComparedDefinition): string | undefined {
  if (after === undefined) return 'the CRD is deleted, and all its custom resources with it';
  if (before === undefined) return 'new';
  if (problem === undefined) return undefined;
  const file = problem === 'invalid-before' ? before : after;
  return `not compared: it is not valid in ${file} (kubeadmit ${file} says why)`;
}

/** The severity of a CRD that is not compared. */
export function problemSeverity({
  after,
  before,
  problem,
}: ComparedDefinition): Severity | undefined {
  if (after === undefined) return 'error';
  return before !== undefined && problem !== undefined ? 'warning' : undefined;
}

/** The number of findings of each severity in a comparison. */
export function diffCounts({ definitions }: DefinitionDiff): {
  readonly errors: number;
  readonly warnings: number;
} {
  const severities = definitions.flatMap((definition) => [
    problemSeverity(definition),
    ...definition.changes.map((change) => reportedChange(change).severity),
  ]);
  const number = (severity: Severity) => severities.filter((one) => one === severity).length;
  return { errors: number('error'), warnings: number('warning') };
}
