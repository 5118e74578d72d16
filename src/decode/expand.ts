import { groupsOfBuiltInKind } from '../kubernetes/kinds.ts';
import type { Mapping, Value } from '../kubernetes/value.ts';
import { isMapping } from '../yaml/index.ts';
import type { Path } from './problem.ts';
import { isList } from './scalars.ts';

/** Why the server cannot tell what an object is. */
export type HeadProblem =
  /** Something else where an object belongs. */
  | { readonly kind: 'not-an-object' }
  /** Absent, null or empty. */
  | { readonly kind: 'missing'; readonly field: 'apiVersion' | 'kind' }
  | { readonly kind: 'not-a-string'; readonly field: 'apiVersion' | 'kind' }
  /** An apiVersion is a version, or a group and a version with one slash between them. */
  | { readonly kind: 'slashes' }
  /** A List whose items are no list. */
  | { readonly kind: 'items' };

/** What an object says of itself. */
export type ObjectHead =
  /** It says what it is. */
  | {
      readonly kind: 'object';
      readonly apiVersion: string;
      readonly objectKind: string;
      /** The typed List around it says it instead. */
      readonly inherited: boolean;
    }
  /** Not meant for Kubernetes: it has not two of apiVersion, kind and metadata, nor a place in a List. */
  | { readonly kind: 'foreign' }
  /** Meant for Kubernetes, but the server cannot tell what it is: Undecodable. */
  | {
      readonly kind: 'bad';
      readonly problem: HeadProblem;
      readonly apiVersion: string | undefined;
      readonly objectKind: string | undefined;
    };

/** What may be an object of Kubernetes: a document, or an item of a List. */
export interface FoundObject {
  /** The position in a List, null outside of one. */
  readonly item: number | null;
  /** From the root of the document. */
  readonly path: Path;
  /** An object where the head is known. */
  readonly value: Value;
  readonly head: ObjectHead;
}

/**
 * What a document holds: itself, or the items of a List. A List's own fields are sent nowhere. A List in
 * a List is not taken apart. Nothing for a document that is null.
 *
 * @param document the value of a whole document
 */
export function objectsOf(document: Value): readonly FoundObject[] {
  if (document === null) return [];
  if (!isMapping(document)) {
    return [{ item: null, path: [], value: document, head: { kind: 'foreign' } }];
  }
  const kind = lookUp(document, 'kind');
  const apiVersion = lookUp(document, 'apiVersion');
  const items = lookUp(document, 'items');
  if (
    isText(kind) &&
    isText(apiVersion) &&
    kind?.endsWith('List') &&
    items !== undefined &&
    items !== null
  ) {
    if (isList(items)) {
      return items.map((value, item) => ({
        item,
        path: [keyOf(document, 'items'), item],
        value,
        head: itemHead(value, kind, apiVersion ?? ''),
      }));
    }
    if (isOwnList(kind, apiVersion ?? '')) {
      const head = bad(apiVersion ?? undefined, kind, { kind: 'items' });
      return [{ item: null, path: [], value: document, head }];
    }
  }
  return [{ item: null, path: [], value: document, head: documentHead(document) }];
}

/** Whether Kubernetes itself has a List, so that its items must be a list. */
function isOwnList(kind: string, apiVersion: string): boolean {
  const { group, version } = partsOf(apiVersion);
  if (kind === 'List') return group === '' && version === 'v1';
  return groupsOfBuiltInKind(kind).includes(group);
}

function documentHead(document: Mapping): ObjectHead {
  const present = ['apiVersion', 'kind', 'metadata'].filter((key) => Object.hasOwn(document, key));
  return present.length < 2 ? { kind: 'foreign' } : headOf(document);
}

function itemHead(value: Value, listKind: string, listVersion: string): ObjectHead {
  if (!isMapping(value)) return bad(undefined, undefined, { kind: 'not-an-object' });
  if (listKind !== 'List' && !Object.hasOwn(value, 'kind') && !Object.hasOwn(value, 'apiVersion')) {
    const kind = listKind.slice(0, -'List'.length);
    const head = judge(listVersion, kind);
    return head.kind === 'object' ? { ...head, inherited: true } : head;
  }
  return headOf(value);
}

function headOf(value: Mapping): ObjectHead {
  const kind = lookUp(value, 'kind');
  const apiVersion = lookUp(value, 'apiVersion');
  return judge(apiVersion, kind);
}

function judge(apiVersion: Value | undefined, kind: Value | undefined): ObjectHead {
  if (!isText(apiVersion)) {
    const known = isText(kind) ? (kind ?? undefined) : undefined;
    return bad(undefined, known, { kind: 'not-a-string', field: 'apiVersion' });
  }
  if (!isText(kind)) {
    return bad(apiVersion ?? undefined, undefined, { kind: 'not-a-string', field: 'kind' });
  }
  if (!kind) return bad(apiVersion ?? undefined, undefined, { kind: 'missing', field: 'kind' });
  if (!apiVersion) return bad(undefined, kind, { kind: 'missing', field: 'apiVersion' });
  if (partsOf(apiVersion).version === '') return bad(apiVersion, kind, { kind: 'slashes' });
  return { kind: 'object', apiVersion, objectKind: kind, inherited: false };
}

function bad(
  apiVersion: string | undefined,
  objectKind: string | undefined,
  problem: HeadProblem,
): ObjectHead {
  return { kind: 'bad', problem, apiVersion, objectKind };
}

/** Group and version as Go's `schema.ParseGroupVersion` splits them; both empty where it fails. */
function partsOf(apiVersion: string): { readonly group: string; readonly version: string } {
  const [first = '', second, ...more] = apiVersion.split('/');
  if (more.length > 0) return { group: '', version: '' };
  return second === undefined ? { group: '', version: first } : { group: first, version: second };
}

/** The value of a key, which for these few the server reads in any case, the last one in sorted order. */
function lookUp(value: Mapping, name: string): Value | undefined {
  const key = keyOf(value, name);
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

function keyOf(value: Mapping, name: string): string {
  if (Object.hasOwn(value, name)) return name;
  const lower = name.toLowerCase();
  let found = name;
  for (const key of Object.keys(value)) {
    if (key.toLowerCase() === lower && (found === name || key > found)) found = key;
  }
  return found;
}

function isText(value: Value | undefined): value is string | null | undefined {
  return value === undefined || value === null || typeof value === 'string';
}
