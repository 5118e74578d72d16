import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type GoldenLine, readJsonLines } from './golden.ts';

/** The folder of the mutants, from the root of the repository. It has a file for each family. */
export const MUTANTS = 'fixtures/mutants';

/** A manifest made from an accepted one by a program, with the server's verdicts on it. */
export interface Mutant extends GoldenLine {
  /** The document that it was made from, as `file#document`. */
  readonly base: string;
  /** The change of the document. */
  readonly change: string;
  /** The manifest. */
  readonly text: string;
}

/** Reads the mutants of each family. */
export function readMutants(): { readonly family: string; readonly mutants: readonly Mutant[] }[] {
  return readdirSync(MUTANTS)
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => ({
      family: name.replace(/\.jsonl$/, ''),
      mutants: readJsonLines<Mutant>(join(MUTANTS, name)),
    }));
}
