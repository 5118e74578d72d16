import type { FoundObject } from '../../server/decode/index.ts';
import { isMapping, itemsAt, type Path, valueAt } from '../../yaml/index.ts';
import { type OpenDocument, type OpenPart, openPart } from './open-part.ts';

/**
 * The document of a part without the schemas of its CRDs, which are most of their text. It is kept for the rules that
 * look at several objects, for which the part would otherwise be read again.
 *
 * @returns undefined if there is no schema to remove, or the document cannot be cut
 */
export function outlineOf(open: OpenPart): OpenDocument | undefined {
  if (open.kind === 'refused') return undefined;
  const schemas = open.objects.flatMap(schemasOf);
  const document = schemas.length === 0 ? undefined : open.document.without(schemas, open.source);
  if (document === undefined) return undefined;
  const outline = openPart(open.source, { ...open.part, content: { kind: 'value', document } });
  return outline.kind === 'document' ? outline : undefined;
}

function schemasOf({ head, path, value }: FoundObject): readonly Path[] {
  if (head.kind !== 'object' || head.objectKind !== 'CustomResourceDefinition') return [];
  const versions = itemsAt(value, 'spec', 'versions');
  const paths = versions.map((_, index) => ['spec', 'versions', index, 'schema']);
  return [...paths, ['spec', 'validation']].flatMap((schema) =>
    isMapping(valueAt(value, schema)) ? [[...path, ...schema]] : [],
  );
}
