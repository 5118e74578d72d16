import { type Document, isMapping, type Path, type Span, valueAt } from '../../../yaml/index.ts';
import { contains } from './open-text.ts';

/** The innermost key or value around an offset. */
interface Cursor {
  /** From the root of the document; of a key, the path of its value. */
  readonly path: Path;
  readonly side: 'key' | 'value';
  readonly span: Span;
}

/** The innermost key or value of a document around an offset. */
export function cursorAt(document: Document, offset: number): Cursor {
  let path: Path = [];
  for (;;) {
    const found = childAt(document, path, offset);
    if (found === undefined) break;
    if (found.side === 'key') return found;
    path = found.path;
  }
  const span = document.locate(path)?.value ?? { start: offset, end: offset };
  return { path, side: 'value', span };
}

/** The key or value around an offset, among those of the mapping or list at a path. */
function childAt(document: Document, path: Path, offset: number): Cursor | undefined {
  const value = valueAt(document.value, path);
  const keys: readonly (string | number)[] = Array.isArray(value)
    ? [...value.keys()]
    : isMapping(value)
      ? (document.keys(path) ?? [])
      : [];
  // The text of a block ends where the next line begins, so the last one that fits counts.
  for (const key of keys.toReversed()) {
    const child = [...path, key];
    const spans = document.locate(child);
    // The text of a value that comes through an alias is elsewhere.
    if (spans === undefined || spans.anchor !== undefined) continue;
    if (spans.key !== undefined && contains(spans.key, offset)) {
      return { path: child, side: 'key', span: spans.key };
    }
    if (contains(spans.value, offset)) return { path: child, side: 'value', span: spans.value };
  }
  return undefined;
}
