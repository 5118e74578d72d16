/**
 * Ends the run in which it is thrown. It is not a bug: whoever started the run learns why there is no result. Code that
 * contains the errors of other code lets it pass.
 */
export class RunEnded extends Error {}
