/** The most work for the ApplicationSets of a repository: characters that are written or compared. */
const MOST = 64 * 1024 * 1024;

/** A reason why the Applications of an ApplicationSet are not known. */
export class UnknownApplications extends Error {}

/** Bounds the work for the ApplicationSets of a repository, whose generators multiply what they have. */
export class WorkLimit {
  #left = MOST;

  /** @throws UnknownApplications if it was too much */
  spend(characters: number): void {
    this.#left -= characters;
    if (this.#left < 0) throw new UnknownApplications('its generators take too long');
  }
}
