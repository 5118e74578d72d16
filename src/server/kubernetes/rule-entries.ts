import { cut } from '../../base/go/cut.ts';

/** Reports whether a list of a resource rule has a value, or `*`. */
export function hasEntry(list: readonly string[] | undefined, value: string): boolean {
  return list !== undefined && (list.includes('*') || list.includes(value));
}

/**
 * Reports whether an entry of `resources` matches a resource and subresource. An entry without a slash matches requests
 * without a subresource only.
 */
export function matchesEntry(entry: string, resource: string, subresource: string): boolean {
  const [first, second = ''] = cut(entry, '/');
  return (first === '*' || first === resource) && (second === '*' || second === subresource);
}
