import { dirname, resolve } from 'node:path';
import { areDeeplyEqual } from '../../../server/crd/enum.ts';
import { patchEntriesOf } from '../../../sources/project/patch-entries.ts';
import { tokensOfPointer } from '../../../sources/project/patch-paths.ts';
import {
  type Document,
  isMapping,
  type Path,
  type Value,
  valueAt,
  valuesIn,
} from '../../../yaml/index.ts';
import { kustomizationIn } from '../kustomization-file.ts';
import type { BuildOrigin, OriginContext, RenderedField } from './build-origin.ts';
import {
  depthIn,
  type OriginFile,
  type RenderedDocument,
  type RenderedPlace,
} from './origin-files.ts';
import { variableIn } from './substitutions.ts';
import { transformerOf } from './transformers.ts';

/** Finds the bases and patches of a kustomization that a rendered text comes from. */
export class KustomizationOrigin implements BuildOrigin {
  readonly #context: OriginContext;
  #kustomizations: readonly string[] | undefined;

  constructor(context: OriginContext) {
    this.#context = context;
  }

  /** Kustomize begins at its folder in the scratch folder. */
  pathOf(renderedFrom: string): string {
    return resolve(this.#context.from, renderedFrom);
  }

  /** The place in a base, if it has the value, or in a patch that sets it. */
  placeOf(path: string, file: OriginFile, field: RenderedField): RenderedPlace {
    const { rendered, steps, line, document } = field;
    const base = file.documentLike(document);
    const own = base === undefined || rendered === undefined ? [] : samePath(steps, rendered, base);
    const length = base === undefined ? 0 : depthIn(base, own);
    const value = rendered === undefined ? undefined : valueAt(rendered.value, steps);
    const variable = this.#variableOf(base && valueAt(base.value, own));
    if (variable !== undefined) return variable;
    if (base !== undefined && length === steps.length && steps.length > 0) {
      if (value === undefined || isSameValue(valueAt(base.value, own), value)) {
        return this.#context.files.placeOf(path, base, own);
      }
    }
    const set =
      value === undefined
        ? undefined
        : (this.#inPatch(path, field) ?? this.#inTransformer(steps, value));
    if (set !== undefined) return set;
    if (base !== undefined && length > 0) {
      return this.#context.files.placeOf(path, base, own.slice(0, length));
    }
    const found = this.#context.rendered.lineIn(file.text, document, line);
    return this.#context.files.lineOf(path, found ?? (base ? file.firstLine(base) : 1));
  }

  /** The place in a kustomization of what sets a value without a patch, in the outermost one that does. */
  #inTransformer(steps: Path, value: Value): RenderedPlace | undefined {
    const { reach, files } = this.#context;
    this.#kustomizations ??= [...reach.files].filter(
      (path) => kustomizationIn(dirname(path)) === path,
    );
    for (const path of this.#kustomizations) {
      const [document] = files.read(path)?.documents ?? [];
      const at =
        document !== undefined && isMapping(document.value)
          ? transformerOf(document.value, steps, value)
          : undefined;
      if (document !== undefined && at !== undefined) return files.placeOf(path, document, at);
    }
    return undefined;
  }

  /** The place of the variable that is the whole of a value of a base. */
  #variableOf(value: Value | undefined): RenderedPlace | undefined {
    const name = typeof value === 'string' ? variableIn(value) : undefined;
    const { variables } = this.#context.build.stated?.substitutions ?? {};
    const variable = name === undefined ? undefined : variables?.get(name);
    return variable && this.#context.inObject(variable.object, variable.at);
  }

  /** The place in a patch that sets a field: the same field of the object, an operation with its path, or the same text. */
  #inPatch(base: string, field: RenderedField): RenderedPlace | undefined {
    const { rendered, steps, line, document } = field;
    const pointer = `/${steps.map((step) => String(step).replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`;
    // The object that states the build may have patches too.
    for (const path of [...this.#context.reach.files, this.#context.build.file]) {
      const file = path === base ? undefined : this.#context.files.read(path);
      if (file === undefined) continue;
      const patch = file.documentLike(document);
      const own = patch && rendered ? samePath(steps, rendered, patch) : [];
      if (patch && rendered && depthIn(patch, own) === steps.length) {
        const isSame = isSameValue(valueAt(patch.value, own), valueAt(rendered.value, steps));
        if (isSame) return this.#context.files.placeOf(path, patch, own);
      }
      const set = rendered && this.#inOperations(path, file, steps, valueAt(rendered.value, steps));
      if (set !== undefined) return set;
      const operation = file.text.split('\n').findIndex((one) => PATH.exec(one)?.[1] === pointer);
      const found = operation < 0 ? this.#lineInPatch(file.text, document, line) : operation + 1;
      if (found !== undefined) return this.#context.files.lineOf(path, found);
    }
    return undefined;
  }

  /** The place in the value of an operation of a JSON patch, which may add an item to the end of a list. */
  #inOperations(
    path: string,
    file: OriginFile,
    steps: Path,
    value: Value | undefined,
  ): RenderedPlace | undefined {
    for (const document of file.documents) {
      for (const { at, operations } of document === undefined ? [] : operationsIn(document)) {
        for (const [index, operation] of operations.entries()) {
          const rest = below(steps, valueAt(operation, ['path']));
          const isSet = rest && isSameValue(valueAt(operation, ['value', ...rest]), value);
          if (document === undefined || !isSet) continue;
          return this.#context.files.placeOf(path, document, [...at, index, 'value', ...rest]);
        }
      }
    }
    return undefined;
  }

  /** The line of a text that names the object, with the same text as a rendered line. */
  #lineInPatch(text: string, document: RenderedDocument, line: number): number | undefined {
    const isAbout = document.kind !== null && text.includes(document.kind);
    return isAbout ? this.#context.rendered.lineIn(text, document, line, true) : undefined;
  }
}

/** The operations of a JSON patch, and their place in a document. */
interface PlacedOperations {
  readonly at: Path;
  readonly operations: readonly Value[];
}

/** The JSON patches in a document: the document itself, or texts in a kustomization. */
function operationsIn({ value }: Document): readonly PlacedOperations[] {
  if (Array.isArray(value)) return [{ at: [], operations: value }];
  if (!isMapping(value)) return [];
  return patchEntriesOf(value).flatMap(({ content }) => {
    const text = content.kind === 'text' ? valueAt(value, content.path) : undefined;
    const [operations] = typeof text === 'string' ? valuesIn(text) : [];
    return content.kind === 'text' && Array.isArray(operations)
      ? [{ at: content.path, operations }]
      : [];
  });
}

/** The steps of a path below that of an operation; undefined if the operation is about something else. */
function below(steps: Path, pointer: Value | undefined): Path | undefined {
  if (typeof pointer !== 'string') return undefined;
  const tokens = tokensOfPointer(pointer);
  const isAbove = tokens.every((token, depth) => {
    const step = steps[depth];
    return token === '-' ? typeof step === 'number' : String(step) === token;
  });
  return isAbove ? steps.slice(tokens.length) : undefined;
}

/** The path of an operation of a JSON patch. */
const PATH = /\bpath["']?:\s*["']?(\/[^\s"',}]*)/;

/** The path in a base of what a path in the rendered object is, with items of lists by their names. */
function samePath(steps: Path, rendered: Document, base: Document): Path {
  let [from, to]: [Value | undefined, Value | undefined] = [rendered.value, base.value];
  return steps.map((step) => {
    const item = valueAt(from ?? null, [step]);
    const index = typeof step === 'number' && Array.isArray(to) ? indexOfNamed(to, item) : -1;
    const own = index < 0 ? step : index;
    from = item;
    to = valueAt(to ?? null, [own]);
    return own;
  });
}

function indexOfNamed(list: readonly Value[], item: Value | undefined): number {
  const name = isMapping(item) ? item.name : undefined;
  if (typeof name !== 'string') return -1;
  return list.findIndex((one) => isMapping(one) && one.name === name);
}

/** kustomize may print the keys of a mapping in another order. */
function isSameValue(a: Value | undefined, b: Value | undefined): boolean {
  return a !== undefined && b !== undefined && areDeeplyEqual(a, b);
}
