import { inOneGo } from '../../base/steps.ts';
import { type FoundObject, objectsOf } from '../../server/decode/index.ts';
import { hasPlaceholder } from '../../sources/project/placeholders.ts';
import { looksLikeManifest, looksLikeTemplate } from '../../sources/project/unreadable-text.ts';
import { isMapping, itemsAt, type Path, type Value, valueAt } from '../../yaml/index.ts';
import { embeddedIn } from '../open/embedded-document.ts';
import type { OpenDocument } from '../open/open-part.ts';
import type { Run } from '../run.ts';
import { checkDocument, checkObjects } from './check-document.ts';
import { type Draft, isRefusal } from './draft.ts';

/** The largest depth of objects in objects. */
const DEEPEST = 3;

/**
 * Checks the manifests in the values of objects: in the texts of a ConfigMap, and in the policies and works of Open
 * Cluster Management. A program applies them, and may complete them before, so only errors in what they have are
 * reported, as infos.
 */
export function checkEmbedded(open: OpenDocument, run: Run, depth = 0): readonly Draft[] {
  if (depth === DEEPEST) return [];
  return open.objects.flatMap((object) => {
    const { head, item } = object;
    const mayEmbed = head.kind === 'object' && EMBEDDING.has(head.objectKind);
    return (mayEmbed ? embeddedOf(open, object) : [])
      .flatMap(({ document, isPart }) => [
        ...draftsOf(document, open, run).filter((draft) => isCertain(draft, isPart)),
        ...checkEmbedded(document, run, depth + 1),
      ])
      .map((draft) => ({ ...draft, ...OF_OUTER, item }));
  });
}

/** The kinds whose objects may have manifests in their values. */
const EMBEDDING = new Set(['ConfigMap', 'ConfigurationPolicy', 'ManifestWork', 'Policy']);

/** The properties of a draft about an embedded manifest. The fields that it names are not those of the outer object. */
const OF_OUTER = {
  cause: null,
  fix: null,
  standing: { kind: 'embedded' },
  dependsOn: [],
  explainsFields: [],
} as const;

/**
 * The drafts about a manifest. A manifest that is not in a text of its own is a part of the outer text, which is
 * checked once.
 */
function draftsOf(document: OpenDocument, outer: OpenDocument, run: Run): readonly Draft[] {
  const isPartOfOuter = document.part === outer.part;
  const checks = isPartOfOuter
    ? checkObjects(document, run)
    : inOneGo(checkDocument(document, run));
  return checks.drafts;
}

interface Embedded {
  readonly document: OpenDocument;
  /** True if the manifest may be a part of an object, such as one that is compared with the object of a cluster. */
  readonly isPart: boolean;
}

/** Reports whether a draft is about what an object has, and not about what it lacks. */
function isCertain(draft: Draft, isPart: boolean): boolean {
  const { cause } = draft;
  if (!isRefusal(draft) || cause === null || cause === 'Status') return false;
  if (cause === 'FieldValueRequired' || cause === 'FieldValueNotFound') return false;
  return !isPart || !cause.startsWith('FieldValue');
}

function embeddedOf(open: OpenDocument, { value, path }: FoundObject): readonly Embedded[] {
  const texts = valueAt(value, ['data']);
  if (isMapping(texts)) {
    // Aliases can repeat a long text many times.
    const seen = new Set<Value>();
    return Object.entries(texts).flatMap(([key, text]) => {
      if (typeof text !== 'string' || seen.has(text) || !isManifest(text)) return [];
      seen.add(text);
      return embeddedIn(open, [...path, 'data', key]).map((document) => ({
        document,
        isPart: false,
      }));
    });
  }
  return LISTS.flatMap(({ list, inItem, isPart }) =>
    itemsAt(value, ...list).flatMap((item, index) => {
      const [found] = objectsOf(valueAt(item, inItem) ?? null);
      if (found === undefined || found.item !== null) return [];
      const objects = [{ ...found, path: [...path, ...list, index, ...inItem] }];
      return [{ document: { ...open, objects }, isPart }];
    }),
  );
}

/** The lists whose items are objects, or contain one. */
const LISTS: readonly (Pick<Embedded, 'isPart'> & {
  readonly list: Path;
  readonly inItem: Path;
})[] = [
  { list: ['spec', 'workload', 'manifests'], inItem: [], isPart: false },
  { list: ['spec', 'object-templates'], inItem: ['objectDefinition'], isPart: true },
  { list: ['spec', 'policy-templates'], inItem: ['objectDefinition'], isPart: true },
];

/** Reports whether a text has manifests that are complete as they are written. */
function isManifest(text: string): boolean {
  return looksLikeManifest(text) && !looksLikeTemplate(text) && !hasPlaceholder(text);
}
