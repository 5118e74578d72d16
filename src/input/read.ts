import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Source } from '../engine/source-text.ts';
import type { ConfigFiles } from './config-files.ts';
import { type OnProblem, reasonOf } from './problem.ts';
import { Project } from './project.ts';
import type { InputFile } from './walk.ts';

/** The name of standard input that is no file. */
const STDIN = '<stdin>';

/**
 * Reads files one by one, as they are asked for, until a configuration turns out to be invalid.
 *
 * @param configs tell what rules count as
 * @param onRead told of each file before it is handed on
 * @param originalOf the path at which the configuration of a file is looked for
 */
export function* readFiles(
  files: Iterable<InputFile>,
  configs: ConfigFiles,
  onProblem: OnProblem,
  onRead: (file: InputFile) => void,
  originalOf: (path: string) => string = (path) => path,
): Iterable<Source> {
  const project = new Project();
  for (const file of files) {
    const source = readSource(file, project, configs, onProblem, originalOf);
    if (!configs.areValid) return;
    if (source === undefined) continue;
    onRead(file);
    yield source;
  }
}

function readSource(
  { name, path, top }: InputFile,
  project: Project,
  configs: ConfigFiles,
  onProblem: OnProblem,
  originalOf: (path: string) => string,
): Source | undefined {
  try {
    const content = readFileSync(path);
    return {
      name,
      content,
      surroundings: project.surroundingsOf(path, top),
      ...ruleLevelsOf(originalOf(path), originalOf(top), configs),
    };
  } catch (error) {
    onProblem(name, reasonOf(error));
    return undefined;
  }
}

/**
 * Reads standard input to its end. It is configured as the file that it is, or as a file of the current folder.
 *
 * @param name the path of the file that it is, from the current folder; undefined where it is no file
 */
export async function readStandardInput(
  stream: AsyncIterable<Uint8Array | string>,
  name: string | undefined,
  cwd: string,
  configs: ConfigFiles,
): Promise<Source> {
  const content = await readStream(stream);
  const path = resolve(cwd, name ?? STDIN);
  return {
    name: name ?? STDIN,
    content,
    ...(name === undefined ? {} : { surroundings: new Project().surroundingsOf(path, cwd) }),
    ...ruleLevelsOf(path, cwd, configs),
  };
}

/** What the configuration of a file makes of the rules, as members of its source. */
function ruleLevelsOf(path: string, top: string, configs: ConfigFiles): Pick<Source, 'ruleLevels'> {
  const ruleLevels = configs.ruleLevelsFor(path, top);
  return ruleLevels === undefined ? {} : { ruleLevels };
}

async function readStream(stream: AsyncIterable<Uint8Array | string>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream)
    chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
  return Buffer.concat(chunks);
}
