import { isComparable } from '../../analysis/updates/crd-changes.ts';
import { readDefinitions } from '../../lint/open/read-resources.ts';
import type { Source } from '../../lint/read/source.ts';
import type { Resource } from '../../rule/resource.ts';
import type { CrdChange } from '../../server/compatibility/change.ts';
import { compareDefinitions } from '../../server/compatibility/compare.ts';
import { type Minor, NEWEST_MINOR } from '../../server/kubernetes/minors.ts';

/** A CRD of both states, or of one of them only. */
export interface ComparedDefinition {
  /** The name of the CRD, such as `crontabs.stable.example.com`. */
  readonly name: string;
  /** The file that it is in before the change; undefined if it is new. */
  readonly before: string | undefined;
  /** The file that it is in after the change; undefined if it is deleted. */
  readonly after: string | undefined;
  /** The reason why there is no comparison, if there is none. */
  readonly problem: 'invalid-before' | 'invalid-after' | undefined;
  readonly changes: readonly CrdChange[];
}

/** The effects of the changes of CRDs from one state to another. */
export interface DefinitionDiff {
  readonly minor: Minor;
  /** The definitions by the name of the CRD. */
  readonly definitions: readonly ComparedDefinition[];
}

type Crd = Resource<'CustomResourceDefinition'>;

/**
 * Compares the CRDs of two states by their names. Pure, like `lint`; other objects are passed over. Of several CRDs of
 * one name the last counts.
 *
 * @param before the sources of the state that is in use
 * @param after the sources of the state that replaces it
 */
export function diffDefinitions(
  before: Iterable<Source>,
  after: Iterable<Source>,
  minor: Minor = NEWEST_MINOR,
): DefinitionDiff {
  const [earlier, later] = [readDefinitions(before, minor), readDefinitions(after, minor)];
  const names = [...new Set([...earlier.keys(), ...later.keys()])].sort();
  return {
    minor,
    definitions: names.map((name) => {
      const [one, other] = [earlier.get(name), later.get(name)];
      const place = { name, before: one?.file, after: other?.file };
      if (one === undefined || other === undefined) {
        return { ...place, problem: undefined, changes: [] };
      }
      return { ...place, ...compare(one.crd, other.crd, minor) };
    }),
  };
}

function compare(
  before: Crd,
  after: Crd,
  minor: Minor,
): Pick<ComparedDefinition, 'problem' | 'changes'> {
  if (!isComparable(before)) return { problem: 'invalid-before', changes: [] };
  if (!isComparable(after)) return { problem: 'invalid-after', changes: [] };
  const changes = compareDefinitions(before.root.value ?? {}, after.root.value ?? {}, minor);
  return { problem: undefined, changes };
}
