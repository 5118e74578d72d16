/** Evaluates a TypeScript module of the repository, by its path from the root, and returns its exports. */
export function loadSource(
  repository: string,
  path: string,
  // biome-ignore lint/suspicious/noExplicitAny: the types of the module are not known here
): Promise<any>;

/** Evaluates the text of a TypeScript module in a folder of the repository, and returns its exports. */
export function loadText(
  repository: string,
  folder: string,
  contents: string,
  // biome-ignore lint/suspicious/noExplicitAny: the types of the module are not known here
): Promise<any>;
