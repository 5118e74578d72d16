import { parseInteger } from '../../../base/go/decimal-integer.ts';
import { asGoJson } from '../../../base/go/json.ts';
import { tokensOfPointer } from '../../../base/json-pointer.ts';
import { isMapping } from '../../../yaml/tree.ts';
import { jsonText } from '../../crd/values/json-text.ts';
import { byteLength } from '../../kubernetes/formats/dns.ts';
import type { Mapping, Value } from '../../kubernetes/value.ts';
import { copyOf, type Draft, draftOf } from '../objects/draft.ts';

export interface PatchOperation {
  readonly op: string;
  readonly path: string;
  /** Empty if absent. */
  readonly from: string;
  /** Undefined if absent. */
  readonly value: Value | undefined;
}

export type Patched =
  /** A patch can make a list of an object, which the server cannot read then. */
  | { readonly outcome: 'patched'; readonly result: Mapping | readonly Value[] }
  /** The `test` at `index` has failed, so that the object does not change. */
  | { readonly outcome: 'test-failed'; readonly index: number }
  /** `error` is the server's message about the operation at `index`. */
  | { readonly outcome: 'error'; readonly error: string; readonly index: number };

/** Thrown by an operation that does not apply. */
class PatchError {
  readonly message: string;
  readonly isTest: boolean;

  constructor(message: string, isTest = false) {
    this.message = message;
    this.isTest = isTest;
  }
}

const MISSING = 'missing value';

/**
 * Applies a JSON patch, with the peculiarities of the server's library: a `replace` of an absent member adds it, and
 * negative indexes count from the end.
 *
 * Source: `patch.go` of github.com/evanphx/json-patch, version 4.
 */
export function applyJsonPatch(object: Mapping, operations: readonly PatchOperation[]): Patched {
  const patched: PatchedDocument = { root: draftOf(object), copiedBytes: 0 };
  for (const [index, operation] of operations.entries()) {
    try {
      apply(patched, operation);
    } catch (thrown) {
      if (!(thrown instanceof PatchError)) throw thrown;
      const { isTest, message } = thrown;
      return isTest
        ? { outcome: 'test-failed', index }
        : { outcome: 'error', error: message, index };
    }
  }
  return { outcome: 'patched', result: patched.root };
}

/**
 * The bytes of JSON that the `copy` operations of a patch may add. Without a limit, a patch could double an object
 * again and again.
 *
 * Source: `JSONPatchMaxCopyBytes` in `pkg/server/config.go` of k8s.io/apiserver.
 */
const MOST_COPIED_BYTES = 3 * 1024 * 1024;

/** The document that operations change. The first operation can replace an object by a list. */
interface PatchedDocument {
  root: Draft | Value[];
  /** The bytes of JSON that `copy` operations have added. */
  copiedBytes: number;
}

function apply(patched: PatchedDocument, { op, path, from, value }: PatchOperation): void {
  const { root } = patched;
  switch (op) {
    case 'add': {
      const place = placeOf(root, path);
      if (place === undefined)
        throw missing(`add operation does not apply: doc is missing path: "${path}"`);
      within(`error in add for path: '${path}'`, () => place.add(copyOf(required(value))));
      return;
    }
    case 'remove': {
      const place = placeOf(root, path);
      if (place === undefined) {
        throw missing(`remove operation does not apply: doc is missing path: "${path}"`);
      }
      within(`error in remove for path: '${path}'`, () => place.remove());
      return;
    }
    case 'replace': {
      if (path === '') {
        patched.root = replacement(required(value));
        return;
      }
      const place = placeOf(root, path);
      if (place === undefined)
        throw missing(`replace operation does not apply: doc is missing path: ${path}`);
      if (!place.canReplace())
        throw missing(`replace operation does not apply: doc is missing key: ${path}`);
      place.replace(copyOf(required(value)));
      return;
    }
    case 'move':
      move(root, path, from);
      return;
    case 'copy':
      copy(patched, path, from);
      return;
    case 'test':
      test(root, path, value);
      return;
    default:
      throw new PatchError(`Unexpected kind: ${op}`);
  }
}

/** The new value of the whole object. It must be a list or a mapping. */
function replacement(value: Value): PatchedDocument['root'] {
  if (Array.isArray(value)) return value.map(copyOf);
  if (isMapping(value)) return draftOf(value);
  // An error in the server's library, which wraps an error that there is not.
  throw new PatchError('replace operation value must be object or array: %!w(<nil>)');
}

function required(value: Value | undefined): Value {
  return value ?? null;
}

function missing(message: string): PatchError {
  return new PatchError(`${message}: ${MISSING}`);
}

function within(prefix: string, act: () => void): void {
  try {
    act();
  } catch (thrown) {
    if (!(thrown instanceof PatchError)) throw thrown;
    throw new PatchError(`${prefix}: ${thrown.message}`);
  }
}

function move(root: PatchedDocument['root'], path: string, from: string): void {
  if (from === '')
    throw missing('move operation failed to decode from: operation, missing from field');
  const source = placeOf(root, from);
  if (source === undefined)
    throw missing(`move operation does not apply: doc is missing from path: ${from}`);
  let value: Value | undefined;
  within(`error in move for path: '${source.key}'`, () => {
    value = source.get();
    source.remove();
  });
  const target = placeOf(root, path);
  if (target === undefined) {
    throw missing(`move operation does not apply: doc is missing destination path: ${path}`);
  }
  within(`error in move for path: '${path}'`, () => target.add(value ?? null));
}

function copy(patched: PatchedDocument, path: string, from: string): void {
  const { root } = patched;
  if (from === '')
    throw missing('copy operation failed to decode from: operation, missing from field');
  const source = placeOf(root, from);
  if (source === undefined)
    throw missing(`copy operation does not apply: doc is missing from path: ${from}`);
  let value: Value | undefined;
  within(`error in copy for from: '${from}'`, () => {
    value = source.get();
  });
  const target = placeOf(root, path);
  if (target === undefined) {
    throw missing(`copy operation does not apply: doc is missing destination path: ${path}`);
  }
  patched.copiedBytes += byteLength(asGoJson(jsonText(value ?? null, 'as written')));
  if (patched.copiedBytes > MOST_COPIED_BYTES) {
    throw new PatchError(
      `Unable to complete the copy, the accumulated size increase of copy is ${patched.copiedBytes}, exceeding the limit ${MOST_COPIED_BYTES}`,
    );
  }
  within('error while adding value during copy', () => target.add(copyOf(value ?? null)));
}

function test(root: PatchedDocument['root'], path: string, value: Value | undefined): void {
  if (path === '') {
    if (!isEqual(root, value ?? null)) throw new PatchError('testing value  failed', true);
    return;
  }
  const place = placeOf(root, path);
  if (place === undefined) throw missing(`test operation does not apply: is missing path: ${path}`);
  let found: Value | undefined;
  within(`error in test for path: '${path}'`, () => {
    found = place.get();
  });
  // An absent value, or null, only passes a test without a value, and null in a test passes none.
  const isAbsent = (found ?? null) === null;
  const isPassed =
    isAbsent || value === undefined
      ? isAbsent && value === undefined
      : value !== null && isEqual(found ?? null, value);
  if (!isPassed) throw new PatchError(`testing value ${path} failed`, true);
}

function isEqual(a: Value, b: Value): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => isEqual(item, b[index] ?? null));
  }
  if (isMapping(a) && isMapping(b)) {
    const keys = Object.keys(a);
    return (
      keys.length === Object.keys(b).length &&
      keys.every((key) => Object.hasOwn(b, key) && isEqual(a[key] ?? null, b[key] ?? null))
    );
  }
  return a === b;
}

/** A member of an object, or an element of a list. */
interface Place {
  readonly key: string;
  get(): Value | undefined;
  canReplace(): boolean;
  add(value: Value): void;
  replace(value: Value): void;
  remove(): void;
}

/** The place that a path names. Undefined if the list or object that should contain it is absent. */
function placeOf(root: PatchedDocument['root'], path: string): Place | undefined {
  const parts = [...tokensOfPointer(path)];
  const key = parts.pop();
  if (key === undefined) return undefined;
  let container: Value = root;
  for (const part of parts) {
    const next: Value | undefined = Array.isArray(container)
      ? container[indexIn(container, part) ?? -1]
      : isMapping(container)
        ? container[part]
        : undefined;
    if (next === undefined || next === null || typeof next !== 'object') return undefined;
    container = next;
  }
  // Everything in a draft is a copy that can be changed.
  if (Array.isArray(container)) return new Element(container, key);
  return isMapping(container) ? new Member(container as Draft, key) : undefined;
}

/** The index of an element, counted from the front. Undefined if the key is not a number. */
function indexIn(list: readonly Value[], key: string): number | undefined {
  const parsed = parseInteger(key);
  if (!parsed.ok) return undefined;
  const index = Number(parsed.value);
  return index < 0 ? index + list.length : index;
}

class Member implements Place {
  readonly key: string;
  readonly #object: Draft;

  constructor(object: Draft, key: string) {
    this.#object = object;
    this.key = key;
  }

  get(): Value | undefined {
    return this.#object[this.key];
  }

  canReplace(): boolean {
    return true;
  }

  add(value: Value): void {
    this.#object[this.key] = value;
  }

  replace(value: Value): void {
    this.add(value);
  }

  remove(): void {
    if (this.#object[this.key] === undefined) {
      throw missing(`Unable to remove nonexistent key: ${this.key}`);
    }
    delete this.#object[this.key];
  }
}

class Element implements Place {
  readonly key: string;
  readonly #list: Value[];

  constructor(list: Value[], key: string) {
    this.#list = list;
    this.key = key;
  }

  /** A negative index counts back from the end of `length` elements. */
  #index(length: number): number {
    const parsed = parseInteger(this.key);
    if (!parsed.ok) throw new PatchError(parsed.error);
    const given = Number(parsed.value);
    const index = given < 0 ? given + length : given;
    if (index < 0 || index >= length) {
      throw new PatchError(
        `Unable to access invalid index: ${parsed.value}: invalid index referenced`,
      );
    }
    return index;
  }

  get(): Value | undefined {
    return this.#list[this.#index(this.#list.length)];
  }

  canReplace(): boolean {
    const index = indexIn(this.#list, this.key);
    return index !== undefined && index >= 0 && index < this.#list.length;
  }

  add(value: Value): void {
    if (this.key === '-') {
      this.#list.push(value);
      return;
    }
    const parsed = parseInteger(this.key);
    if (!parsed.ok) {
      throw new PatchError(`value was not a proper array index: '${this.key}': ${parsed.error}`);
    }
    const index = this.#index(this.#list.length + 1);
    this.#list.splice(index, 0, value);
  }

  replace(value: Value): void {
    this.#list[this.#index(this.#list.length)] = value;
  }

  remove(): void {
    this.#list.splice(this.#index(this.#list.length), 1);
  }
}
