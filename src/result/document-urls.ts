import { homepage } from '../../package.json';

/** The home page that package.json names: that of the repository. */
export const REPOSITORY_URL = homepage.replace(/#.*$/, '');

/** The URL at which a file of the repository can be read. */
export function fileUrl(path: string): string {
  return `${REPOSITORY_URL}/blob/main/${path}`;
}

/** The URL of a rule's page. */
export function ruleUrl(id: string): string {
  return fileUrl(`docs/rules/${id}.md`);
}
