import { homepage } from '../../package.json';

/** The home page that package.json names: that of the repository. */
export const REPOSITORY_URL = homepage.replace(/#.*$/, '');

/** The place of the pages of `docs/`: the repository, until the site is published. */
const DOCUMENTATION = { folder: `${REPOSITORY_URL}/blob/main/docs`, suffix: '.md' };

/** The URL of a page of `docs/`, such as `suppressions`. */
export function documentationUrl(page: string): string {
  return `${DOCUMENTATION.folder}/${page}${DOCUMENTATION.suffix}`;
}

/** The URL of a rule's page. */
export function ruleUrl(id: string): string {
  return documentationUrl(`rules/${id}`);
}
