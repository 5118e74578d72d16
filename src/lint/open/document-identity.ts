import type { DocumentIdentity, SkipReason } from '../../result/verdict.ts';
import type { FoundObject } from '../../server/decode/index.ts';
import { isDecodedOnly, resolveKind } from '../../server/kubernetes/kinds.ts';
import { NEWEST_MINOR } from '../../server/kubernetes/minors.ts';
import { crdFileBefore, originOf, templateOf } from '../../sources/project/manifest-text.ts';
import { isProgramGroup } from '../../sources/project/program-group.ts';
import { isMapping, type Part, stringAt, valueAt } from '../../yaml/index.ts';
import type { SourceText } from '../read/source-text.ts';
import type { OpenDocument } from './open-part.ts';

/** The identity of a document or of an item of a List, and the reason if it is skipped. */
export function identifyDocument(
  { source, part, document }: OpenDocument,
  object: FoundObject,
): DocumentIdentity {
  const { head, item, path, value } = object;
  const offset = document.locate(path)?.value.start ?? part.span.start;
  return {
    file: source.file,
    index: part.index,
    item,
    apiVersion: head.kind === 'foreign' ? null : (head.apiVersion ?? null),
    kind: head.kind === 'foreign' ? null : (head.objectKind ?? null),
    namespace: stringAt(value, 'metadata', 'namespace') ?? null,
    name: stringAt(value, 'metadata', 'name') ?? null,
    line: source.lines.position(offset).line,
    renderedFrom:
      originOf(valueAt(value, ['metadata', 'annotations'])) ?? renderedFrom(source, part),
    isDecodedOnly: head.kind === 'object' && isDecodedOnly(head.apiVersion, head.objectKind),
    skipped: skipReasonOf(object),
  };
}

/** The identity of a part that cannot be read. */
export function identifyUnreadable(
  source: SourceText,
  part: Part,
  skipped: SkipReason | undefined,
): DocumentIdentity {
  return {
    file: source.file,
    index: part.index,
    item: null,
    apiVersion: null,
    kind: null,
    namespace: null,
    name: null,
    line: source.lines.position(part.span.start).line,
    renderedFrom: renderedFrom(source, part),
    isDecodedOnly: false,
    skipped,
  };
}

function renderedFrom(source: SourceText, { span }: Part): string | null {
  if (!source.mayBeRendered) return null;
  const own = templateOf(source.textOf(span));
  return own ?? crdFileBefore(source, span.start) ?? null;
}

/** The reason why an object is skipped. Built-in kinds are checked in every version and minor. */
function skipReasonOf({ head, item, value }: FoundObject): SkipReason | undefined {
  if (head.kind === 'foreign') return 'not-kubernetes';
  if (head.kind === 'bad') return undefined;
  const resolution = resolveKind(head.apiVersion, head.objectKind, NEWEST_MINOR);
  const { outcome } = resolution;
  if (outcome === 'served' || outcome === 'unserved') return undefined;
  if (outcome === 'misspelled' && resolution.isCertain) return undefined;
  if (item !== null && head.objectKind.endsWith('List')) return 'nested-list';
  if (outcome === 'uncreatable') return 'uncreatable-kind';
  // Without metadata it is the configuration of a program, which has such a head and is sent nowhere. Some have
  // metadata too.
  const isConfiguration =
    outcome === 'unknown' &&
    isMapping(value) &&
    (!('metadata' in value) || isProgramGroup(head.apiVersion.split('/')[0] ?? ''));
  return isConfiguration ? 'not-kubernetes' : 'unknown-kind';
}
