import { type AdmitReport, admit } from '../../src/features/admit/admit.ts';
import { ADMINISTRATOR } from '../../src/lint/decide/requests.ts';
import type { Source } from '../../src/lint/read/source.ts';
import type { Minor } from '../../src/server/kubernetes/minors.ts';
import type { Operation } from '../../src/server/kubernetes/operations.ts';

/** The flags of the oracle that make a request. */
export interface Flags {
  readonly operation: Exclude<Operation, 'CONNECT'>;
  readonly user?: string;
  readonly isDryRun?: boolean;
  readonly isAuthorized: boolean;
}

/** The flags as arguments of the oracle; without `-old`. */
export function flagsOf({ operation, user, isDryRun, isAuthorized }: Flags): readonly string[] {
  return [
    '-operation',
    operation,
    ...(user === undefined ? [] : ['-user', user]),
    ...(isDryRun === true ? ['-dry-run'] : []),
    ...(isAuthorized ? [] : ['-authorize', 'none']),
  ];
}

/** Reads the arguments of {@link flagsOf}. */
export function parseFlags(args: readonly string[]): Flags {
  const after = (flag: string) => (args.includes(flag) ? args[args.indexOf(flag) + 1] : undefined);
  const operation = after('-operation');
  const user = after('-user');
  return {
    operation: operation === 'UPDATE' || operation === 'DELETE' ? operation : 'CREATE',
    ...(user === undefined ? {} : { user }),
    isDryRun: args.includes('-dry-run'),
    isAuthorized: !args.includes('-authorize'),
  };
}

/** Makes the requests that the oracle makes with these flags. */
export function admitLike(
  source: Source,
  old: string | undefined,
  { operation, user, isDryRun, isAuthorized }: Flags,
  minor: Minor,
): AdmitReport {
  return admit([source], {
    kubernetesVersion: minor,
    operation,
    ...(old === undefined ? {} : { old: [{ name: source.name, content: old }] }),
    user: user === undefined ? ADMINISTRATOR : { ...ADMINISTRATOR, name: user },
    isDryRun: isDryRun === true,
    answers: () => ({ isAllowed: isAuthorized, reason: '' }),
  });
}
