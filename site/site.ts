import { REPOSITORY_URL } from '../src/result/document-urls.ts';

/** The path that the site is served under: GitHub Pages serves the site of a repository under its name. */
export const BASE = `/${REPOSITORY_URL.slice(REPOSITORY_URL.lastIndexOf('/') + 1)}/`;

/** The URL of a file of the repository. */
export function fileUrl(path: string): string {
  return `${REPOSITORY_URL}/blob/main/${path}`;
}
