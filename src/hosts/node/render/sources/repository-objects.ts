import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { addTo } from '../../../../base/index-by.ts';
import { hasPlaceholder } from '../../../../sources/project/placeholders.ts';
import { isMapping, type Mapping, stringAt, type Value } from '../../../../yaml/index.ts';
import { leadsOut } from '../../disk/leads-out.ts';
import { readSmallText } from '../../disk/open-file.ts';
import { pathFrom } from '../../disk/within.ts';
import { kustomizationIn } from '../../kustomization-file.ts';
import type { Build } from './builds.ts';
import { RepositoryPaths } from './repository-paths.ts';
import type { StatedObject } from './stated-objects.ts';
import { WorkLimit } from './work-limit.ts';

/** The build that an object of Flux or Argo CD states, or the reason why it cannot be built. */
export type Delivery =
  | { readonly kind: 'build'; readonly build: Build }
  | { readonly kind: 'omitted'; readonly title: string; readonly reason: string };

/** The folder in the repository that an object names. */
interface DeliveredFolder {
  /** Absolute. */
  readonly path: string;
  /** The name of the folder in reports. */
  readonly name: string;
  /** Undefined if it has neither a chart nor a kustomization. */
  readonly kind: Build['kind'] | undefined;
}

/** The objects of a run that say what is rendered, and those that they refer to. */
export class RepositoryObjects {
  /** The root of the repository, which paths of Flux and Argo CD start from. */
  readonly root: string;
  readonly work = new WorkLimit();
  readonly paths: RepositoryPaths;
  readonly #cwd: string;
  /** By kind and name. */
  readonly #objects = new Map<string, StatedObject[]>();
  #ownName: string | null | undefined;

  /** @param cwd the folder that names in reports start from */
  constructor(root: string, cwd: string) {
    this.root = root;
    this.paths = new RepositoryPaths(root, this.work);
    this.#cwd = cwd;
  }

  /** Adds an object. Those that an object refers to must have been added before it is asked what it states. */
  add(object: StatedObject): void {
    const { kind, name } = object.identity;
    addTo(this.#objects, keyOf(kind, name), object);
  }

  /** The ConfigMap that an object refers to; undefined if there is none, or there are several that differ. */
  configMap(name: string, namespace: string | null): StatedObject | undefined {
    const [found, ...others] = this.#named('ConfigMap', name, namespace);
    return others.every(({ value }) => isSame(value.data, found?.value.data)) ? found : undefined;
  }

  /**
   * A folder of the repository.
   *
   * @returns the reason if it is not in the repository
   */
  folder(path: string): DeliveredFolder | string {
    const absolute = resolve(this.root, path.replace(/^\/+/, ''));
    if (leadsOut(absolute, this.root)) return `${path} is outside of the repository`;
    const isChart = existsSync(join(absolute, 'Chart.yaml'));
    const isKustomization = kustomizationIn(absolute) !== undefined;
    const kind = isChart ? 'chart' : isKustomization ? 'kustomization' : undefined;
    const name = pathFrom(this.#cwd, absolute);
    return { path: absolute, name: name === '' ? '.' : name, kind };
  }

  /**
   * Reports whether an address of git may be that of the repository: the name of its origin is the same, or not known.
   */
  isOwn(url: string | undefined): boolean {
    if (this.#ownName === undefined) this.#ownName = this.#nameOfOrigin();
    return this.#ownName === null || url === undefined || nameOf(url) === this.#ownName;
  }

  #nameOfOrigin(): string | null {
    const config = readSmallText(join(this.root, '.git/config')) ?? '';
    const section = config.split('[remote "origin"]')[1]?.split('\n[')[0] ?? '';
    const line = section.split('\n').find((one) => one.trim().startsWith('url'));
    const url = line?.split('=')[1]?.trim();
    return url === undefined ? null : nameOf(url);
  }

  /** Reports whether the reference at a path of an object of Flux is to the repository itself. */
  isOwnSource(object: StatedObject, ...at: readonly string[]): boolean {
    const { value, identity } = object;
    if (stringAt(value, ...at, 'kind') !== 'GitRepository') return false;
    const name = stringAt(value, ...at, 'name') ?? '';
    const namespace = stringAt(value, ...at, 'namespace') ?? identity.namespace;
    const found = this.#named('GitRepository', name, namespace);
    return (
      found.length === 0 || found.some((one) => this.isOwn(stringAt(one.value, 'spec', 'url')))
    );
  }

  #named(kind: string, name: string, namespace: string | null): readonly StatedObject[] {
    const found = this.#objects.get(keyOf(kind, name)) ?? [];
    return found.filter(
      ({ identity: { namespace: other } }) =>
        namespace === null || other === null || other === namespace,
    );
  }
}

function keyOf(kind: string | null, name: string | null): string {
  return `${kind}/${name}`;
}

/** The name of an object in messages. */
export function titleOf({ identity: { kind, namespace, name } }: StatedObject): string {
  return `${kind} ${namespace === null ? '' : `${namespace}/`}${name}`;
}

/** Reports whether a value has no text that is still replaced. Helm's own expressions in values do not count. */
export function isLiteral(value: Value | undefined): boolean {
  if (typeof value === 'string') return !hasPlaceholder(value.replaceAll(/\{\{|\}\}/g, ''));
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, one]) => !hasPlaceholder(key) && isLiteral(one));
}

function nameOf(url: string): string {
  return basename(url)
    .replace(/^.*:/, '')
    .replace(/\.git$/, '')
    .toLowerCase();
}

function isSame(a: Mapping[string] | undefined, b: Mapping[string] | undefined): boolean {
  if (!(isMapping(a) && isMapping(b))) return a === b;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
}
