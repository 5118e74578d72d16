import { identifyDocument } from '../../../../lint/open/document-identity.ts';
import { openPart } from '../../../../lint/open/open-part.ts';
import type { Source } from '../../../../lint/read/source.ts';
import { SourceText } from '../../../../lint/read/source-text.ts';
import type { DocumentIdentity } from '../../../../result/verdict.ts';
import { groupAndVersion } from '../../../../server/kubernetes/api-version.ts';
import { isMapping, itemsAt, type Mapping, type Path, type Value } from '../../../../yaml/index.ts';
import { isTooDeep } from './nesting.ts';

/**
 * The text of an object: a file of the repository by its absolute path, or a rendered text by the name of its source.
 */
type StatingText =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'rendered'; readonly source: string };

/** The place of a value in a text. */
export interface ObjectPlace {
  readonly text: StatingText;
  /** The number of the document in the text. */
  readonly index: number;
  /** The path of the value in the document. */
  readonly path: Path;
}

/** An object that says what is rendered with what, or that such objects refer to. */
export interface StatedObject {
  readonly identity: DocumentIdentity;
  readonly group: string;
  readonly value: Mapping;
  /** The path of the object in its document, which is not empty in a List. */
  readonly path: Path;
  readonly text: StatingText;
  /** The absolute path of the file that a person would change. */
  readonly file: string;
  /** The first line of the object in that file. */
  readonly line: number;
  /** The place of the value at a path that a generator of an ApplicationSet has, and not its template. */
  readonly placeOfParameter?: (at: Path) => ObjectPlace | undefined;
}

/** The place of the value at a path of an object, in the object or in what generates it. */
export function placeInObject(object: StatedObject, at: Path): ObjectPlace {
  const { text, identity, path, placeOfParameter } = object;
  return placeOfParameter?.(at) ?? { text, index: identity.index, path: [...path, ...at] };
}

/** The groups of the kinds, and the kinds, of the objects that are looked for. */
const KINDS: ReadonlyMap<string, string> = new Map([
  ['HelmRelease', 'helm.toolkit.fluxcd.io'],
  ['Kustomization', 'kustomize.toolkit.fluxcd.io'],
  ['GitRepository', 'source.toolkit.fluxcd.io'],
  ['Application', 'argoproj.io'],
  ['ApplicationSet', 'argoproj.io'],
  ['ConfigMap', ''],
]);

const MAY_STATE =
  /\bkind\W{1,3}(?:HelmRelease|Kustomization|GitRepository|Application(?:Set)?|ConfigMap)\b/;

/** Finds the objects in a text. The places in files of a rendered text are those that `placeOf` returns. */
export function statedObjectsIn(
  source: Source,
  text: StatingText,
  placeOf: (identity: DocumentIdentity) => Pick<StatedObject, 'file' | 'line'>,
): readonly StatedObject[] {
  const read = new SourceText(source);
  if (!MAY_STATE.test(read.text)) return [];
  return [...read.parts()].flatMap((part) => {
    const open = openPart(read, part);
    if (open.kind === 'refused') return [];
    return open.objects.flatMap((object): readonly StatedObject[] => {
      const { head, value, path } = object;
      if (head.kind !== 'object' || !isMapping(value)) return [];
      const { group } = groupAndVersion(head.apiVersion);
      if (KINDS.get(head.objectKind) !== group || isTooDeep(value)) return [];
      const identity = identifyDocument(open, object);
      return [{ identity, group, value, path, text, ...placeOf(identity) }];
    });
  });
}

/** The scalars of the list at a path, as texts. */
export function textsAt(value: Value | undefined, ...path: Path): readonly string[] {
  return itemsAt(value, ...path).flatMap((item) =>
    typeof item === 'object' ? [] : [String(item)],
  );
}
