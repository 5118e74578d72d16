import { ENDING_WITH_PARENT, type GroupRun, runGroup, wrappersOutside } from './process-group.ts';
import { programOutside, reasonIn } from './program.ts';

/** A program cannot be run, or fails; the message is for users. */
class ProgramProblem extends Error {}

/**
 * Runs a program that is installed outside of a repository, together with all that it starts: they end with it, and,
 * where the system permits it, with this process.
 *
 * @param repository the absolute path of its root, without symbolic links
 * @returns its output
 * @throws Error with the first line of its errors
 */
export async function runProgram(
  name: string,
  args: readonly string[],
  repository: string,
  run: GroupRun,
): Promise<string> {
  const program = programOutside(name, repository);
  if (program === undefined) throw new ProgramProblem(`${name} is not installed`);
  const wrappers = await wrappersOutside([ENDING_WITH_PARENT], repository, run);
  const [command = program, ...rest] = [...wrappers, program, ...args];
  const result = await runGroup(command, rest, run);
  if (result.kind === 'output') return result.output;
  const isRefusal = result.kind === 'refused';
  const reason = isRefusal ? reasonIn(result.message) : `${name} ${result.message}`;
  throw new ProgramProblem(reason || `${name} has failed`);
}
