import { compareCodePoints } from '../../base/compare.ts';
import { copyOf } from '../../base/kept-strings.ts';
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
  /** The manifests and folders that programs name and tests contain, if no test of the folder runs with a server. */
  readonly inputs: readonly string[];
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
    const test = name.endsWith('_test.go') ? text : '';
    return {
      embeds: patternsIn(text),
      outputs: outputsIn(test),
      inputs: [...manifestsIn(text), ...patternsIn(test)],
      hasServer: SERVER.test(test),
    };
  });
  return {
    embeds: facts.flatMap(({ embeds }) => embeds),
    outputs: facts.flatMap(({ outputs }) => outputs),
    inputs: facts.some(({ hasServer }) => hasServer) ? [] : facts.flatMap(({ inputs }) => inputs),
  };
}

/** The names of what starts an API server, or sends requests to one. */
const SERVER = /\b(?:envtest|clientcmd|kubectl|GetConfig(?:OrDie)?|rest\.Config)\b/;

/** A string with the path of a manifest. */
const MANIFEST_PATH = /"([^"\n]+\.(?:ya?ml|json))"/g;

/**
 * A string with the path of a folder of test data, or with the beginning of other paths: `"testdata/valid"`,
 * `"testdata/*.yaml"`, `"fixtures"`, and `"testdata"` unless the name of a manifest follows it.
 */
const DATA_PATH =
  /"(?:\.\/)?((?:testdata|fixtures)(?:\/[\w.-]+)*)(?:"(?!, ?"[\w./-]{1,200}\.(?:ya?ml|json)")|\/(?![\w.-]))/g;

/** The most characters between the name of a variable and its value. */
const NAME_LENGTH = 60;

/** The paths of manifests and folders that a program names, from its folder. */
const manifestsIn = (program: string): readonly string[] =>
  [MANIFEST_PATH, DATA_PATH].flatMap((pattern) =>
    Array.from(program.matchAll(pattern), ([, path = '']) => copyOf(path.replace(/^\.\//, ''))),
  );

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
