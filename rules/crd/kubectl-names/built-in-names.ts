import { getOrCompute } from '../../../src/base/get-or-compute.ts';
import { holdsIn, type Minor } from '../../../src/server/kubernetes/minors.ts';
import {
  type BuiltInResource,
  builtInResources,
} from '../../../src/server/kubernetes/resources.ts';

const byMinor = new Map<Minor, ReadonlyMap<string, BuiltInResource>>();

/** The built-in resource that kubectl selects for an argument: a plural, singular or short name, in lowercase. */
export function builtInResourceCalled(name: string, minor: Minor): BuiltInResource | undefined {
  const names = getOrCompute(byMinor, minor, () => namesOf(minor));
  return names.get(name);
}

function namesOf(minor: Minor): ReadonlyMap<string, BuiltInResource> {
  const names = new Map<string, BuiltInResource>();
  for (const resource of builtInResources()) {
    if (!holdsIn(resource, minor)) continue;
    const { resource: plural, kind, shortNames = [] } = resource;
    for (const name of [plural, kind.toLowerCase(), ...shortNames]) {
      // As for kubectl, the core group comes first.
      if (!names.has(name)) names.set(name, resource);
    }
  }
  return names;
}
