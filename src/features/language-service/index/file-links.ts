import { GENERATORS, PATH_LISTS } from '../../../sources/project/kustomize/kustomization.ts';
import {
  isMapping,
  itemsAt,
  type Path,
  type Span,
  type Value,
  valueAt,
} from '../../../yaml/index.ts';
import type { OpenText } from '../text/open-text.ts';

/** A name of a file or a folder in a text. */
export interface FileLink {
  readonly span: Span;
  /** From the folder of the text. */
  readonly path: string;
}

/** A place in a document that may name a file. */
interface FilePlace {
  readonly at: Path;
  /** The files that it can name: those with manifests, any, or none, so that it only names folders. */
  readonly files: 'manifests' | 'any' | 'none';
  /** True if the name of a file may follow the key of its data: `key=path`. */
  readonly mayHaveKey: boolean;
}

/** Finds the places in a document that may name files. */
export type FindFilePlaces = (document: Value) => readonly FilePlace[];

/** The lists of a kustomization whose items are paths, or mappings with a path. */
const LISTS = [...PATH_LISTS, 'patches', 'patchesJson6902', 'replacements'];

/** The lists of a kustomization whose items are folders. */
const FOLDER_LISTS: ReadonlySet<string> = new Set(['bases', 'components']);

/** The settings of a configuration that are a path, or a list of paths. */
const PATH_SETTINGS = ['extends', 'crds', 'policies', 'baseline', 'podSecurity'];

/** The files and folders that a text names, such as a kustomization. */
export function fileLinks(
  { parts, text }: OpenText,
  placesIn: FindFilePlaces,
): readonly FileLink[] {
  return parts.flatMap(({ content }) => {
    if (content.kind === 'refused') return [];
    const { document } = content;
    return placesIn(document.value).flatMap(({ at, mayHaveKey }): readonly FileLink[] => {
      const named = valueAt(document.value, at);
      const span = document.locate(at)?.value;
      // A URL is not a file, nor is a patch that is written in place.
      if (typeof named !== 'string' || span === undefined || /[\n:]|^$/.test(named)) return [];
      if (!mayHaveKey) return [{ span, path: named }];
      const key = text.slice(span.start, span.end).indexOf('=') + 1;
      const path = named.slice(named.indexOf('=') + 1);
      return [{ span: { start: span.start + key, end: span.end }, path }];
    });
  });
}

/** The places in a kustomization that may name files. */
export const kustomizationPlaces: FindFilePlaces = (kustomization) => {
  const placedItems = (list: Path) =>
    itemsAt(kustomization, ...list).map((item, index) => ({ item, at: [...list, index] }));
  const inLists = LISTS.flatMap((list) =>
    placedItems([list]).map(({ item, at }) =>
      place(isMapping(item) ? [...at, 'path'] : at, FOLDER_LISTS.has(list) ? 'none' : 'manifests'),
    ),
  );
  const inGenerators = GENERATORS.flatMap((list) => placedItems([list])).flatMap(({ at }) => [
    place([...at, 'env'], 'any'),
    ...placedItems([...at, 'envs']).map((one) => place(one.at, 'any')),
    ...placedItems([...at, 'files']).map((one) => ({ ...place(one.at, 'any'), mayHaveKey: true })),
  ]);
  const inCharts = placedItems(['helmCharts']).flatMap(({ at }) => [
    place([...at, 'valuesFile'], 'manifests'),
    ...placedItems([...at, 'additionalValuesFiles']).map((one) => place(one.at, 'manifests')),
  ]);
  return [...inLists, ...inGenerators, ...inCharts, place(['openapi', 'path'], 'manifests')];
};

/** The places in a configuration of kubeadmit that may name files. */
export const configurationPlaces: FindFilePlaces = (configuration) =>
  PATH_SETTINGS.flatMap((name) => [
    place([name], 'manifests'),
    ...itemsAt(configuration, name).map((_, index) => place([name, index], 'manifests')),
  ]);

function place(at: Path, files: FilePlace['files']): FilePlace {
  return { at, files, mayHaveKey: false };
}
