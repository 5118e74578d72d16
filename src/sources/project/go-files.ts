import { compareCodePoints } from '../../base/compare.ts';
import { copyOf } from '../../base/kept-strings.ts';
import { onceForEach } from '../../base/once-for-each.ts';
import { matchesGlob } from './glob.ts';
import type { ReadFile } from './kustomize/kustomization.ts';

/** The line of a program in Go that makes files a part of it. Source: https://pkg.go.dev/embed */
const DIRECTIVE = /^[ \t]*\/\/go:embed[ \t]+(\S.*)$/gm;

/** A pattern of the line, which may be in quotes. `all:` only adds hidden files. */
const PATTERN = /(?:all:)?(?:"([^"]+)"|`([^`]+)`|([^\s"`]+))/g;

/** The largest number of Go files of a folder that are read. */
const MOST_FILES = 200;

/** The facts about other files from the Go files of a folder. The paths start from the folder. */
export interface GoFacts {
  /** The files and folders that a program contains, as patterns. */
  readonly embeds: readonly string[];
  /** The files that tests compare with what a program makes. */
  readonly outputs: readonly string[];
}

/**
 * Reads what the Go files of a folder say about other files.
 *
 * @param names the names of the files in the folder
 */
export function readGoFacts(names: readonly string[], readFile: ReadFile): GoFacts {
  const programs = names.filter((name) => name.endsWith('.go')).sort(compareCodePoints);
  const facts = programs.slice(0, MOST_FILES).map((name) => {
    const text = readFile(name) ?? '';
    return { embeds: patternsIn(text), outputs: name.endsWith('_test.go') ? outputsIn(text) : [] };
  });
  return {
    embeds: facts.flatMap(({ embeds }) => embeds),
    outputs: facts.flatMap(({ outputs }) => outputs),
  };
}

/** A string with the path of a manifest. */
const MANIFEST_PATH = /"([^"\n]+\.(?:ya?ml|json))"/g;

/** The most characters between the name of a variable and its value. */
const NAME_LENGTH = 60;

/** The paths that a test names after `golden`: `goldenFile: "testdata/web.yaml"`. */
function outputsIn(test: string): readonly string[] {
  if (!/golden/i.test(test)) return [];
  return Array.from(test.matchAll(MANIFEST_PATH)).flatMap(({ index, 1: path = '' }) => {
    const before = test.slice(Math.max(0, index - NAME_LENGTH), index).toLowerCase();
    return before.lastIndexOf('golden') > before.lastIndexOf('\n') ? [copyOf(path)] : [];
  });
}

function patternsIn(program: string): readonly string[] {
  if (!program.includes('//go:embed')) return [];
  return Array.from(program.matchAll(DIRECTIVE)).flatMap(([, patterns = '']) =>
    Array.from(patterns.matchAll(PATTERN), ([, quoted, raw, plain]) =>
      copyOf(quoted ?? raw ?? plain ?? ''),
    ),
  );
}

/** The paths of outputs. A test may name them from the folder with its data. */
const pathsOf = onceForEach(
  (outputs: readonly string[]) => new Set([...outputs, ...outputs.map((one) => `testdata/${one}`)]),
);

/** Reports whether a file is one of those that tests compare with what a program makes. */
export function isOutputOf(outputs: readonly string[], path: string): boolean {
  return outputs.length > 0 && pathsOf(outputs).has(path);
}

/** Reports whether a pattern is one of a file or of a folder around it. */
export function isEmbeddedBy(pattern: string, path: string): boolean {
  const depth = pattern.split('/').length;
  return matchesGlob(pattern, path.split('/').slice(0, depth).join('/'));
}
