import { getOrCompute } from '../../../base/get-or-compute.ts';
import { onceForEach } from '../../../base/once-for-each.ts';
import { readResources } from '../../../lint/open/read-resources.ts';
import type { Resource } from '../../../rule/resource.ts';
import type { Minor } from '../../../server/kubernetes/minors.ts';
import type { OpenText } from './open-text.ts';

const resourcesOf = onceForEach((_: OpenText) => new Map<Minor, readonly Resource[]>());

/** The objects of a text whose values are validated. They are read once. */
export function resourcesIn(text: OpenText, minor: Minor): readonly Resource[] {
  const byMinor = resourcesOf(text);
  return getOrCompute(byMinor, minor, () => {
    const source = { name: text.name, location: '', content: text.text };
    return [...readResources([source], minor, text.edited)].map(({ resource }) => resource);
  });
}
