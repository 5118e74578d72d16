import { readFileSync } from 'node:fs';
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
  { name, path, named }: InputFile,
  project: Project,
  onProblem: OnProblem,
): Source | undefined {
  try {
    const content = readFileSync(path);
    return { name, content, surroundings: project.surroundingsOf(path, named) };
  } catch (error) {
    onProblem(name, reasonOf(error));
    return undefined;
  }
}

/** Reads a stream to its end. */
export async function readStream(stream: AsyncIterable<Uint8Array | string>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream)
    chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
  return Buffer.concat(chunks);
}
