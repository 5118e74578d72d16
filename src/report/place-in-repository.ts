import type { Finding, Range } from '../result/finding.ts';

/** The location of a finding in the repository. */
export type PlaceInRepository = Range & { readonly file: string };

/** The place of a finding. For a finding in a rendered file, the place in the template. */
export function placeInRepository(finding: Finding): PlaceInRepository {
  return finding.related.find(({ role }) => role === 'template') ?? finding;
}
