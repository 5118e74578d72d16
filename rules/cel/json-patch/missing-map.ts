import { celCompilations } from '../../../src/analysis/cel/compilations.ts';
import { addedPath, type JsonPatch } from '../../../src/analysis/cel/json-patches.ts';
import { selectedLabels } from '../../../src/analysis/cel/symbolic/selected-labels.ts';
import { matchResources } from '../../../src/analysis/requests/resource-rules.ts';
import type { Resource } from '../../../src/rule/resource.ts';

/** A map of the metadata, which objects may lack. */
type MetadataMap = 'labels' | 'annotations';

const MAPS: readonly MetadataMap[] = ['labels', 'annotations'];

/**
 * The map that a patch adds a key to although it may be absent, so that the patch fails: no expression of the policy
 * mentions the map otherwise, and no selector requires a label.
 */
export function missingMap(
  patch: JsonPatch,
  policy: Resource<'MutatingAdmissionPolicy'>,
): MetadataMap | undefined {
  const path = addedPath(patch)?.text;
  const map = MAPS.find((candidate) => path?.startsWith(`/metadata/${candidate}/`));
  if (map === undefined) return undefined;
  const mention = new RegExp(`(?<!/metadata/)\\b${map}\\b|/metadata/${map}(?!/)`);
  if (celCompilations(policy).some((compilation) => mention.test(compilation.text)))
    return undefined;
  return map === 'labels' && alwaysHaveLabels(policy) ? undefined : map;
}

/**
 * Reports whether all matched objects have labels. A selector requires one, or they are namespaces, which have one with
 * their name.
 */
function alwaysHaveLabels(policy: Resource<'MutatingAdmissionPolicy'>): boolean {
  const matched = matchResources(policy);
  if (matched === undefined) return false;
  if (selectedLabels(matched.get('objectSelector')).size > 0) return true;
  return matched
    .itemsOf('resourceRules')
    .every((rule) => rule.itemsOf('resources').every(({ value }) => value === 'namespaces'));
}
