import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LintOptions } from '../../src/lint/options.ts';
import { serverOptions } from '../lint/server-flags.ts';
import { splitParts } from './parts.ts';

/** Below the root of the repository, where tests and scripts are run. */
const FOLDER = 'fixtures/conformance';

/** The file of golden verdicts on all cases. */
export const VERDICTS = join(FOLDER, 'verdicts.jsonl');

/** A file of fixtures/conformance. */
export interface Case {
  /** As the golden verdicts name it: `folder/name.yaml`. */
  readonly file: string;
  readonly folder: string;
  /** The subject of the case, as the ledger names it: `folder/row`. */
  readonly row: string;
  /** True if the case is sent to replace a stored object. */
  readonly update: boolean;
  /**
   * The stored object of an update, and the flags of the server in a first line such as `# flags: -runtime-config
   * api/all=true`.
   */
  readonly options: LintOptions;
  readonly content: Uint8Array;
  readonly text: string;
}

/** Reads all cases, in the order of their names; stored objects of updates are none. */
export function readCases(): Case[] {
  return (
    readdirSync(FOLDER, { withFileTypes: true })
      // The cases of admission are judged as requests.
      .filter((entry) => entry.isDirectory() && entry.name !== 'admission')
      .flatMap(({ name: folder }) =>
        readdirSync(join(FOLDER, folder)).map((name) => ({ folder, name })),
      )
      .filter(({ name }) => name.endsWith('.yaml') && !name.endsWith('.old.yaml'))
      .map(({ folder, name }) => {
        const content = readFileSync(join(FOLDER, folder, name));
        const text = content.toString('utf8');
        const file = `${folder}/${name}`;
        return {
          file,
          folder,
          row: `${folder}/${rowOf(name)}`,
          update: name.endsWith('.new.yaml'),
          options: { ...flagsIn(text), ...storedOf(file) },
          content,
          text,
        };
      })
      .sort((a, b) => (a.file < b.file ? -1 : 1))
  );
}

/** The options of a run for the server with the flags that a case has. */
export function flagsIn(text: string): Pick<LintOptions, 'runtimeConfig' | 'featureGates'> {
  const flags = /^# flags: (.*)\n/.exec(text)?.[1];
  return flags === undefined ? {} : serverOptions(flags.split(' '));
}

function storedOf(file: string): LintOptions {
  if (!file.endsWith('.new.yaml')) return {};
  const content = readFileSync(join(FOLDER, file.replace('.new.yaml', '.old.yaml')));
  return { base: [{ name: file, content }] };
}

function rowOf(name: string): string {
  return name.replace(/(\.new)?\.yaml$/, '').replace(/--.*/, '');
}

const COMMENT = /^# case: ([\w-]+)(?: \/ ([^:\n]+))?/m;

/**
 * The variant of a document of a case: the text of its comment after the slash, otherwise the text of the file's name
 * after `--`, otherwise the number of the document.
 */
export function variantOf({ file, text }: Case, document: number): string {
  const named = COMMENT.exec(splitParts(text)[document] ?? '')?.[2];
  if (named !== undefined) return named.trim();
  const more = /--(.+?)(?:\.new)?\.yaml$/.exec(file)?.[1];
  return more ?? String(document);
}

/**
 * Every name that a rule may call a case by: the rows of the file names, with and without folder, and of the comments.
 */
export function rowNames(cases: readonly Case[]): Set<string> {
  const names = new Set<string>();
  for (const { folder, row, text } of cases) {
    names.add(row).add(row.slice(folder.length + 1));
    for (const [, named] of text.matchAll(new RegExp(COMMENT, 'gm'))) {
      if (named !== undefined) names.add(named.replace(/--.*/, ''));
    }
  }
  return names;
}
