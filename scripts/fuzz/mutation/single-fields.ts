import { definitionNameOf } from '../../../src/server/kubernetes/definition-name.ts';
import { definitionOf, findDefinition } from '../../../src/server/kubernetes/definitions.ts';
import type { FieldType } from '../../../src/server/kubernetes/field-type.ts';
import type { Random } from '../random.ts';
import { copyOf } from './crds.ts';
import type { Manifest } from './families.ts';
import { oddValue } from './odd-values.ts';
import { Literal, type Value } from './values.ts';

/** A field of a struct in an object, present or not. */
interface Site {
  readonly base: Manifest;
  /** The keys and indices that lead to the struct. */
  readonly path: readonly (string | number)[];
  readonly definition: string;
  readonly field: string;
  readonly type: FieldType;
}

/** Changes single fields of objects that a server accepts, all fields of all structs equally often. */
export class SingleFields {
  readonly #sites: readonly Site[];
  /** The values of fields in other objects, by definition and field. */
  readonly #values: ReadonlyMap<string, ReadonlyMap<string, Value>>;

  /**
   * @param accepted objects that a server accepts
   * @param donors objects whose values are used too
   */
  constructor(accepted: readonly Manifest[], donors: readonly Manifest[]) {
    const sites = new Map<string, Site>();
    for (const base of [...accepted].sort((one, other) => sizeOf(one) - sizeOf(other))) {
      for (const site of sitesIn(base)) {
        const place = site.path.filter((step) => typeof step === 'string').join('.');
        const key = `${base.apiVersion} ${base.kind} ${place} ${site.field}`;
        if (!sites.has(key)) sites.set(key, site);
      }
    }
    this.#sites = [...sites.values()];
    const values = new Map<string, Map<string, Value>>();
    for (const site of donors.flatMap(sitesIn)) {
      const value = structAt(site.base, site.path)[site.field];
      if (value === undefined) continue;
      const key = `${site.definition} ${site.field}`;
      const known = values.get(key) ?? new Map<string, Value>();
      values.set(key, known.set(JSON.stringify(value), value));
    }
    this.#values = values;
  }

  get size(): number {
    return this.#sites.length;
  }

  /** An object with another value in one field, or in two; and a description of the change. */
  mutant(random: Random): { base: Manifest; manifest: Manifest; change: string } {
    const site = random.pick(this.#sites);
    const manifest = copyOf(site.base);
    const changes = [this.#change(manifest, site, random)];
    if (random.chance(0.25)) {
      const others = sitesIn(manifest);
      changes.push(this.#change(manifest, random.pick(others), random));
    }
    return { base: site.base, manifest, change: changes.join(', ') };
  }

  #change(manifest: Manifest, site: Site, random: Random): string {
    const { path, definition, field, type } = site;
    const struct = structAt(manifest, path);
    const at = [...path, field].join('.');
    if (random.chance(0.06)) {
      delete struct[field];
      return `no ${at}`;
    }
    const known = [...(this.#values.get(`${definition} ${field}`)?.values() ?? [])];
    struct[field] =
      known.length > 0 && random.chance(0.4)
        ? (copyOf({ value: random.pick(known) }).value ?? null)
        : oddValue(type, struct[field], random, 0);
    return `odd ${at}`;
  }
}

function sizeOf(manifest: Manifest): number {
  return JSON.stringify(manifest).length;
}

function structAt(root: Manifest, path: readonly (string | number)[]): Manifest {
  let value: unknown = root;
  for (const step of path) value = (value as Manifest)[step];
  return value as Manifest;
}

function sitesIn(base: Manifest): Site[] {
  const { apiVersion, kind } = base;
  if (typeof apiVersion !== 'string' || typeof kind !== 'string') return [];
  const name = definitionNameOf(apiVersion, kind);
  if (findDefinition(name) === undefined) return [];
  const sites: Site[] = [];
  visit(base, { shape: 'object', definition: name }, []);
  return sites;

  function visit(
    value: Value | undefined,
    type: FieldType,
    path: readonly (string | number)[],
  ): void {
    if (typeof value !== 'object' || value === null || value instanceof Literal) return;
    if (type.shape === 'list' && Array.isArray(value)) {
      value.forEach((item: Value, index) => {
        visit(item, type.of, [...path, index]);
      });
    } else if (type.shape === 'map' && !Array.isArray(value)) {
      for (const [key, item] of Object.entries(value)) visit(item, type.of, [...path, key]);
    } else if (type.shape === 'object' && !Array.isArray(value)) {
      for (const [field, { type: inner }] of definitionOf(type.definition).fields) {
        const isHead = path.length === 0 && ['apiVersion', 'kind', 'status'].includes(field);
        if (isHead) continue;
        sites.push({ base, path, definition: type.definition, field, type: inner });
        visit((value as Manifest)[field], inner, [...path, field]);
      }
    }
  }
}
