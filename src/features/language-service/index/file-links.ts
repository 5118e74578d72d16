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

/** A place in a kustomization that names a file or a folder. */
export interface FileLink {
  readonly span: Span;
  /** From the folder of the kustomization. */
  readonly path: string;
}

/** The lists of a kustomization whose items are paths, or mappings with a path. */
const LISTS = [...PATH_LISTS, 'patches', 'patchesJson6902', 'replacements'];

/** The files and folders that a kustomization names. */
export function fileLinks({ parts, text }: OpenText): readonly FileLink[] {
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

/** A place in a kustomization that may name a file. */
interface FilePlace {
  readonly at: Path;
  /** True if the name of a file may follow the key of its data: `key=path`. */
  readonly mayHaveKey: boolean;
}

function placesIn(kustomization: Value): readonly FilePlace[] {
  const placedItems = (list: Path) =>
    itemsAt(kustomization, ...list).map((item, index) => ({ item, at: [...list, index] }));
  const inLists = LISTS.flatMap((list) => placedItems([list])).map(({ item, at }) => ({
    at: isMapping(item) ? [...at, 'path'] : at,
    mayHaveKey: false,
  }));
  const inGenerators = GENERATORS.flatMap((list) => placedItems([list])).flatMap(({ at }) => [
    { at: [...at, 'env'], mayHaveKey: false },
    ...placedItems([...at, 'envs']).map((one) => ({ at: one.at, mayHaveKey: false })),
    ...placedItems([...at, 'files']).map((one) => ({ at: one.at, mayHaveKey: true })),
  ]);
  return [...inLists, ...inGenerators];
}
