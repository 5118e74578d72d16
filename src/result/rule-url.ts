import { homepage } from '../../package.json';

/** The URL of a rule's page, of the documentation at the home page that package.json names. */
export function ruleUrl(id: string): string {
  const repository = homepage.replace(/#.*$/, '');
  return `${repository}/blob/main/docs/rules/${id}.md`;
}
