import type { CustomDefinition } from '../../../server/custom-resources/definition.ts';
import { apiVersionOf } from '../../../server/kubernetes/api-version.ts';
import { holdsIn, type Minor } from '../../../server/kubernetes/minors.ts';
import { builtInResources } from '../../../server/kubernetes/resources.ts';
import { type Path, type Value, valueAt } from '../../../yaml/index.ts';
import { RULE_LISTS } from '../index/reference-table.ts';
import type { TextObject } from '../text/open-text.ts';

const MOST_LISTED = 12;

/**
 * The kinds that `resources` of a rule, or an item of it, matches, in words. Empty at any other place.
 *
 * @param field from the object
 */
export function kindsNamedAt(
  object: TextObject,
  field: Path,
  minor: Minor,
  customKinds: readonly CustomDefinition[],
): readonly string[] {
  const path = typeof field.at(-1) === 'number' ? field.slice(0, -1) : field;
  const [list, index, key] = path.slice(-3);
  if (key !== 'resources' || typeof index !== 'number' || !RULE_LISTS.includes(String(list)))
    return [];
  const written = valueAt(object.value, field);
  const entries = (Array.isArray(written) ? written : [written]).filter(
    (entry) => typeof entry === 'string',
  );
  if (entries.length === 0) return [];
  const rule = valueAt(object.value, path.slice(0, -1)) ?? null;
  const found = namedResources(minor, customKinds).filter((one) =>
    entries.some((entry) => isMatched(one, entry, rule)),
  );
  if (found.length === 0) return ['matches no kind that is known'];
  const lines = found
    .slice(0, MOST_LISTED)
    .map(({ apiVersion, kind, name }) => `- ${kind} (\`${apiVersion}\`): \`${name}\``);
  const others = found.length - lines.length;
  return [[...lines, ...(others > 0 ? [`- and ${others} more`] : [])].join('\n')];
}

interface NamedResource {
  readonly group: string;
  readonly version: string;
  readonly apiVersion: string;
  readonly kind: string;
  /** The plural name, with that of a subresource: `pods`, `pods/log`. */
  readonly name: string;
}

/** The resources and subresources that a minor serves, and those of CRDs. */
export function namedResources(
  minor: Minor,
  customKinds: readonly CustomDefinition[],
): readonly NamedResource[] {
  const builtIn = builtInResources()
    .filter((one) => holdsIn(one, minor))
    .flatMap(({ group, version, kind, resource, subresources }) => {
      const below = [...(subresources ?? [])].flatMap(([name, minors]) =>
        holdsIn(minors, minor) ? [`${resource}/${name}`] : [],
      );
      return [resource, ...below].map((name) => ({ group, version, kind, name }));
    });
  const custom = customKinds.flatMap(({ group, kind, plural, versions }) =>
    versions
      .filter(({ isServed }) => isServed)
      .flatMap(({ name: version, hasStatus, scale }) =>
        [
          plural,
          ...(hasStatus ? [`${plural}/status`] : []),
          ...(scale === undefined ? [] : [`${plural}/scale`]),
        ].map((name) => ({ group, version, kind, name })),
      ),
  );
  return [...builtIn, ...custom].map((one) => ({ ...one, apiVersion: apiVersionOf(one) }));
}

/** Reports whether an entry of a rule matches a resource. Only rules of roles name verbs, and no versions. */
function isMatched({ group, version, name }: NamedResource, entry: string, rule: Value): boolean {
  const has = (field: string, value: string) => {
    const list = valueAt(rule, [field]);
    return !Array.isArray(list) || list.includes('*') || list.includes(value);
  };
  const [resource = '', subresource = ''] = name.split('/');
  const [ofResource = '', ofSubresource = ''] = entry.split('/');
  const isOfRole = valueAt(rule, ['verbs']) !== undefined;
  if (!has('apiGroups', group) || !has('apiVersions', version)) return false;
  // In a role, `*` is all resources and subresources.
  if (isOfRole && entry === '*') return true;
  return (
    (ofResource === '*' || ofResource === resource) &&
    (ofSubresource === '*' || ofSubresource === subresource)
  );
}
