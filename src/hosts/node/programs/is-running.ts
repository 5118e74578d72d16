/** Reports whether a process exists. */
export function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // A process of another user exists, although it cannot be signalled.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
