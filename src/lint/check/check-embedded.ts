import { objectsOf } from '../../server/decode/index.ts';
import { looksLikeManifest, looksLikeTemplate } from '../../sources/project/manifest-text.ts';
import { hasPlaceholder } from '../../sources/project/placeholders.ts';
import { isMapping, type Path, type Value, valueAt } from '../../yaml/index.ts';
import { embeddedIn } from '../open/embedded-document.ts';
import type { OpenDocument } from '../open/open-part.ts';
import type { Run } from '../run.ts';
import { checkDocument } from './check-document.ts';
import { type Draft, keepsFromStorage } from './draft.ts';

/** The largest depth of objects in objects. */
const DEEPEST = 3;

/**
 * Checks the manifests in the values of objects: in the texts of a ConfigMap, and in the policies and works of Open Cluster
 * Management. A program applies them, and may complete them before, so only errors in what they have are reported, as infos.
 */
export function checkEmbedded(open: OpenDocument, run: Run, depth = 0): readonly Draft[] {
  return open.objects.flatMap(({ item, value, path }) => {
    const inner = depth < DEEPEST && isMapping(value) ? embeddedOf(open, value, path) : [];
    return inner
      .flatMap(({ document, isPart }) => [
        ...(checkDocument(document, run).drafts ?? []).filter((draft) => isCertain(draft, isPart)),
        ...checkEmbedded(document, run, depth + 1),
      ])
      .map((draft) => ({ ...draft, item, cause: null, fix: null, isEmbedded: true }));
  });
}

/** A document with a manifest in a value. */
interface Embedded {
  readonly document: OpenDocument;
  /** True if the object is compared with one of a cluster, so that it may be a part of an object. */
  readonly isPart: boolean;
}

/** Reports whether a draft is about what an object has, and not about what it lacks. */
function isCertain(draft: Draft, isPart: boolean): boolean {
  const { cause } = draft;
  if (!keepsFromStorage(draft) || cause === null || cause === 'Status') return false;
  if (cause === 'FieldValueRequired' || cause === 'FieldValueNotFound') return false;
  return !isPart || !cause.startsWith('FieldValue');
}

function embeddedOf(open: OpenDocument, object: Value, path: Path): readonly Embedded[] {
  const texts = valueAt(object, ['data']);
  if (isMapping(texts)) {
    return Object.entries(texts).flatMap(([key, text]) =>
      typeof text === 'string' && isManifest(text)
        ? embeddedIn(open, [...path, 'data', key]).map((document) => ({ document, isPart: false }))
        : [],
    );
  }
  return LISTS.flatMap(({ list, inItem }) => {
    const items = valueAt(object, list);
    if (!Array.isArray(items)) return [];
    return items.flatMap((item, index) => {
      const [found] = objectsOf(valueAt(item, inItem) ?? null);
      if (found === undefined || found.item !== null) return [];
      const objects = [{ ...found, path: [...path, ...list, index, ...inItem] }];
      return [{ document: { ...open, objects }, isPart: inItem.length > 0 }];
    });
  });
}

/** The lists whose items are objects, or contain one. */
const LISTS: readonly { readonly list: Path; readonly inItem: Path }[] = [
  { list: ['spec', 'workload', 'manifests'], inItem: [] },
  { list: ['spec', 'object-templates'], inItem: ['objectDefinition'] },
  { list: ['spec', 'policy-templates'], inItem: ['objectDefinition'] },
];

/** Reports whether a text has manifests that are complete as they are written. */
function isManifest(text: string): boolean {
  return looksLikeManifest(text) && !looksLikeTemplate(text) && !hasPlaceholder(text);
}
