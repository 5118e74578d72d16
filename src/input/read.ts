import { readFileSync } from 'node:fs';
import type { Source } from '../engine/source-text.ts';
import type { ConfigFiles } from './config-files.ts';
import { type OnProblem, reasonOf } from './problem.ts';
import { Project } from './project.ts';
import type { InputFile } from './walk.ts';

/**
 * Reads files one by one, as they are asked for, until a configuration turns out to be invalid.
 *
 * @param configs tell what rules count as
 * @param onRead told of each file before it is handed on
 */
export function* readFiles(
  files: Iterable<InputFile>,
  configs: ConfigFiles,
  onProblem: OnProblem,
  onRead: (file: InputFile) => void,
): Iterable<Source> {
  const project = new Project();
  for (const file of files) {
    const source = readSource(file, project, configs, onProblem);
    if (!configs.areValid) return;
    if (source === undefined) continue;
    onRead(file);
    yield source;
  }
}

function readSource(
  { name, path, named }: InputFile,
  project: Project,
  configs: ConfigFiles,
  onProblem: OnProblem,
): Source | undefined {
  try {
    const content = readFileSync(path);
    const ruleLevels = configs.ruleLevelsFor(path, named);
    return {
      name,
      content,
      surroundings: project.surroundingsOf(path, named),
      ...(ruleLevels === undefined ? {} : { ruleLevels }),
    };
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
