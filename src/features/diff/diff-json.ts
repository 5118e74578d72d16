import { escapeJson } from '../../report/escape.ts';
import type { Severity } from '../../result/finding.ts';
import type { CrdChange, Witness } from '../../server/compatibility/change.ts';
import { fieldText } from '../../server/crd/schema-steps.ts';
import { jsonText } from '../../server/crd/values/json-text.ts';
import type { Minor } from '../../server/kubernetes/minors.ts';
import type { Value } from '../../yaml/tree.ts';
import type { DefinitionDiff } from './diff.ts';
import { diffCounts, problemSeverity, problemText, reportedChange } from './diff-changes.ts';

/** The comparison of CRDs, as `kubeadmit diff -f json` prints it. */
export type DiffJson = {
  readonly version: 1;
  readonly kubernetesVersion: Minor;
  readonly definitions: readonly DefinitionJson[];
  readonly summary: {
    readonly definitions: number;
    readonly errors: number;
    readonly warnings: number;
  };
};

/** A CRD of both states, or of one of them only. */
type DefinitionJson = {
  readonly name: string;
  /** The file that it is in before the change; null if it is new. */
  readonly before: string | null;
  /** The file that it is in after the change; null if it is deleted. */
  readonly after: string | null;
  readonly severity: Severity | null;
  readonly problem: string | null;
  readonly changes: readonly CrdChangeJson[];
};

type CrdChangeJson = {
  readonly severity: Severity;
  readonly kind: CrdChange['kind'];
  /** The keyword, or the property of the CRD. */
  readonly subject: string;
  readonly versions: readonly string[];
  readonly fields: readonly string[];
  readonly before: Value;
  readonly after: Value;
  readonly message: string;
  readonly effect: string;
  /** The custom resource that was accepted and is refused now. */
  readonly witness: WitnessJson | null;
};

/** A request that was accepted before the change. */
type WitnessJson = {
  readonly request: 'create' | 'update' | 'status';
  readonly object: Value;
  /** The object that it replaces. */
  readonly stored: Value;
  readonly storedObjects: Witness['fate'];
};

/** The comparison of CRDs as JSON, for programs. */
export function diffJson(diff: DefinitionDiff): string {
  const { errors, warnings } = diffCounts(diff);
  const report: DiffJson = {
    version: 1,
    kubernetesVersion: diff.minor,
    definitions: diff.definitions.map((definition) => {
      const { name, before = null, after = null, changes } = definition;
      return {
        name,
        before,
        after,
        severity: problemSeverity(definition) ?? null,
        problem: problemText(definition) ?? null,
        changes: changes.map(changeJson),
      };
    }),
    summary: { definitions: diff.definitions.length, errors, warnings },
  };
  return `${escapeJson(jsonText(report, 'as written'))}\n`;
}

function changeJson(change: CrdChange): CrdChangeJson {
  const { severity, message, effect, witness } = reportedChange(change);
  const { before = null, after = null } = change;
  return {
    severity,
    kind: change.kind,
    ...placeOf(change),
    before,
    after,
    message,
    effect,
    witness: witness === undefined ? null : witnessJson(witness),
  };
}

function placeOf(change: CrdChange): Pick<CrdChangeJson, 'subject' | 'versions' | 'fields'> {
  switch (change.kind) {
    case 'version':
    case 'definition':
      return { subject: change.subject, versions: listOf(change.version), fields: [] };
    default: {
      const { version, alsoIn, steps, alsoAt } = change;
      return {
        subject: change.kind === 'meaning' ? change.subject : change.suspect.keyword,
        versions: [version, ...alsoIn],
        fields: [steps, ...alsoAt].map(fieldText),
      };
    }
  }
}

function listOf(version: string | undefined): readonly string[] {
  return version === undefined ? [] : [version];
}

function witnessJson({ object, stored, ofStatus, fate }: Witness): WitnessJson {
  return {
    request: ofStatus ? 'status' : stored === undefined ? 'create' : 'update',
    object,
    stored: stored ?? null,
    storedObjects: fate,
  };
}
