import { compareCodePoints } from '../../base/compare.ts';
import { copyOf } from '../../base/kept-strings.ts';
import type { Files } from './files.ts';
import type { ReadFile } from './kustomize/kustomization.ts';

/** The largest number of programs that are read for a folder or a module. */
const MOST_PROGRAMS = 500;

/** The largest number of folders in which programs are searched. */
const MOST_FOLDERS = 1000;

/** A unit test in Python, by its name. */
const PYTHON_TEST = /^test_.*\.py$|_test\.py$/;

/** A program for the virtual machine of Java. */
const JAVA_PROGRAM = /\.(?:java|kt|scala|groovy)$/;

/** A string with the path of a manifest, or with the end of one: `"/web.yaml"`. */
const MANIFEST_PATH = /["']([^"'\n]+\.(?:ya?ml|json))["']/g;

/** The names of what starts an API server, sends requests to one, or runs a program that may do so. */
const SERVER =
  /\b(?:from kubernetes|import kubernetes|kubectl|subprocess|kr8s|lightkube|pykube|K3sContainer|KindContainer|minikube|EnableKubeAPIServer|(?:LocallyRun|ClusterDeployed)OperatorExtension)\b/;

/** The names of the unit tests in Python among the files of a folder. */
export const pythonTestsIn = (names: readonly string[]): readonly string[] =>
  names.filter((name) => PYTHON_TEST.test(name));

/**
 * Finds the programs of the tests of a module that Maven or Gradle builds.
 *
 * @param folder the absolute path of `src/test`
 * @returns absolute paths
 */
export function javaTestsIn(folder: string, files: Files): readonly string[] {
  const programs: string[] = [];
  const folders = [folder];
  for (let index = 0; index < Math.min(folders.length, MOST_FOLDERS); index++) {
    const parent = folders[index] ?? '';
    for (const name of files.filesIn(parent)) {
      if (JAVA_PROGRAM.test(name)) programs.push(`${parent}/${name}`);
    }
    for (const name of files.foldersIn(parent)) {
      if (parent !== folder || name !== 'resources') folders.push(`${parent}/${name}`);
    }
  }
  return programs;
}

/**
 * Reads the paths of the manifests that unit tests name, or the ends of these paths. A path that a test with a server
 * names too is not among them.
 */
export function manifestsNamedBy(
  programs: readonly string[],
  readFile: ReadFile,
): ReadonlySet<string> {
  const named = new Set<string>();
  const sent = new Set<string>();
  for (const name of [...programs].sort(compareCodePoints).slice(0, MOST_PROGRAMS)) {
    const text = readFile(name) ?? '';
    const found = SERVER.test(text) ? sent : named;
    for (const [, path = ''] of text.matchAll(MANIFEST_PATH)) {
      found.add(copyOf(path.replace(/^\//, '')));
    }
  }
  for (const path of sent) named.delete(path);
  return named;
}

/** Reports whether a path, or the end of it, is among some paths. */
export function endsWithOneOf(paths: ReadonlySet<string>, path: string): boolean {
  for (let start = 0; ; start = path.indexOf('/', start) + 1) {
    if (paths.has(path.slice(start))) return true;
    if (!path.includes('/', start)) return false;
  }
}
