import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import {
  isMapping,
  itemsAt,
  type Mapping,
  mappingAt,
  mappingFrom,
  type Path,
  readParts,
  stringAt,
  type Value,
} from '../../../../yaml/index.ts';
import { createMapping } from '../../../../yaml/tree.ts';
import { leadsOut } from '../../disk/leads-out.ts';
import type { Build } from './builds.ts';
import { isTooDeep } from './nesting.ts';
import { type Delivery, isLiteral, type RepositoryObjects, titleOf } from './repository-objects.ts';
import { problemOfChanges } from './stated-changes.ts';
import { type StatedObject, textsAt } from './stated-objects.ts';
import type { Variable } from './substitutions.ts';
import type { ValuesSource } from './values-source.ts';

/**
 * The build of a HelmRelease whose chart is in the repository; undefined if there is no chart at its path.
 *
 * Source: https://fluxcd.io/flux/components/helm/helmreleases/
 */
export function helmReleaseBuild(
  object: StatedObject,
  repository: RepositoryObjects,
): Delivery | undefined {
  const { value } = object;
  const chart = stringAt(value, 'spec', 'chart', 'spec', 'chart') ?? '';
  const title = titleOf(object);
  const omit = (reason: string): Delivery => ({ kind: 'omitted', title, reason });
  const folder = repository.folder(chart);
  if (typeof folder === 'string') return omit(folder);
  if (folder.kind !== 'chart') return undefined;
  if (itemsAt(value, 'spec', 'postRenderers').length > 0) return omit('it has postRenderers');
  const files = textsAt(value, 'spec', 'chart', 'spec', 'valuesFiles').map((file) =>
    resolve(repository.root, file),
  );
  if (files.length > 0 && !files.includes(join(folder.path, 'values.yaml'))) {
    return omit('its valuesFiles replace the values of the chart');
  }
  if (files.some((file) => leadsOut(file, repository.root))) {
    return omit('a values file is outside of the repository');
  }
  const own = mappingAt(value, 'spec', 'values');
  const others = valuesFrom(object, repository);
  if (typeof others === 'string') return omit(others);
  const name = stringAt(value, 'metadata', 'name') ?? '';
  const target = stringAt(value, 'spec', 'targetNamespace');
  const release = releaseName(target === undefined ? name : `${target}-${name}`);
  const values: readonly ValuesSource[] = [
    ...files.map((path) => ({ kind: 'file', path }) as const),
    ...others,
    { kind: 'literal', value: own, object, at: ['spec', 'values'] },
  ];
  return {
    kind: 'build',
    build: {
      kind: 'chart',
      folder: folder.path,
      name: folder.name,
      file: object.file,
      line: object.line,
      values,
      stated: {
        title,
        release: stringAt(value, 'spec', 'releaseName') ?? release,
        namespace: target ?? stringAt(value, 'metadata', 'namespace'),
        isLiteral: values.every((one) => one.kind === 'file' || isLiteral(one.value)),
      },
    },
  };
}

/** The most characters of the name of a release. */
const LONGEST_RELEASE = 53;

/** Flux shortens names of releases. Source: `internal/release/name.go` of github.com/fluxcd/helm-controller */
function releaseName(name: string): string {
  if (name.length <= LONGEST_RELEASE) return name;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 12);
  return `${name.slice(0, LONGEST_RELEASE - hash.length - 1)}-${hash}`;
}

/** The values of ConfigMaps that a HelmRelease refers to, or the reason why they are not known. */
function valuesFrom(
  object: StatedObject,
  repository: RepositoryObjects,
): readonly ValuesSource[] | string {
  const found: ValuesSource[] = [];
  for (const reference of itemsAt(object.value, 'spec', 'valuesFrom')) {
    const kind = stringAt(reference, 'kind') ?? '';
    const name = stringAt(reference, 'name') ?? '';
    const key = stringAt(reference, 'valuesKey') ?? 'values.yaml';
    if (stringAt(reference, 'targetPath') !== undefined) return `it has a targetPath for ${name}`;
    const map =
      kind === 'ConfigMap' ? repository.configMap(name, object.identity.namespace) : undefined;
    const value = map && mappingOfText(stringAt(map.value, 'data', key));
    if (map === undefined || value === undefined) return `it needs values of ${kind} ${name}`;
    found.push({ kind: 'literal', value, object: map, at: ['data', key] });
  }
  return found;
}

/** The mapping that a text of YAML is; undefined if it is none. */
export function mappingOfText(text: string | undefined): Mapping | undefined {
  const [part] = text === undefined ? [] : readParts(text);
  if (part?.content.kind !== 'value') return undefined;
  const { value } = part.content.document;
  if (value === null) return {};
  return isMapping(value) && !isTooDeep(value) ? value : undefined;
}

/** The fields of a Kustomization of Flux that change what is built, by the fields of kustomize that do the same. */
const CHANGES: ReadonlyMap<string, string> = new Map([
  ['targetNamespace', 'namespace'],
  ['namePrefix', 'namePrefix'],
  ['nameSuffix', 'nameSuffix'],
  ['images', 'images'],
]);

/**
 * The build of a Kustomization; undefined if there is none at its path.
 *
 * Source: https://fluxcd.io/flux/components/kustomize/kustomizations/
 */
export function kustomizationBuild(
  object: StatedObject,
  repository: RepositoryObjects,
): Delivery | undefined {
  const { value, file, line } = object;
  const spec = mappingAt(value, 'spec');
  const title = titleOf(object);
  const omit = (reason: string): Delivery => ({ kind: 'omitted', title, reason });
  const path = stringAt(spec, 'path') ?? './';
  const folder = repository.folder(path);
  if (typeof folder === 'string') return omit(folder);
  if (folder.kind !== 'kustomization') return undefined;
  const changes = createMapping();
  for (const [from, to] of CHANGES) {
    const one = spec[from];
    if (one !== undefined && one !== null) changes[to] = one;
  }
  const { labels = {}, annotations = {} } = mappingAt(spec, 'commonMetadata');
  if (isMapping(labels) && Object.keys(labels).length > 0) changes.labels = [{ pairs: labels }];
  if (isMapping(annotations) && Object.keys(annotations).length > 0) {
    changes.commonAnnotations = annotations;
  }
  const patches = patchesIn(itemsAt(spec, 'patches'));
  if (typeof patches === 'string') return omit(patches);
  if (patches.length > 0) changes.patches = patches;
  const components = textsAt(spec, 'components').map((one) => join(folder.path, one));
  const problem = problemOfChanges(changes, folder.path);
  if (problem !== undefined) return omit(problem);
  return {
    kind: 'build',
    build: {
      kind: 'kustomization',
      folder: folder.path,
      name: folder.name,
      file,
      line,
      values: [],
      stated: {
        title,
        changes,
        components,
        isLiteral: true,
        substitutions: isMapping(spec.postBuild)
          ? substitutionsOf(object, spec.postBuild, repository)
          : undefined,
      },
    },
  };
}

/** Patches without files, or the reason why they cannot be used. */
export function patchesIn(patches: readonly Value[]): readonly Value[] | string {
  const own = patches.map((one) => {
    const { patch = null, target = null, options = null } = mappingFrom(one);
    return {
      patch,
      ...(target === null ? {} : { target }),
      ...(options === null ? {} : { options }),
    };
  });
  return own.every(({ patch }) => typeof patch === 'string')
    ? own
    : 'it has a patch that is not a string';
}

function substitutionsOf(
  object: StatedObject,
  postBuild: Mapping,
  repository: RepositoryObjects,
): NonNullable<Build['stated']>['substitutions'] {
  const variables = new Map<string, Variable>();
  let areComplete = true;
  const add = (values: Mapping, from: StatedObject, at: Path) => {
    for (const [name, value] of Object.entries(values)) {
      if (value === null || typeof value === 'object') continue;
      const text = String(value);
      if (isLiteral(text)) variables.set(name, { value: text, object: from, at: [...at, name] });
      else areComplete = false;
    }
  };
  for (const reference of itemsAt(postBuild, 'substituteFrom')) {
    const isMap = stringAt(reference, 'kind') === 'ConfigMap';
    const name = stringAt(reference, 'name') ?? '';
    const found = isMap ? repository.configMap(name, object.identity.namespace) : undefined;
    if (found === undefined) areComplete = false;
    else add(mappingAt(found.value, 'data'), found, ['data']);
  }
  add(mappingAt(postBuild, 'substitute'), object, ['spec', 'postBuild', 'substitute']);
  return { variables, areComplete };
}
