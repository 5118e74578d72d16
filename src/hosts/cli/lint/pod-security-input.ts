import { readPodSecurity } from '../../../config/pod-security-file.ts';
import { escapeControls } from '../../../result/visible-text.ts';
import type { PodSecurity } from '../../../server/kubernetes/pod-security.ts';
import { UsageError } from '../exit.ts';
import { readOptionFile } from '../option-file.ts';

/**
 * Reads the configuration of the admission plugin PodSecurity.
 *
 * @param file relative to the working folder
 * @throws UsageError if it cannot be read, or is not valid
 */
export function readPodSecurityFile(file: string, cwd: string): PodSecurity {
  const read = readPodSecurity(new TextDecoder().decode(readOptionFile(file, cwd)));
  if (typeof read === 'string') throw new UsageError(escapeControls(`${file}: ${read}`));
  return read;
}
