import { resolve } from 'node:path';
import type { Source } from '../../lint/read/source.ts';
import { isOutput } from '../../sources/project/file-location.ts';
import { looksLikeManifest } from '../../sources/project/unreadable-text.ts';
import type { ConfigFiles } from './config-files.ts';
import { readNamedFile, readRegularFile, readUnchanged } from './disk/open-file.ts';
import { reasonOf } from './disk/problem.ts';
import { MEGABYTE, type Reading } from './disk/reading.ts';
import { Project } from './project.ts';
import type { InputFile } from './walk.ts';

/** The name of standard input, if it is not a file. */
export const STDIN = '<stdin>';

/** The data that shows what files are for, and which rules they are checked by. */
export interface FileContext {
  /** The project files around the files. */
  readonly project: Project;
  /** The configurations, which set the levels of rules. */
  readonly configs: ConfigFiles;
  /** Returns the path at which the configuration of a file is searched; by default the path itself. */
  readonly originalOf?: ((path: string) => string) | undefined;
  /** True if the expected outputs of tests are judged as manifests. */
  readonly includesOutputs?: boolean;
}

/**
 * Reads files one by one, when they are needed and all have been found, until a configuration turns out to be invalid.
 *
 * @param onRead called with each file before it is returned
 */
export function* readFiles(
  files: Iterable<InputFile>,
  context: Omit<FileContext, 'project'>,
  reading: Reading,
  onRead: (file: InputFile) => void = () => {},
): Iterable<Source> {
  const project = new Project();
  const found = [...files];
  project.addKustomizations(found);
  for (const file of found) {
    const source = readSource(file, { ...context, project }, reading);
    if (!context.configs.areValid) return;
    if (source === undefined) continue;
    onRead(file);
    yield source;
  }
}

/** The source of a file. Undefined if it is not read, which has then been reported. */
export function readSource(
  file: InputFile,
  context: FileContext,
  reading: Reading,
): Source | undefined {
  let problem: string;
  try {
    const read = readContent(file, reading);
    if (read === undefined) return undefined;
    if (typeof read !== 'string') return sourceOf(file, read, context);
    problem = read;
  } catch (error) {
    problem = reasonOf(error);
  }
  reading.onProblem(file.name, problem);
  return undefined;
}

/** The source of a file whose content is known, such as the text that an editor shows. */
export function sourceOf(
  file: InputFile,
  content: Pick<Source, 'content' | 'readAgain'>,
  { project, configs, originalOf = (path) => path, includesOutputs = false }: FileContext,
): Source {
  const { name, path, top } = file;
  const [original, originalTop] = [originalOf(path), originalOf(top)];
  const place = {
    location: project.locationOf({ ...file, path: original, top: originalTop }),
    surroundings: project.surroundingsOf(path, top),
  };
  return {
    name,
    ...content,
    ...place,
    ...ruleLevelsOf(original, originalTop, configs),
    ...(includesOutputs && isOutput(place) && { isBuilt: true }),
  };
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
      if (isNamed) return 'is not a regular file';
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
