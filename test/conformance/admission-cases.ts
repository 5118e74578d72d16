import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Minor } from '../../src/server/kubernetes/minors.ts';
import type { OracleAnswer } from './admission-answers.ts';
import { readJsonLines } from './golden.ts';

const FOLDER = 'fixtures/conformance/admission';

export const ADMISSION_ANSWERS = join(FOLDER, 'answers.jsonl');

/** A cluster with policies and objects, and how requests are made of these. */
interface AdmissionCase {
  /** The name of the file. */
  readonly file: string;
  readonly text: string;
  /** The stored objects; undefined if there are none. */
  readonly old: string | undefined;
  /** The flags of the oracle, from a first line such as `# flags: -operation DELETE`. */
  readonly args: readonly string[];
}

/** The decisions of servers about a request. */
export interface FrozenAnswer extends OracleAnswer {
  readonly file: string;
  readonly document: number;
  readonly item?: number;
  readonly minors: readonly Minor[];
}

/** Reads the cases, in the order of their names. */
export function readAdmissionCases(): readonly AdmissionCase[] {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.yaml'));
  return names
    .filter((name) => !name.endsWith('.old.yaml'))
    .sort()
    .map((file) => {
      const text = readFileSync(join(FOLDER, file), 'utf8');
      const oldName = file.replace('.yaml', '.old.yaml');
      const old = names.includes(oldName) ? readFileSync(join(FOLDER, oldName), 'utf8') : undefined;
      const flags = /^# flags: (.*)\n/.exec(text)?.[1] ?? '-operation CREATE';
      return { file, text, old, args: flags.split(' ') };
    });
}

/** Reads the decisions of the servers. */
export function readAdmissionAnswers(): readonly FrozenAnswer[] {
  return readJsonLines(ADMISSION_ANSWERS);
}
