/** The depth to which go-yaml allows collections to be nested. */
export const MAX_DEPTH = 10_000;
