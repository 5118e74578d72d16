import { compareCodePoints } from '../../base/compare.ts';
import { copyOf } from '../../base/kept-strings.ts';
import { matchesGlob } from './glob.ts';
import type { ReadFile } from './kustomize/kustomization.ts';

/** The line of a program in Go that makes files a part of it. Source: https://pkg.go.dev/embed */
const DIRECTIVE = /^[ \t]*\/\/go:embed[ \t]+(\S.*)$/gm;

/** A pattern of the line, which may be in quotes. `all:` only adds hidden files. */
const PATTERN = /(?:all:)?(?:"([^"]+)"|`([^`]+)`|([^\s"`]+))/g;

/** The largest number of Go files of a folder that are read. */
const MOST_FILES = 200;

/**
 * The files and folders that a program contains, as the Go files of a folder say: patterns of paths from the folder.
 *
 * @param names the names of the files in the folder
 */
export function readGoEmbeds(names: readonly string[], readFile: ReadFile): readonly string[] {
  return names
    .filter((name) => name.endsWith('.go'))
    .sort(compareCodePoints)
    .slice(0, MOST_FILES)
    .flatMap((name) => patternsIn(readFile(name) ?? ''));
}

function patternsIn(program: string): readonly string[] {
  if (!program.includes('//go:embed')) return [];
  return Array.from(program.matchAll(DIRECTIVE)).flatMap(([, patterns = '']) =>
    Array.from(patterns.matchAll(PATTERN), ([, quoted, raw, plain]) =>
      copyOf(quoted ?? raw ?? plain ?? ''),
    ),
  );
}

/** Reports whether a pattern is one of a file or of a folder around it. */
export function isEmbeddedBy(pattern: string, path: string): boolean {
  const depth = pattern.split('/').length;
  return matchesGlob(pattern, path.split('/').slice(0, depth).join('/'));
}
