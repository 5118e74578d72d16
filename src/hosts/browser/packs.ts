import { RunEnded } from '../../base/run-ended.ts';

/** Code is needed that is part of a pack which has not been loaded. */
export class PackNeeded extends RunEnded {
  /** Loads the pack; rejects if it cannot be loaded. */
  readonly load: () => Promise<void>;

  constructor(pack: string, load: () => Promise<void>) {
    super(
      `the pack ${pack} of kubeadmit is not loaded; await load() with the same arguments first`,
    );
    this.load = load;
  }
}

/**
 * Calls a function until no pack that it needs is missing, and returns its result.
 *
 * @param act may be called several times
 */
export async function withPacks<T>(act: () => T): Promise<T> {
  for (;;) {
    try {
      return act();
    } catch (error) {
      if (!(error instanceof PackNeeded)) throw error;
      await error.load();
    }
  }
}
