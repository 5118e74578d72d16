import { readPodSecurity } from '../../../config/pod-security-file.ts';
import { escapeControls } from '../../../result/visible-text.ts';
import type { PodSecurity } from '../../../server/kubernetes/pod-security.ts';
import { readArgument } from '../../node/open-file.ts';
import { reasonOf } from '../../node/problem.ts';
import { UsageError } from '../exit.ts';

/**
 * Reads the configuration of the admission plugin PodSecurity.
 *
 * @param file relative to the working folder
 * @throws UsageError if it cannot be read, or is not valid
 */
export function readPodSecurityFile(file: string, cwd: string): PodSecurity {
  const name = escapeControls(file);
  let text: string;
  try {
    text = new TextDecoder().decode(readArgument(file, cwd));
  } catch (error) {
    throw new UsageError(`cannot read ${name}: ${reasonOf(error)}`);
  }
  const read = readPodSecurity(text);
  if (typeof read === 'string') throw new UsageError(`${name}: ${escapeControls(read)}`);
  return read;
}
