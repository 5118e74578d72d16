import { escapeControls } from '../../result/visible-text.ts';
import { readArgument } from '../node/disk/open-file.ts';
import { reasonOf } from '../node/disk/problem.ts';
import { UsageError } from './exit.ts';

/**
 * The content of a file that an option names.
 *
 * @param path from the working folder
 * @param noun the words before the path in the problem, such as `the baseline `
 * @param hint the words after the problem
 * @throws UsageError if it cannot be read
 */
export function readOptionFile(path: string, cwd: string, noun = '', hint = ''): Uint8Array {
  try {
    return readArgument(path, cwd);
  } catch (error) {
    throw new UsageError(`cannot read ${noun}${escapeControls(path)}: ${reasonOf(error)}${hint}`);
  }
}
