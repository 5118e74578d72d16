import { realpathSync } from 'node:fs';
import { Git, GitProblem } from '../../node/git/git.ts';

/** The service that has the repository of a folder. */
export interface Hosting {
  /** Undefined if the repository is on this computer only, or the service is another one. */
  readonly service: 'github' | 'gitlab' | undefined;
  /** The branch that others work from. */
  readonly branch: string;
}

/** The default of git and of the services. */
const USUAL_BRANCH = 'main';

/** Finds the service of a repository by the address that git has for it. */
export function hostingOf(folder: string): Hosting {
  try {
    const git = new Git(realpathSync(folder));
    const service = /\bgit(?:hub|lab)\b/i.exec(git.remote ?? '')?.[0]?.toLowerCase();
    return {
      service: service === 'github' || service === 'gitlab' ? service : undefined,
      branch: git.branch ?? USUAL_BRANCH,
    };
  } catch (error) {
    if (error instanceof GitProblem) return { service: undefined, branch: USUAL_BRANCH };
    throw error;
  }
}
