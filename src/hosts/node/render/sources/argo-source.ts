import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { shownAddress } from '../../../../base/shown-address.ts';
import {
  isMapping,
  itemsAt,
  type Mapping,
  mappingAt,
  mappingFrom,
  type Path,
  stringAt,
  type Value,
} from '../../../../yaml/index.ts';
import { createMapping } from '../../../../yaml/tree.ts';
import { leadsOut } from '../../disk/leads-out.ts';
import type { Build, Stated } from './builds.ts';
import { mappingOfText, patchesIn } from './flux-objects.ts';
import { type Delivery, isLiteral, type RepositoryObjects, titleOf } from './repository-objects.ts';
import { problemOfChanges } from './stated-changes.ts';
import { type StatedObject, textsAt } from './stated-objects.ts';
import type { ValuesSource } from './values-source.ts';

/** A source of an Application of Argo CD. */
interface ArgoSource {
  readonly object: StatedObject;
  /** The path of the source in the object. */
  readonly at: Path;
  readonly source: Mapping;
  /** The address of the repository. */
  readonly url: string | undefined;
}

/** The sources of an Application. With `sources`, Argo CD ignores `source`. */
export function argoSources(object: StatedObject): readonly ArgoSource[] {
  const { value } = object;
  const several = itemsAt(value, 'spec', 'sources').map((source, index) => ({
    at: ['spec', 'sources', index],
    source: mappingFrom(source),
  }));
  const one = { at: ['spec', 'source'], source: mappingAt(value, 'spec', 'source') };
  const all = several.length > 0 ? several : [one];
  return all.map((own) => ({ ...own, object, url: stringAt(own.source, 'repoURL') }));
}

/**
 * The build of a source; undefined if there is neither a chart nor a kustomization at its path.
 *
 * Source: https://argo-cd.readthedocs.io/en/stable/user-guide/application-specification/
 *
 * @param own the sources of the Application that are in the repository
 */
export function argoBuild(
  one: ArgoSource,
  own: readonly ArgoSource[],
  repository: RepositoryObjects,
): Delivery | undefined {
  const { object, source } = one;
  const title = titleOf(object);
  const path = stringAt(source, 'path');
  if (path === undefined || !isLiteral(path) || path.includes('{{')) return undefined;
  const folder = repository.folder(path);
  if (typeof folder === 'string') return { kind: 'omitted', title, reason: folder };
  if (folder.kind === undefined || isMapping(source.plugin)) return undefined;
  const { file, line } = object;
  const build = { folder: folder.path, name: folder.name, file, line };
  const stated =
    folder.kind === 'chart'
      ? chartOf(one, folder.path, own, repository)
      : kustomizationOf(one, folder.path);
  return typeof stated === 'string'
    ? { kind: 'omitted', title, reason: stated }
    : { kind: 'build', build: { ...build, kind: folder.kind, ...stated } };
}

type Settings = Pick<Build, 'values'> & { readonly stated: Stated };

/** The settings for Helm, or the reason why they are not known. */
function chartOf(
  { object, at, source }: ArgoSource,
  folder: string,
  own: readonly ArgoSource[],
  repository: RepositoryObjects,
): Settings | string {
  const { value } = object;
  const helm = mappingAt(source, 'helm');
  const helmAt = [...at, 'helm'];
  if (itemsAt(helm, 'fileParameters').length > 0) return 'it has fileParameters';
  const values: ValuesSource[] = [];
  for (const name of textsAt(helm, 'valueFiles')) {
    const path = valuesPath(name, folder, own, repository);
    if (path === undefined) return `its values file ${shownAddress(name)} is fetched`;
    if (leadsOut(path, repository.root)) return `${name} is outside of the repository`;
    if (helm.ignoreMissingValueFiles === true && !existsSync(path)) continue;
    if (isOfTemplate(object) && !existsSync(path)) {
      return `the chart that makes it may name another values file than ${name}`;
    }
    values.push({ kind: 'file', path });
  }
  const key = isMapping(helm.valuesObject) ? 'valuesObject' : 'values';
  const literal =
    key === 'valuesObject' ? helm.valuesObject : mappingOfText(stringAt(helm, 'values'));
  if (literal === undefined && stringAt(helm, 'values') !== undefined) {
    return 'its values are not a mapping';
  }
  if (isMapping(literal)) {
    values.push({ kind: 'literal', value: literal, object, at: [...helmAt, key] });
  }
  for (const [index, parameter] of itemsAt(helm, 'parameters').entries()) {
    const name = stringAt(parameter, 'name');
    if (name === undefined) continue;
    values.push({
      kind: 'setting',
      name,
      value: stringAt(parameter, 'value') ?? '',
      isText: isMapping(parameter) && parameter.forceString === true,
      object,
      at: [...helmAt, 'parameters', index, 'value'],
    });
  }
  const isKnown = values.every((one) => one.kind === 'file' || isLiteral(one.value));
  return {
    values,
    stated: {
      title: titleOf(object),
      release: stringAt(helm, 'releaseName') ?? stringAt(value, 'metadata', 'name') ?? '',
      namespace: stringAt(helm, 'namespace') ?? stringAt(value, 'spec', 'destination', 'namespace'),
      skipsCrds: helm.skipCrds === true,
      isLiteral: isKnown && !JSON.stringify(itemsAt(helm, 'parameters')).includes('$ARGOCD_'),
    },
  };
}

/** The absolute path of a values file; undefined if it is in another repository, or fetched. */
function valuesPath(
  name: string,
  folder: string,
  own: readonly ArgoSource[],
  { root }: RepositoryObjects,
): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(name)) return undefined;
  const [, reference, path = ''] = /^\$([^/]+)\/(.*)$/s.exec(name) ?? [];
  if (reference !== undefined) {
    const isKnown = own.some(({ source }) => stringAt(source, 'ref') === reference);
    return isKnown ? join(root, path) : undefined;
  }
  return name.startsWith('/') ? join(root, name) : resolve(folder, name);
}

/** The fields of a source that kustomize has too. */
const CHANGES = [
  'namePrefix',
  'nameSuffix',
  'namespace',
  'commonLabels',
  'commonAnnotations',
  'replicas',
] as const;

/** The settings for kustomize, or the reason why they are not known. */
function kustomizationOf({ object, source }: ArgoSource, folder: string): Settings | string {
  const kustomize = mappingAt(source, 'kustomize');
  const changes = createMapping();
  for (const name of CHANGES) {
    const one = kustomize[name];
    if (one !== undefined && one !== null && one !== '') changes[name] = one;
  }
  const images = textsAt(kustomize, 'images').flatMap((image) => imageIn(image) ?? []);
  if (images.length > 0) changes.images = images;
  const patches = patchesIn(itemsAt(kustomize, 'patches'));
  if (typeof patches === 'string') return patches;
  if (patches.length > 0) changes.patches = patches;
  const problem = problemOfChanges(changes, folder);
  if (problem !== undefined) return problem;
  const components = textsAt(kustomize, 'components').map((one) => join(folder, one));
  return { values: [], stated: { title: titleOf(object), changes, components, isLiteral: true } };
}

/** An image as `kustomize edit set image` reads it: `name=other:tag`, `name:tag` or `name@digest`. */
function imageIn(text: string): Value | undefined {
  const [, name, other = ''] = /^(?:([^=]+)=)?(.+)$/s.exec(text) ?? [];
  const [, image = '', digest, tag] =
    /^(.*?)(?:@(sha256:[0-9a-f]+)|:([\w][\w.-]*))?$/s.exec(other) ?? [];
  if (image === '' && name === undefined) return undefined;
  return {
    name: name ?? image,
    ...(name === undefined || image === '*' ? {} : { newName: image }),
    ...(digest === undefined ? {} : { digest }),
    ...(tag === undefined ? {} : { newTag: tag }),
  };
}

/** Reports whether a template of a chart has rendered an object, whose values depend on those of the chart. */
function isOfTemplate({ text, file }: StatedObject): boolean {
  return text.kind === 'rendered' && /\/templates\//.test(file);
}
