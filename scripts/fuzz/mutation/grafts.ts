import type { Random } from '../random.ts';
import { copyOf } from './crds.ts';
import type { Manifest } from './families.ts';
import { Literal, type Value } from './values.ts';

type Container = Manifest | Value[];

/** A value of an object, and where it is. */
interface Place {
  readonly path: readonly string[];
  readonly value: Value;
}

/**
 * Changes an object so that it still decodes: by parts of other objects of its kind, or by removing, repeating and
 * changing its values without changing their types. Returns a description of the changes.
 */
export function graftObject(
  manifest: Manifest,
  donors: readonly Manifest[],
  random: Random,
): string {
  const times = random.chance(0.6) ? 1 : 2;
  const changes = Array.from({ length: times }, () => graftOnce(manifest, donors, random));
  return changes.join(', ');
}

function graftOnce(manifest: Manifest, donors: readonly Manifest[], random: Random): string {
  const root = manifest;
  const places = placesIn(root).filter(({ path }) => !isHead(path));
  const change = random.below(10);
  const place = places.length === 0 ? undefined : random.pick(places);
  if (change < 6 || place === undefined) {
    const grafts = placesIn(random.pick(donors) as Manifest).filter(({ path }) => !isHead(path));
    if (grafts.length === 0) return 'nothing';
    const { path, value } = random.pick(grafts);
    put(root, path, copyOf({ value }).value ?? null, random);
    return `graft ${path.join('.')}`;
  }
  const name = place.path.join('.');
  const key = place.path.at(-1) ?? '';
  const parent = place.path
    .slice(0, -1)
    .reduce<Value>((value, step) => (value as Manifest)[step] ?? null, root) as Container;
  if (change < 8) {
    if (!Array.isArray(parent)) delete parent[key];
    else if (change === 6) parent.splice(Number(key), 1);
    else parent.push(copyOf({ value: place.value }).value ?? null);
    return `remove or repeat ${name}`;
  }
  (parent as Manifest)[key] = similarValue(place.value, random);
  return `change ${name}`;
}

/** The apiVersion, the kind, and what all objects have. */
function isHead(path: readonly string[]): boolean {
  return ['apiVersion', 'kind', 'metadata', 'spec'].includes(path.join('.'));
}

function placesIn(root: Manifest): Place[] {
  const found: Place[] = [{ path: [], value: root }];
  for (const { path, value } of found) {
    if (typeof value !== 'object' || value === null || value instanceof Literal) continue;
    for (const [key, inner] of Object.entries(value))
      found.push({ path: [...path, key], value: inner });
  }
  return found.slice(1);
}

/** Puts a value at a path. An item of a list becomes one of the items, or a new one. */
function put(root: Manifest, path: readonly string[], value: Value, random: Random): void {
  let at: Container = root;
  for (const [index, step] of path.entries()) {
    const list: Value[] | undefined = Array.isArray(at) ? at : undefined;
    const key = list === undefined ? step : String(random.below(list.length + 1));
    const holder = at as Manifest;
    if (index === path.length - 1) {
      holder[key] = value;
      return;
    }
    const next = holder[key];
    if (typeof next !== 'object' || next === null || next instanceof Literal) {
      holder[key] = /^\d+$/.test(path[index + 1] ?? '') ? [] : {};
    }
    at = holder[key] as Container;
  }
}

const ENDINGS = ['', 'A', '-', '.', '/x', ':', ' ', '_', 'a'.repeat(64), 'a'.repeat(254), '*', '%'];

/** Another value of the same type. */
function similarValue(value: Value, random: Random): Value {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') {
    return random.pick([0, -1, 1, value + 1, value - 1, 65535, 65536, 2147483647, 86401]);
  }
  if (typeof value !== 'string') return Array.isArray(value) ? [] : {};
  const ending = random.pick(ENDINGS);
  return random.pick([
    '',
    value + ending,
    ending + value,
    value.toUpperCase(),
    value.slice(1),
    'x',
  ]);
}
