import { basename, dirname, join } from 'node:path/posix';
import {
  firstValueIn,
  isMapping,
  itemsAt,
  type Mapping,
  mappingAt,
  mappingFrom,
  type Path,
  stringAt,
  type Value,
} from '../../../../yaml/index.ts';
import { readSmallText } from '../../disk/open-file.ts';
import {
  type ApplicationTemplates,
  mergedParameters,
  type Parameters,
} from './application-parameters.ts';
import { isTooDeep } from './nesting.ts';
import type { RepositoryObjects } from './repository-objects.ts';
import { type StatedObject, textsAt } from './stated-objects.ts';
import { UnknownApplications } from './work-limit.ts';

/** The most Applications of an ApplicationSet. */
const MOST = 1000;

/**
 * Finds the parameters that generators of an ApplicationSet have, if they depend on nothing but the files of the
 * repository.
 *
 * Source: https://argo-cd.readthedocs.io/en/stable/operator-manual/applicationset/Generators/
 */
export class ApplicationGenerators {
  readonly #object: StatedObject;
  readonly #repository: RepositoryObjects;
  readonly #templates: ApplicationTemplates;

  constructor(
    object: StatedObject,
    repository: RepositoryObjects,
    templates: ApplicationTemplates,
  ) {
    this.#object = object;
    this.#repository = repository;
    this.#templates = templates;
  }

  /**
   * The parameters of each Application.
   *
   * @param at the path of the generators in the object
   * @throws UnknownApplications if they are not known
   */
  parametersOf(generators: readonly Value[], at: Path): readonly Parameters[] {
    const all: Parameters[] = [];
    for (const [index, generator] of generators.entries()) {
      for (const [kind, value] of Object.entries(mappingFrom(generator))) {
        addAll(all, this.#ofKind(kind, mappingFrom(value), [...at, index, kind]));
      }
    }
    return all;
  }

  #ofKind(kind: string, generator: Mapping, at: Path): readonly Parameters[] {
    if (Object.keys(mappingAt(generator, 'template')).length > 0) {
      throw new UnknownApplications('a generator has a template');
    }
    switch (kind) {
      case 'list':
        return this.#ofList(generator, [...at, 'elements']);
      case 'git':
        return this.#ofGit(generator);
      case 'matrix':
        return this.#ofMatrix(itemsAt(generator, 'generators'), [...at, 'generators']);
      case 'merge':
        return this.#ofMerge(generator, [...at, 'generators']);
      case 'selector':
        throw new UnknownApplications('a generator has a selector');
      default:
        throw new UnknownApplications(`the generator ${kind} needs more than the repository`);
    }
  }

  #ofList(list: Mapping, at: Path): readonly Parameters[] {
    if (list.elementsYaml !== undefined) {
      throw new UnknownApplications('its list has elementsYaml');
    }
    const { text, identity, path } = this.#object;
    return itemsAt(list, 'elements').map((element, index) =>
      this.#templates.parametersIn(mappingFrom(element), {
        text,
        index: identity.index,
        path: [...path, ...at, index],
      }),
    );
  }

  #ofGit(git: Mapping): readonly Parameters[] {
    const { paths } = this.#repository;
    if (!this.#repository.isOwn(stringAt(git, 'repoURL'))) {
      throw new UnknownApplications('the generator git reads another repository');
    }
    const prefix = stringAt(git, 'pathParamPrefix') ?? '';
    const folders = selected(itemsAt(git, 'directories'), (one) => paths.foldersLike(one));
    const files = selected(itemsAt(git, 'files'), (one) => paths.filesLike(one));
    const all =
      itemsAt(git, 'directories').length > 0
        ? folders.map((path) => this.#ofPath(prefix, path))
        : files.flatMap((path) => this.#ofFile(prefix, path));
    const values = mappingAt(git, 'values');
    if (Object.keys(values).length === 0) return all;
    return all.map((one) => {
      const written = this.#templates.writeMapping(values, one);
      return new Map([...one, ...this.#templates.parametersIn({ values: written })]);
    });
  }

  /** The parameters of each object in a file. */
  #ofFile(prefix: string, path: string): readonly Parameters[] {
    const file = join(this.#repository.root, path);
    const value = firstValueIn(readSmallText(file) ?? '');
    if (value === undefined || isTooDeep(value)) {
      throw new UnknownApplications(`${path} cannot be read`);
    }
    const text = { kind: 'file', path: file } as const;
    const own = this.#ofPath(prefix, dirname(path), basename(path));
    const items: readonly Value[] = Array.isArray(value) ? value : [value];
    return items.map((item, index) => {
      const at = Array.isArray(value) ? [index] : [];
      const place = { text, index: 0, path: at };
      return new Map([...this.#templates.parametersIn(mappingFrom(item), place), ...own]);
    });
  }

  /** @param file the name of a file in the folder, if the generator finds files */
  #ofPath(prefix: string, path: string, file?: string): Parameters {
    const folder = basename(path);
    const names = {
      basename: folder,
      basenameNormalized: normalizedName(folder),
      ...(file === undefined ? {} : { filename: file, filenameNormalized: normalizedName(file) }),
    };
    const segments = path.split('/');
    if (this.#templates.isGo) {
      const own = { path: { path, segments, ...names } };
      return this.#templates.parametersIn(prefix === '' ? own : { [prefix]: own });
    }
    const own = prefix === '' ? 'path' : `${prefix}.path`;
    return this.#templates.parametersIn({
      [own]: path,
      ...Object.fromEntries(Object.entries(names).map(([name, one]) => [`${own}.${name}`, one])),
      ...Object.fromEntries(segments.map((one, index) => [`${own}[${index}]`, one])),
    });
  }

  /** Each combination of two generators. The second one may use the parameters of the first one. */
  #ofMatrix(generators: readonly Value[], at: Path): readonly Parameters[] {
    const [first = null, second = null, ...others] = generators;
    if (second === null || others.length > 0) {
      throw new UnknownApplications('the generator matrix does not have two generators');
    }
    const all: Parameters[] = [];
    for (const one of this.parametersOf([first], at)) {
      // The second generator keeps its position.
      const written = [null, this.#templates.ofGenerators.write(second, one)];
      const combined = this.parametersOf(written, at).map((other) => this.#combined(one, other));
      addAll(all, combined);
    }
    return all;
  }

  #combined(first: Parameters, second: Parameters): Parameters {
    for (const [name, { value }] of this.#templates.isGo ? [] : first) {
      const other = second.get(name)?.value ?? value;
      if (other !== value) throw new UnknownApplications(`both of its generators have ${name}`);
    }
    return mergedParameters(second, first);
  }

  /** The parameters of the first generator, changed by those of the others that have the same keys. */
  #ofMerge(merge: Mapping, at: Path): readonly Parameters[] {
    const keys = textsAt(merge, 'mergeKeys');
    const [first = new Map<string, Parameters>(), ...others] = itemsAt(merge, 'generators').map(
      (_, index, all) =>
        // Each generator keeps its position.
        byKeys(
          this.parametersOf([...all.slice(0, index).fill(null), all[index] ?? null], at),
          keys,
        ),
    );
    return [...first].map(([key, parameters]) =>
      others.reduce((merged, other) => {
        const changes = other.get(key);
        return changes === undefined ? merged : mergedParameters(merged, changes);
      }, parameters),
    );
  }
}

/** Adds the parameters of Applications, unless there are too many. */
function addAll(all: Parameters[], others: readonly Parameters[]): void {
  if (all.length + others.length > MOST) {
    throw new UnknownApplications(`it has more than ${MOST} Applications`);
  }
  all.push(...others);
}

/** The parameters by the values that generators have to share. */
function byKeys(
  all: readonly Parameters[],
  keys: readonly string[],
): ReadonlyMap<string, Parameters> {
  const found = new Map(
    all.map((one) => [JSON.stringify(keys.map((key) => String(one.get(key)?.value))), one]),
  );
  if (found.size < all.length) throw new UnknownApplications('a generator has equal mergeKeys');
  return found;
}

/** The paths that patterns of a generator match, in order, without those that it excludes. */
function selected(
  patterns: readonly Value[],
  matching: (pattern: string) => readonly string[],
): readonly string[] {
  const [found, excluded] = [false, true].map((isExcluded) =>
    patterns
      .filter((one) => (isMapping(one) && one.exclude === true) === isExcluded)
      .flatMap((one) => {
        const pattern = stringAt(one, 'path') ?? '';
        if (pattern.includes('{{'))
          throw new UnknownApplications(`its path ${pattern} is not known`);
        return matching(pattern);
      }),
  );
  const others = new Set(excluded);
  return [...new Set(found)].filter((path) => !others.has(path)).sort();
}

/** Source: `SanitizeName` of github.com/argoproj/argo-cd/applicationset/utils */
function normalizedName(name: string): string {
  const normalized = name.toLowerCase().replaceAll(/[^-a-z0-9.]/g, '-');
  return normalized
    .slice(0, 253)
    .replace(/^[-.]+/, '')
    .replace(/(?<![-.])[-.]+$/, '');
}
