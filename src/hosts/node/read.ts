import { resolve } from 'node:path';
import type { Source } from '../../lint/read/source.ts';
import { looksLikeManifest } from '../../sources/project/manifest-text.ts';
import type { ConfigFiles } from './config-files.ts';
import { readNamedFile, readRegularFile, readUnchanged } from './disk/open-file.ts';
import { reasonOf } from './disk/problem.ts';
import { MEGABYTE, type Reading } from './disk/reading.ts';
import { Project } from './project.ts';
import type { InputFile } from './walk.ts';

/** The name of standard input, if it is not a file. */
export const STDIN = '<stdin>';

/**
 * Reads files one by one, when they are needed and all have been found, until a configuration turns out to be invalid.
 *
 * @param configs the configurations, which set the levels of rules
 * @param onRead called with each file before it is returned
 * @param originalOf returns the path at which the configuration of a file is searched
 */
export function* readFiles(
  files: Iterable<InputFile>,
  configs: ConfigFiles,
  reading: Reading,
  onRead: (file: InputFile) => void,
  originalOf: (path: string) => string = (path) => path,
): Iterable<Source> {
  const project = new Project();
  const found = [...files];
  project.addKustomizations(found);
  for (const file of found) {
    const source = readSource(file, project, configs, reading, originalOf);
    if (!configs.areValid) return;
    if (source === undefined) continue;
    onRead(file);
    yield source;
  }
}

/**
 * The source of a file whose content is known, such as the text that an editor shows.
 *
 * @param project the project files around it
 * @param configs the configurations, which set the levels of rules
 */
export function sourceOfText(
  file: InputFile,
  content: string | Uint8Array,
  project: Project,
  configs: ConfigFiles,
): Source {
  const { name, path, top } = file;
  return {
    name,
    content,
    location: project.locationOf(file),
    surroundings: project.surroundingsOf(path, top),
    ...ruleLevelsOf(path, top, configs),
  };
}

/**
 * The source of a file. Undefined if it is not read, which has then been reported.
 *
 * @param originalOf returns the path at which the configuration of a file is searched
 */
export function readSource(
  file: InputFile,
  project: Project,
  configs: ConfigFiles,
  reading: Reading,
  originalOf: (path: string) => string = (path) => path,
): Source | undefined {
  const { name, path, top } = file;
  let problem: string;
  try {
    const read = readContent(file, reading);
    if (read === undefined) return undefined;
    if (typeof read !== 'string') {
      const [original, originalTop] = [originalOf(path), originalOf(top)];
      return {
        name,
        ...read,
        location: project.locationOf({ ...file, path: original, top: originalTop }),
        surroundings: project.surroundingsOf(path, top),
        ...ruleLevelsOf(original, originalTop, configs),
      };
    }
    problem = read;
  } catch (error) {
    problem = reasonOf(error);
  }
  reading.onProblem(name, problem);
  return undefined;
}

/** The content of a file, or the problem with it. Undefined if the file is skipped, which has been noted. */
type ReadContent = Pick<Source, 'content' | 'readAgain'> | string | undefined;

function readContent({ name, path, rawPath, isNamed }: InputFile, reading: Reading): ReadContent {
  const { maxFileSize, skipped } = reading;
  const from = rawPath ?? path;
  const read = isNamed ? readNamedFile(from, maxFileSize) : readRegularFile(from, maxFileSize);
  switch (read.kind) {
    case 'content': {
      const { content, state } = read;
      return state === undefined
        ? { content }
        : { content, readAgain: () => readUnchanged(from, state) };
    }
    case 'special':
      if (isNamed) return 'is no regular file';
      skipped.add('special', name);
      return undefined;
    case 'too-large':
      // Data that is not a manifest may have any size.
      if (isNamed || looksLikeManifest(new TextDecoder().decode(read.beginning))) {
        return tooLarge(reading);
      }
      skipped.add('too-large', name);
      return undefined;
  }
}

function tooLarge({ maxFileSize, sizeVariable }: Reading): string {
  const hint = sizeVariable === undefined ? '' : `; ${sizeVariable} raises the limit`;
  return `is larger than ${maxFileSize / MEGABYTE} MB${hint}`;
}

/**
 * Reads standard input to its end. It is configured like the file that it contains, or like a file of the current
 * folder.
 *
 * @param name the path of the file that it contains, from the current folder; undefined if it is not a file
 * @returns undefined if it is too large, which is reported
 */
export async function readStandardInput(
  stream: AsyncIterable<Uint8Array | string>,
  name: string | undefined,
  configs: ConfigFiles,
  reading: Reading,
): Promise<Source | undefined> {
  const { cwd, maxFileSize, onProblem } = reading;
  const content = await readStream(stream, maxFileSize);
  if (content === undefined) {
    onProblem(name ?? STDIN, tooLarge(reading));
    return undefined;
  }
  const path = resolve(cwd, name ?? STDIN);
  const project = new Project();
  const place = {
    location: project.locationOf({ path, top: cwd, isNamed: true }),
    surroundings: project.surroundingsOf(path, cwd),
  };
  return {
    name: name ?? STDIN,
    content,
    ...(name === undefined ? {} : place),
    ...ruleLevelsOf(path, cwd, configs),
  };
}

/** The levels of the rules from the configuration of a file, as members of its source. */
function ruleLevelsOf(path: string, top: string, configs: ConfigFiles): Pick<Source, 'ruleLevels'> {
  const ruleLevels = configs.ruleLevelsFor(path, top);
  return ruleLevels === undefined ? {} : { ruleLevels };
}

/** The content of a stream; undefined if it is larger than a number of bytes. */
export async function readStream(
  stream: AsyncIterable<Uint8Array | string>,
  maxBytes: number,
): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    size += bytes.length;
    if (size > maxBytes) return undefined;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}
