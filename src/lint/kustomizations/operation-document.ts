import { type Document, isMapping, type Mapping, type Path, type Value } from '../../yaml/index.ts';
import { DerivedDocument } from './derived-document.ts';

/** The place of an operation in the document of a patch. */
interface OperationPlace {
  readonly document: Document;
  readonly path: Path;
}

/** A value that an operation writes. */
interface WrittenAt {
  /** The path of the patched field, with at least one key. */
  readonly pointer: Path;
  readonly value: Value;
}

/**
 * The object that an operation of a JSON Patch (RFC 6902) makes of an object without fields. Its paths are those of the
 * patched object. The fields that the pointer names are at the pointer, and the others in the value.
 */
export class OperationDocument extends DerivedDocument {
  readonly value: Mapping;
  readonly #operation: OperationPlace;
  readonly #pointer: Path;

  /** @param head the apiVersion and kind of the patched object */
  constructor(operation: OperationPlace, { pointer, value: added }: WrittenAt, head: Mapping) {
    super();
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
    return this.#operation.document.text;
  }

  locate(path: Path) {
    if (path.length <= this.#pointer.length) {
      const isValue = path.length === this.#pointer.length;
      const { document, path: operation } = this.#operation;
      const pointer = document.locate([...operation, 'path']);
      const value = isValue ? document.locate([...operation, 'value']) : pointer;
      return pointer && value && { ...value, key: pointer.value };
    }
    return this.#operation.document.locate(this.#inPatch(path));
  }

  keys(path: Path) {
    const { document } = this.#operation;
    return path.length < this.#pointer.length ? undefined : document.keys(this.#inPatch(path));
  }

  #inPatch(path: Path): Path {
    return [...this.#operation.path, 'value', ...path.slice(this.#pointer.length)];
  }
}
