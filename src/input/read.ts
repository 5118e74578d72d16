import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Source } from '../engine/source-text.ts';
import { type OnProblem, reasonOf } from './problem.ts';
import { Project } from './project.ts';
import type { InputFile } from './walk.ts';

/**
 * Reads files one by one, as they are asked for.
 *
 * @param onRead told of each file before it is handed on
 */
export function* readFiles(
  files: Iterable<InputFile>,
  onProblem: OnProblem,
  onRead: (file: InputFile) => void,
): Iterable<Source> {
  const project = new Project();
  for (const file of files) {
    const source = readSource(file, project, onProblem);
    if (source === undefined) continue;
    onRead(file);
    yield source;
  }
}

function readSource(
  { name, path, top }: InputFile,
  project: Project,
  onProblem: OnProblem,
): Source | undefined {
  try {
    const content = readFileSync(path);
    return { name, content, surroundings: project.surroundingsOf(path, top) };
  } catch (error) {
    onProblem(name, reasonOf(error));
    return undefined;
  }
}

/**
 * Reads standard input to its end.
 *
 * @param name the path of the file that it is, from the current folder; undefined where it is no file
 */
export async function readStandardInput(
  stream: AsyncIterable<Uint8Array | string>,
  name: string | undefined,
  cwd: string,
): Promise<Source> {
  const content = await readStream(stream);
  if (name === undefined) return { name: '<stdin>', content };
  return { name, content, surroundings: new Project().surroundingsOf(resolve(cwd, name), cwd) };
}

async function readStream(stream: AsyncIterable<Uint8Array | string>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream)
    chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
  return Buffer.concat(chunks);
}
