import { PATH_LISTS } from '../../sources/project/kustomization.ts';
import { isMapping, type Path, type Span, type Value, valueAt } from '../../yaml/index.ts';
import type { OpenText } from './open-text.ts';

/** A place in a kustomization that names a file or a folder. */
export interface FileLink {
  readonly span: Span;
  /** From the folder of the kustomization. */
  readonly path: string;
}

/** The lists of a kustomization whose items are paths, or mappings with a path. */
const LISTS = [...PATH_LISTS, 'patches', 'patchesJson6902', 'replacements'];

/** The lists of kustomizations with generators of objects, and the lists of files in each of them. */
const GENERATORS = ['configMapGenerator', 'secretGenerator'];
const GENERATOR_FILES = ['files', 'envs'];

/** The files and folders that a kustomization names. */
export function fileLinks({ parts, text }: OpenText): readonly FileLink[] {
  return parts.flatMap(({ content }) => {
    if (content.kind === 'refused') return [];
    const { document } = content;
    return placesIn(document.value).flatMap((place): readonly FileLink[] => {
      const named = valueAt(document.value, place);
      const span = document.locate(place)?.value;
      // A URL is not a file, nor is a patch that is written in place.
      if (typeof named !== 'string' || span === undefined || /[\n:]|^$/.test(named)) return [];
      // A generator may give a file another name: `name=path`.
      const name = text.slice(span.start, span.end).indexOf('=') + 1;
      const path = named.slice(named.indexOf('=') + 1);
      return [{ span: { start: span.start + name, end: span.end }, path }];
    });
  });
}

/** The places of a kustomization that may name a file. */
function placesIn(kustomization: Value): readonly Path[] {
  const itemsOf = (list: Path) => {
    const items = valueAt(kustomization, list);
    return (Array.isArray(items) ? items : []).map((item, index) => ({
      item,
      path: [...list, index],
    }));
  };
  return [
    ...LISTS.flatMap((list) =>
      itemsOf([list]).map(({ item, path }) => (isMapping(item) ? [...path, 'path'] : path)),
    ),
    ...GENERATORS.flatMap((list) =>
      itemsOf([list]).flatMap(({ path }) =>
        GENERATOR_FILES.flatMap((files) => itemsOf([...path, files])).map((one) => one.path),
      ),
    ),
  ];
}
