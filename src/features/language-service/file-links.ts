import { PATH_LISTS } from '../../sources/project/kustomization.ts';
import { isMapping, type Path, type Span, valueAt } from '../../yaml/index.ts';
import type { OpenText } from './open-text.ts';

/** A place in a kustomization that names a file or a folder. */
export interface FileLink {
  readonly span: Span;
  /** From the folder of the kustomization. */
  readonly path: string;
}

/** The lists of a kustomization whose items are paths, or mappings with a path. */
const LISTS = [...PATH_LISTS, 'patches', 'patchesJson6902', 'replacements'];

/** The files and folders that a kustomization names. */
export function fileLinks({ parts }: OpenText): readonly FileLink[] {
  return parts.flatMap(({ content }) => {
    if (content.kind === 'refused') return [];
    const { document } = content;
    return LISTS.flatMap((list) => {
      const items = valueAt(document.value, [list]);
      if (!Array.isArray(items)) return [];
      return items.flatMap((item, index): readonly FileLink[] => {
        const path: Path = isMapping(item) ? [list, index, 'path'] : [list, index];
        const named = valueAt(document.value, path);
        const spans = document.locate(path);
        // A URL is not a file, nor is a patch that is written in place.
        const isPath = typeof named === 'string' && !/[\n:]|^$/.test(named);
        return isPath && spans !== undefined ? [{ span: spans.value, path: named }] : [];
      });
    });
  });
}
