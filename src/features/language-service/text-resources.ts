import { onceForEach } from '../../base/once-for-each.ts';
import { readResources } from '../../lint/open/read-resources.ts';
import type { Resource } from '../../rule/resource.ts';
import type { Minor } from '../../server/kubernetes/minors.ts';
import type { OpenText } from './open-text.ts';

const resourcesOf = onceForEach((_: OpenText) => new Map<Minor, readonly Resource[]>());

/** The objects of a text whose values are validated. They are read once. */
export function resourcesIn(text: OpenText, minor: Minor): readonly Resource[] {
  const byMinor = resourcesOf(text);
  let resources = byMinor.get(minor);
  if (resources === undefined) {
    const source = { name: '', content: text.text };
    resources = [...readResources([source], minor)].map(({ resource }) => resource);
    byMinor.set(minor, resources);
  }
  return resources;
}
