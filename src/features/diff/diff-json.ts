import type { CrdChange, Witness } from '../../server/compatibility/change.ts';
import { jsonText } from '../../server/crd/json-text.ts';
import { fieldText } from '../../server/crd/schema-steps.ts';
import type { Mapping } from '../../yaml/tree.ts';
import type { DefinitionDiff } from './diff.ts';
import { diffCounts, problemSeverity, problemText, reportedChange } from './diff-changes.ts';

/** The comparison of CRDs as JSON, for programs. */
export function diffJson(diff: DefinitionDiff): string {
  const { errors, warnings } = diffCounts(diff);
  const report: Mapping = {
    version: 1,
    kubernetesVersion: diff.minor,
    definitions: diff.definitions.map((definition): Mapping => {
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
  return `${jsonText(report, 'as written')}\n`;
}

function changeJson(change: CrdChange): Mapping {
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

function placeOf(change: CrdChange): Mapping {
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

function witnessJson({ object, stored, ofStatus, fate }: Witness): Mapping {
  return {
    request: ofStatus ? 'status' : stored === undefined ? 'create' : 'update',
    object,
    stored: stored ?? null,
    storedObjects: fate,
  };
}
