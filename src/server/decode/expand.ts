import { isMapping } from '../../yaml/index.ts';
import { isList } from '../../yaml/tree.ts';
import { groupsOfBuiltInKind } from '../kubernetes/kinds.ts';
import type { Mapping, Value } from '../kubernetes/value.ts';
import type { Path } from './problem.ts';

/** The reason why the server cannot determine the kind of an object. */
type HeadProblem =
  /** Something else where an object belongs. */
  | { readonly kind: 'not-an-object' }
  /** The field is absent, null or empty. */
  | { readonly kind: 'missing'; readonly field: 'apiVersion' | 'kind' }
  | { readonly kind: 'not-a-string'; readonly field: 'apiVersion' | 'kind' }
  /** An apiVersion is a version, or a group and a version with one slash between them. */
  | { readonly kind: 'slashes' }
  /** A List whose items are not a list. */
  | { readonly kind: 'items' };

/** The `apiVersion` and `kind` that an object declares. */
export type ObjectHead =
  /** The object has an apiVersion and a kind. */
  | {
      readonly kind: 'object';
      readonly apiVersion: string;
      readonly objectKind: string;
      /** True if the apiVersion and the kind come from the typed List around the object. */
      readonly inherited: boolean;
    }
  /**
   * A document that is not a Kubernetes object: it has fewer than two of apiVersion, kind and metadata, and is not in a
   * List.
   */
  | { readonly kind: 'foreign' }
  /** A Kubernetes object whose kind the server cannot determine: Undecodable. */
  | {
      readonly kind: 'bad';
      readonly problem: HeadProblem;
      readonly apiVersion: string | undefined;
      readonly objectKind: string | undefined;
    };

/** A value that may be an object of Kubernetes: a document, or an item of a List or of a template of OpenShift. */
export interface FoundObject {
  /** The position in a List or a template, null outside of one. */
  readonly item: number | null;
  /** The path from the root of the document. */
  readonly path: Path;
  /** An object where the head is known. */
  readonly value: Value;
  readonly head: ObjectHead;
}

/**
 * The objects of a document: the document itself, or the items of a List. The own fields of a List are not sent to the
 * server. A List in a List is not split. A document that is null has no objects.
 *
 * A template of OpenShift counts as a List of its objects. `oc process` makes them from it, and they are what is sent.
 *
 * @param document the value of a whole document
 */
export function objectsOf(document: Value): readonly FoundObject[] {
  const list = listOf(document);
  if (list !== undefined) return list.items.map((_, item) => itemOf(list, item));
  return document === null ? [] : [wholeDocument(document)];
}

/**
 * One of the objects of a document, without looking at the others.
 *
 * @param item the position in a List, null for the document itself
 */
export function objectAt(document: Value, item: number | null): FoundObject | undefined {
  const list = listOf(document);
  if (list === undefined)
    return item === null && document !== null ? wholeDocument(document) : undefined;
  return item !== null && item < list.items.length ? itemOf(list, item) : undefined;
}

interface TakenList {
  readonly isTemplate: boolean;
  /** The key of its items, which may be in capitals. */
  readonly key: string;
  readonly items: readonly Value[];
  readonly kind: string;
  readonly apiVersion: string;
}

/**
 * A character that no kind of Kubernetes has, but those of other APIs, such as `compute#diskTypeList` of Google Cloud.
 */
const NOT_IN_KINDS = /[^A-Za-z\d]/;

const TEMPLATE_VERSION = /^(?:template\.openshift\.io\/)?v1$/;

function listOf(document: Value): TakenList | undefined {
  if (!isMapping(document)) return undefined;
  const kind = lookUp(document, 'kind');
  const apiVersion = lookUp(document, 'apiVersion');
  if (!isText(kind) || !isText(apiVersion) || !kind) return undefined;
  const isTemplate = kind === 'Template' && TEMPLATE_VERSION.test(apiVersion ?? '');
  if (!isTemplate && !kind.endsWith('List')) return undefined;
  if (!apiVersion && NOT_IN_KINDS.test(kind)) return undefined;
  const key = keyOf(document, isTemplate ? 'objects' : 'items');
  const items = document[key] ?? null;
  if (!isList(items)) return undefined;
  return { isTemplate, key, items, kind, apiVersion: apiVersion ?? '' };
}

function itemOf(list: TakenList, item: number): FoundObject {
  const value = list.items[item] ?? null;
  return { item, path: [list.key, item], value, head: itemHead(value, list) };
}

/** The object of a document that is not a List with items. */
function wholeDocument(document: Value): FoundObject {
  const head = isMapping(document) ? documentHead(document) : ({ kind: 'foreign' } as const);
  return { item: null, path: [], value: document, head };
}

/** Reports whether Kubernetes itself has a List of this kind, so that its items must be a list. */
function isOwnList(
  kind: string | null | undefined,
  apiVersion: string | null | undefined,
): boolean {
  if (!kind?.endsWith('List')) return false;
  const { group, version } = partsOf(apiVersion ?? '');
  if (kind === 'List') return group === '' && version === 'v1';
  return groupsOfBuiltInKind(kind).includes(group);
}

function documentHead(document: Mapping): ObjectHead {
  const kind = lookUp(document, 'kind');
  const apiVersion = lookUp(document, 'apiVersion');
  if (isText(kind) && isText(apiVersion) && isOwnList(kind, apiVersion)) {
    // Items that are a list would have been taken apart.
    const items = lookUp(document, 'items') ?? null;
    if (items !== null) return bad(apiVersion ?? undefined, kind ?? undefined, { kind: 'items' });
  }
  const present = ['apiVersion', 'kind', 'metadata'].filter((key) => Object.hasOwn(document, key));
  return present.length < 2 || isOfOtherApi(document, kind)
    ? { kind: 'foreign' }
    : judge(apiVersion, kind);
}

/** The keys of an object of Kubernetes whose kind is not built in. */
const USUAL_KEYS: ReadonlySet<string> = new Set([
  'apiVersion',
  'kind',
  'metadata',
  'spec',
  'status',
  'data',
]);

/** The keys of objects of the core group. */
const CORE_KEYS: ReadonlySet<string> = new Set([
  'automountServiceAccountToken',
  'binaryData',
  'data',
  'imagePullSecrets',
  'immutable',
  'items',
  'secrets',
  'spec',
  'status',
  'stringData',
  'subsets',
  'target',
  'template',
  'type',
]);

/**
 * Reports whether a document is an object of another program: it has other keys, and either no apiVersion and no
 * built-in kind, or no metadata and a kind that is empty or begins with a small letter, or no kind, the version of the
 * core group or that of a program, and none of the keys of its objects, as the configuration of the installer of
 * OpenShift and devfiles. A patch of a SyncSet of Hive names the kind of the object that it changes.
 */
function isOfOtherApi(document: Mapping, kind: Value | undefined): boolean {
  const apiVersion = lookUp(document, 'apiVersion');
  if (Object.hasOwn(document, 'patchType') && !Object.hasOwn(document, 'metadata')) return true;
  if (kind === undefined && typeof apiVersion === 'string') {
    const keys = Object.keys(document);
    const isOfProgram = /^\d+\./.test(apiVersion) || (apiVersion === 'v1' && keys.length > 3);
    if (isOfProgram) return !keys.some((key) => CORE_KEYS.has(key));
  }
  const isOther =
    apiVersion === undefined
      ? typeof kind === 'string' && groupsOfBuiltInKind(kind).length === 0
      : (kind === null || (typeof kind === 'string' && /^(?:$|[a-z])/.test(kind))) &&
        !Object.hasOwn(document, 'metadata');
  return isOther && Object.keys(document).some((key) => !USUAL_KEYS.has(key));
}

/** The kinds of the core group of OpenShift 3 that are built-in kinds of another group. */
const LEGACY_KIND = /^(?:Cluster)?Role(?:Binding)?$/;

function itemHead(
  value: Value,
  { isTemplate, kind: listKind, apiVersion: listVersion }: TakenList,
): ObjectHead {
  if (!isMapping(value)) return bad(undefined, undefined, { kind: 'not-an-object' });
  if (isTemplate) return itemHeadOfTemplate(headOf(value));
  if (listKind !== 'List' && !Object.hasOwn(value, 'kind') && !Object.hasOwn(value, 'apiVersion')) {
    const kind = listKind.slice(0, -'List'.length);
    const head = judge(listVersion, kind);
    return head.kind === 'object' ? { ...head, inherited: true } : head;
  }
  return headOf(value);
}

/** The head of an object as `oc` sends it: kinds of OpenShift 3 get their group. */
function itemHeadOfTemplate(head: ObjectHead): ObjectHead {
  const isLegacy =
    head.kind === 'object' && head.apiVersion === 'v1' && LEGACY_KIND.test(head.objectKind);
  return isLegacy ? { ...head, apiVersion: 'authorization.openshift.io/v1' } : head;
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

/** The group and version as Go's `schema.ParseGroupVersion` splits them. Both are empty if it fails. */
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
