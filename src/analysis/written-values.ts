import type { ManifestObject, TextPart } from '../rule/manifest.ts';
import type { Document, Path, Value } from '../yaml/index.ts';

/** One value of a document, and its location. */
export interface WrittenValue {
  readonly path: Path;
  readonly value: Value;
  readonly object: ManifestObject;
}

/**
 * Visits once each value that a part has in objects that kubeadmit checks. A value that an alias repeats is visited at
 * its anchor. The visit is not recursive, so that deep documents do not overflow the stack.
 *
 * @param isCandidate reports whether a document may contain anything to find. Other documents are not visited.
 */
export function visitWrittenValues(
  { part, objects }: TextPart,
  isCandidate: (document: Document) => boolean,
  visit: (found: WrittenValue, document: Document) => void,
): void {
  if (part.content.kind === 'refused') return;
  const { document } = part.content;
  if (!isCandidate(document)) return;
  const seen = new Set<object>();
  for (const object of objects) {
    if (!isJudged(object)) continue;
    const left: WrittenValue[] = [{ path: object.origin.path, value: object.value, object }];
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      const { path, value } = next;
      visit(next, document);
      if (typeof value !== 'object' || value === null || seen.has(value)) continue;
      seen.add(value);
      const pairs: readonly (readonly [string | number, Value])[] = Array.isArray(value)
        ? [...value.entries()]
        : Object.entries(value);
      for (const [segment, inner] of [...pairs].reverse()) {
        left.push({ path: [...path, segment], value: inner, object });
      }
    }
  }
}

/** Reports whether kubeadmit judges an object: its kind is built in, or a CRD of the input defines it. */
export function isJudged({ resolution }: ManifestObject): boolean {
  return resolution?.outcome === 'served' || resolution?.outcome === 'custom';
}
