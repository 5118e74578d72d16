import { posix } from 'node:path';
import type { Source } from '../../src/lint/read/source.ts';
import {
  PROJECT_FILES,
  type ProjectFileName,
  readProjectFolder,
  type Surrounding,
} from '../../src/sources/project/project-folder.ts';

/** The texts of files by their paths from the root of a project. */
export type Files = Readonly<Record<string, string>>;

/** The folder of a file and the folders above it, from the files of a project. */
export function surroundingsIn(files: Files, path: string): readonly Surrounding[] {
  const surroundings: Surrounding[] = [];
  for (let folder = posix.dirname(path); ; folder = posix.dirname(folder)) {
    const read = (name: string) => files[posix.join(folder, name)];
    const texts = new Map<ProjectFileName, string>();
    for (const name of PROJECT_FILES) {
      const text = read(name);
      if (text !== undefined) texts.set(name, text);
    }
    if (texts.size > 0) {
      const found = readProjectFolder(`/project/${folder}`, texts, read);
      surroundings.push({ folder: found, path: posix.relative(folder, path) });
    }
    if (folder === '.') return surroundings;
  }
}

/** The manifests of a project, as they would be found in its root. */
export function sourcesOf(files: Files): readonly Source[] {
  return Object.entries(files)
    .filter(([name]) => /\.(?:ya?ml|json)$/.test(name))
    .map(([name, content]) => ({ name, content, surroundings: surroundingsIn(files, name) }));
}
