import { getOrCompute } from '../../base/get-or-compute.ts';
import {
  isMapping,
  type Mapping,
  mappingsIn,
  type Value,
  valueAt,
  valuesIn,
  withValuesBelow,
} from '../../yaml/index.ts';
import { FileNames } from './file-names.ts';

/** The operations with objects of which only some fields are given. */
const PARTIAL_OPERATIONS: ReadonlySet<string> = new Set(['assert', 'error', 'patch', 'delete']);

/** The operations that send whole objects to the server. */
const WHOLE_OPERATIONS: ReadonlySet<string> = new Set(['apply', 'create', 'update']);

/** The files that a chainsaw test uses, by their purpose. Paths start from the folder of the test. */
export class ChainsawTest {
  readonly #partial = new FileNames();
  readonly #whole = new FileNames();
  /** The files whose objects are refused, by the name of the object; by undefined those with refused objects only. */
  readonly #refused = new Map<Value | undefined, FileNames>();
  readonly #text: string;

  /**
   * Reads a test. A text that cannot be read names no files. Operations are below `try`, `catch`, `finally` and
   * `cleanup` of steps, and in templates of steps. Source:
   * https://kyverno.github.io/chainsaw/latest/reference/apis/chainsaw.v1alpha1/
   */
  constructor(text: string) {
    this.#text = text;
    for (const value of withValuesBelow(valuesIn(text))) {
      if (!isMapping(value)) continue;
      for (const [operation, member] of Object.entries(value)) this.#addFile(operation, member);
    }
  }

  /** Reports whether the objects in a file are only compared with those of the cluster, or are changes of them. */
  isPartial(path: string): boolean {
    return this.#partial.have(path);
  }

  /** Reports whether the objects in a file are sent to the server. */
  isWhole(path: string): boolean {
    return this.#whole.have(path);
  }

  /** Reports whether the test expects that the server refuses an object in a file, or all objects. */
  isRefused(path: string, name: Value | undefined): boolean {
    return [undefined, name].some((one) => this.#refused.get(one)?.have(path));
  }

  /**
   * Reports whether the test has the name of a file, also where only a template of steps or a script shows what the
   * file is used for.
   */
  mentions(path: string): boolean {
    return this.#text.includes(path.slice(path.lastIndexOf('/') + 1));
  }

  #addFile(operation: string, options: Value): void {
    if (!isMapping(options)) return;
    const { file, expect } = options;
    // An expression that is computed when the test runs, `(join('-', [a, b]))`, names no file.
    if (typeof file !== 'string') return;
    if (PARTIAL_OPERATIONS.has(operation)) this.#partial.add(file);
    else if (WHOLE_OPERATIONS.has(operation)) {
      this.#whole.add(file);
      for (const one of mappingsIn(expect)) if (isRefusal(one)) this.#addRefused(file, one.match);
    }
  }

  /** @param match the part of an object that those which are refused have; undefined for all of the file */
  #addRefused(file: string, match: Value | undefined): void {
    const name = match && valueAt(match, ['metadata', 'name']);
    if (match !== undefined && typeof name !== 'string') return;
    getOrCompute(this.#refused, name, () => new FileNames()).add(file);
  }
}

/** Reports whether an expectation is that the operation fails: `check: { ($error != null): true }`. */
function isRefusal({ check }: Mapping): boolean {
  return isMapping(check) && check['($error != null)'] === true;
}
