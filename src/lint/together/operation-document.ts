import { type Document, isMapping, type Mapping, type Path, type Value } from '../../yaml/index.ts';

/**
 * The object that an operation of a JSON Patch (RFC 6902) makes of an object without fields. Its paths are those of the
 * patched object. The fields that the pointer names are at the pointer, and the others in the value.
 */
export class OperationDocument implements Document {
  readonly value: Mapping;
  readonly duplicates = [];
  readonly hasOctal = false;
  readonly hasTypedKeys = false;
  readonly merges = [];
  readonly ignored = undefined;
  readonly #patch: Document;
  readonly #operation: Path;
  readonly #pointer: Path;

  /**
   * @param patch the document with the operation
   * @param operation the path of the operation in it
   * @param pointer the path of the patched field, with at least one key
   * @param head the apiVersion and kind of the patched object
   */
  constructor(patch: Document, operation: Path, pointer: Path, added: Value, head: Mapping) {
    this.#patch = patch;
    this.#operation = operation;
    this.#pointer = pointer;
    const nested = pointer.reduceRight<Value>(
      (value, step) =>
        typeof step === 'string'
          ? { [step]: value }
          : [...Array.from({ length: step }, () => null), value],
      added,
    );
    this.value = { ...(isMapping(nested) ? nested : {}), ...head };
  }

  get text() {
    return this.#patch.text;
  }

  locate(path: Path) {
    if (path.length <= this.#pointer.length) {
      const isValue = path.length === this.#pointer.length;
      const pointer = this.#patch.locate([...this.#operation, 'path']);
      const value = isValue ? this.#patch.locate([...this.#operation, 'value']) : pointer;
      return pointer && value && { ...value, key: pointer.value };
    }
    return this.#patch.locate(this.#inPatch(path));
  }

  scalars() {
    return [];
  }

  keys(path: Path) {
    return path.length < this.#pointer.length ? undefined : this.#patch.keys(this.#inPatch(path));
  }

  without() {
    return undefined;
  }

  #inPatch(path: Path): Path {
    return [...this.#operation, 'value', ...path.slice(this.#pointer.length)];
  }
}
