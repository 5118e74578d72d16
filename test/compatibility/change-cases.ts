import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { diffDefinitions } from '../../src/features/diff/diff.ts';
import type { Witness } from '../../src/server/compatibility/change.ts';
import type { Minor } from '../../src/server/kubernetes/minors.ts';
import { decodeText, isMapping, readParts } from '../../src/yaml/index.ts';
import type { Mapping } from '../../src/yaml/tree.ts';
import type { ServerVerdict } from '../conformance/golden.ts';

/** Changes of CRDs: old.yaml and new.yaml, report.txt, and objects.yaml with objects that both CRDs accept. */
export const CHANGE_CASES = join(import.meta.dirname, '../../fixtures/crd-changes');

/** The verdicts of the servers on the objects of the cases. */
export const CHANGE_ANSWERS = join(CHANGE_CASES, 'verdicts.jsonl');

/** Pinned, because the reports name it. */
export const REPORTED_MINOR: Minor = '1.35';

export interface ChangeCase {
  readonly name: string;
  readonly old: string;
  readonly new: string;
  /** The objects that are reported as accepted before the change and refused after it. */
  readonly witnesses: readonly Witness[];
  /** Objects that are accepted before the change and after it. */
  readonly objects: readonly Mapping[];
}

/** The server's verdicts on the change itself, and on a custom resource: a line of {@link CHANGE_ANSWERS}. */
export interface ChangeAnswer {
  readonly case: string;
  /** The verdicts on the update of the CRD. */
  readonly change?: readonly ServerVerdict[];
  readonly object?: Mapping;
  /** The verdicts on the object as a new one. */
  readonly before?: readonly ServerVerdict[];
  readonly after?: readonly ServerVerdict[];
  /** The verdicts on adding a label after the change, if the object was stored before. */
  readonly update?: readonly ServerVerdict[];
}

export function readChangeCases(): readonly ChangeCase[] {
  const folders = readdirSync(CHANGE_CASES, { withFileTypes: true });
  return folders
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => readChangeCase(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function readChangeCase(name: string): ChangeCase {
  const read = (file: string) => readFileSync(join(CHANGE_CASES, name, file), 'utf8');
  const [earlier, later] = [read('old.yaml'), read('new.yaml')];
  const { definitions } = diffDefinitions(
    [{ name: 'old.yaml', content: earlier }],
    [{ name: 'new.yaml', content: later }],
    REPORTED_MINOR,
  );
  const witnesses = definitions.flatMap(({ changes }) =>
    changes.flatMap((change) => ('witness' in change ? (change.witness ?? []) : [])),
  );
  const hasObjects = existsSync(join(CHANGE_CASES, name, 'objects.yaml'));
  const objects = hasObjects ? documentsOf(read('objects.yaml')) : [];
  return { name, old: earlier, new: later, witnesses, objects };
}

function documentsOf(text: string): readonly Mapping[] {
  return [...readParts(decodeText(text))].flatMap(({ content }) =>
    content.kind === 'value' && isMapping(content.document.value) ? [content.document.value] : [],
  );
}
