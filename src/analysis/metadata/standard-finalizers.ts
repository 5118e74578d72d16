/** The finalizers of Kubernetes, which have no domain. */
const STANDARD: readonly string[] = ['orphan', 'foregroundDeletion', 'kubernetes'];

/** Reports whether a finalizer is one of Kubernetes itself, which needs no domain. */
export function isStandardFinalizer(name: string): boolean {
  return STANDARD.includes(name);
}
