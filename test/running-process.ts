import { readFileSync } from 'node:fs';

/**
 * Reports whether a process runs. One that has ended stays in the list of processes until its parent asks for its
 * status.
 */
export function isRunning(pid: number): boolean {
  try {
    return !/^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
