import { dirname, resolve } from 'node:path';
import { tokensOfPointer } from '../../../../base/json-pointer.ts';
import { areDeeplyEqual } from '../../../../server/crd/values/enum.ts';
import { patchEntriesOf } from '../../../../sources/project/kustomize/patch-entries.ts';
import {
  partsOfReplacement,
  selectorIn,
} from '../../../../sources/project/kustomize/patch-paths.ts';
import {
  type Replacement,
  readReplacement,
  readSource,
} from '../../../../sources/project/kustomize/replacement.ts';
import {
  type Document,
  isMapping,
  itemsAt,
  type Mapping,
  type Path,
  stringAt,
  type Value,
  valueAt,
  valuesIn,
} from '../../../../yaml/index.ts';
import { kustomizationIn } from '../../kustomization-file.ts';
import { variableIn } from '../sources/substitutions.ts';
import type { BuildOrigin, OriginContext, RenderedField } from './build-origin.ts';
import { generatorOf } from './generators.ts';
import {
  depthIn,
  type OriginFile,
  type RenderedDocument,
  type RenderedPlace,
} from './origin-files.ts';
import { transformerOf } from './transformers.ts';

/** Finds the bases and patches of a kustomization that a rendered text comes from. */
export class KustomizationOrigin implements BuildOrigin {
  readonly #context: OriginContext;
  #known: readonly Kustomization[] | undefined;

  constructor(context: OriginContext) {
    this.#context = context;
  }

  /** Kustomize begins at its folder in the scratch folder. */
  pathOf(renderedFrom: string): string {
    return resolve(this.#context.from, renderedFrom);
  }

  /**
   * The place in a base, if it has the value, or in a patch that sets it. Of a value that is not there, what it is in
   * counts.
   */
  placeOf(path: string, file: OriginFile, field: RenderedField): RenderedPlace {
    const { rendered, line, document } = field;
    const { files } = this.#context;
    const base = file.documentLike(document);
    const steps =
      rendered === undefined ? [] : field.steps.slice(0, depthIn(rendered, field.steps));
    const own =
      base === undefined || rendered === undefined
        ? []
        : samePath(field.steps, rendered.value, base.value);
    const length = base === undefined ? 0 : depthIn(base, own);
    const variable = this.#variableOf(base && valueAt(base.value, own));
    if (variable !== undefined) return variable;
    const value = steps.length === 0 ? undefined : valueAt(rendered?.value, steps);
    const isRemoved = length > steps.length;
    // A patch with items that kustomize cannot merge leaves nothing of a list.
    const isEmptied = Array.isArray(value) && value.length === 0;
    const inBase = base && valueAt(base.value, own.slice(0, steps.length));
    if (base !== undefined && (isRemoved || isSameValue(inBase, value))) {
      return files.placeOf(path, base, own);
    }
    const set =
      value === undefined
        ? undefined
        : (this.#inReplacement({ ...field, steps }, value) ??
          this.#inPatch(path, { ...field, steps }, length === steps.length && !isEmptied) ??
          this.#inTransformer(steps, value));
    if (set !== undefined) return set;
    if (base !== undefined && length > 0) return files.placeOf(path, base, own);
    const generator =
      base === undefined
        ? this.#inGenerators(document.kind, document.name ?? '', field.steps)
        : undefined;
    if (generator !== undefined) return generator;
    const found = this.#context.rendered.lineIn(file.text, document, line);
    return files.lineOf(path, found ?? (base ? file.firstLine(base) : 1));
  }

  /** The place in a kustomization of what sets a value without a patch, in the outermost one that does. */
  #inTransformer(steps: Path, value: Value): RenderedPlace | undefined {
    for (const { path, document, content } of this.#kustomizations) {
      const at = transformerOf(content, steps, value);
      if (at !== undefined) return this.#context.files.placeOf(path, document, at);
    }
    return undefined;
  }

  /** The place in a kustomization of what generates a value of a ConfigMap or Secret. */
  #inGenerators(kind: string | null, name: string, steps: Path): RenderedPlace | undefined {
    for (const { path, document, content } of this.#kustomizations) {
      const [at] = generatorOf(content, kind, name, steps);
      if (at !== undefined) return this.#context.files.placeOf(path, document, at);
    }
    return undefined;
  }

  /** The place of the value that a replacement writes into a field. */
  #inReplacement({ steps, document }: RenderedField, value: Value): RenderedPlace | undefined {
    for (const replacement of this.#kustomizations.flatMap((one) => this.#replacementsOf(one))) {
      const isTarget = replacement.targets.some(
        ({ select, fields }) =>
          (select.kind ?? document.kind) === document.kind &&
          fields.some(({ path }) => below(steps, partsOfReplacement(path)) !== undefined),
      );
      const place = isTarget ? this.#ofSource(replacement, value) : undefined;
      if (place !== undefined) return place;
    }
    return undefined;
  }

  #replacementsOf({ path, content }: Kustomization): readonly Replacement[] {
    const entries = itemsAt(content, 'replacements').flatMap((entry) => {
      const file = stringAt(entry, 'path');
      if (file === undefined) return [entry];
      const documents = this.#context.files.read(resolve(dirname(path), file))?.documents ?? [];
      return documents.flatMap((document) => document?.value ?? []);
    });
    return entries.flatMap((entry: Value) =>
      isMapping(entry) ? (readReplacement(entry, []) ?? []) : [],
    );
  }

  /** The place in a base, or in a generator, of the value that a replacement reads and that is in another one. */
  #ofSource(replacement: Replacement, value: Value): RenderedPlace | undefined {
    const { source, fieldPath } = replacement;
    // Names of sources are patterns, in which dots are quoted.
    const name = source?.name?.replaceAll('\\.', '.');
    const at = partsOfReplacement(fieldPath);
    for (const path of this.#context.reach.files) {
      for (const document of this.#context.files.read(path)?.documents ?? []) {
        const object = document?.value;
        if (document === undefined || !isMapping(object) || object.kind !== source?.kind) continue;
        if (name !== undefined && stringAt(object, 'metadata', 'name') !== name) continue;
        const read = readSource(object, replacement);
        if (read?.kind === 'value' && isWritten(read.value, value)) {
          return this.#context.files.placeOf(path, document, at);
        }
      }
    }
    return name === undefined ? undefined : this.#inGenerators(source?.kind ?? null, name, at);
  }

  /** The kustomizations of the build, the outermost one first. */
  get #kustomizations(): readonly Kustomization[] {
    this.#known ??= [...this.#context.reach.files].flatMap((path) => {
      const isOne = kustomizationIn(dirname(path)) === path;
      const [document] = isOne ? (this.#context.files.read(path)?.documents ?? []) : [];
      const content = document?.value;
      return document !== undefined && isMapping(content) ? { path, document, content } : [];
    });
    return this.#known;
  }

  /** The place of the variable that is the whole of a value of a base. */
  #variableOf(value: Value | undefined): RenderedPlace | undefined {
    const name = typeof value === 'string' ? variableIn(value) : undefined;
    const { variables } = this.#context.build.stated?.substitutions ?? {};
    const variable = name === undefined ? undefined : variables?.get(name);
    return variable && this.#context.inObject(variable.object, variable.at);
  }

  /**
   * The place in a patch that sets a field: the same value in the object or in an operation or, if no patch has it, the
   * field of the object, an operation with its path, or the same text.
   */
  #inPatch(base: string, field: RenderedField, isInBase: boolean): RenderedPlace | undefined {
    // The object that states the build may have patches too.
    const paths = [...this.#context.reach.files, this.#context.build.file];
    const patches = paths.flatMap((path) => {
      const file = path === base ? undefined : this.#context.files.read(path);
      return file === undefined ? [] : { path, file };
    });
    for (const { path, file } of patches) {
      const place =
        this.#ofObject(path, file, field, true) ?? this.#inOperations(path, file, field);
      if (place !== undefined) return place;
    }
    const { steps, document, line } = field;
    const pointer = `/${steps.map((step) => String(step).replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`;
    for (const { path, file } of patches) {
      const place = isInBase ? undefined : this.#ofObject(path, file, field, false);
      if (place !== undefined) return place;
      const operation = file.text.split('\n').findIndex((one) => PATH.exec(one)?.[1] === pointer);
      const found = operation < 0 ? this.#lineInPatch(file, document, line) : operation + 1;
      if (found !== undefined) return this.#context.files.lineOf(path, found);
    }
    return undefined;
  }

  /** The place of a field in the patch of a file that is like the object. */
  #ofObject(
    path: string,
    file: OriginFile,
    { rendered, steps, document }: RenderedField,
    hasSameValue: boolean,
  ): RenderedPlace | undefined {
    const patch = file.documentLike(document);
    if (patch === undefined || rendered === undefined) return undefined;
    const own = samePath(steps, rendered.value, patch.value);
    const isSet = hasSameValue
      ? isSameValue(valueAt(patch.value, own), valueAt(rendered.value, steps))
      : depthIn(patch, own) === steps.length;
    return isSet ? this.#context.files.placeOf(path, patch, own) : undefined;
  }

  /** The place in the value of an operation of a JSON patch, which may add an item to the end of a list. */
  #inOperations(
    path: string,
    file: OriginFile,
    { rendered, steps }: RenderedField,
  ): RenderedPlace | undefined {
    const object = rendered?.value;
    for (const document of file.documents) {
      for (const { at, operations } of document === undefined ? [] : operationsIn(document)) {
        for (const [index, operation] of operations.entries()) {
          const rest = below(steps, tokensOfPointer(stringAt(operation, 'path') ?? ''));
          if (rest === undefined || document === undefined) continue;
          const set = valueAt(object, steps.slice(0, steps.length - rest.length));
          const value = valueAt(operation, ['value']);
          const own = samePath(rest, set, value);
          const isSet = isSameValue(valueAt(value, own), valueAt(object, steps));
          if (isSet)
            return this.#context.files.placeOf(path, document, [...at, index, 'value', ...own]);
        }
      }
    }
    return undefined;
  }

  /** The line of a text that names the object, with the same text as a rendered line. */
  #lineInPatch(file: OriginFile, document: RenderedDocument, line: number): number | undefined {
    const { kind } = document;
    const isOther = ({ value }: Document) => isMapping(value) && value.kind === kind;
    const isAbout =
      kind !== null &&
      file.text.includes(kind) &&
      (file.documentLike(document) !== undefined ||
        !file.documents.some((one) => one !== undefined && isOther(one)));
    return isAbout ? this.#context.rendered.lineIn(file.text, document, line, true) : undefined;
  }
}

interface Kustomization {
  readonly path: string;
  readonly document: Document;
  readonly content: Mapping;
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

/** The steps of a path below that of an operation or a replacement; undefined if it is about something else. */
function below(steps: Path, parts: readonly string[]): Path | undefined {
  const isAbove = parts.every((part, depth) => {
    const step = steps[depth];
    return isAnyItem(part) ? typeof step === 'number' : String(step) === part;
  });
  return isAbove ? steps.slice(parts.length) : undefined;
}

/**
 * Reports whether a replacement that reads a value may have written another one, which may have more text around it.
 */
function isWritten(read: Value, value: Value): boolean {
  if (typeof read === 'object' || typeof value === 'object') return isSameValue(read, value);
  return read !== '' && String(value).includes(String(read));
}

/** Reports whether a part of a path is the end of a list, all of its items, or those that have a value. */
function isAnyItem(part: string): boolean {
  return part === '-' || part === '*' || selectorIn(part) !== undefined;
}

/** The path of an operation of a JSON patch. */
const PATH = /\bpath["']?:\s*["']?(\/[^\s"',}]*)/;

/** The path in a value of what a path in a rendered one is, with items of lists by their names. */
function samePath(steps: Path, rendered: Value | undefined, value: Value | undefined): Path {
  let [from, to] = [rendered, value];
  return steps.map((step) => {
    const item = valueAt(from, [step]);
    const own = Array.isArray(from) && Array.isArray(to) ? sameIndex(step, from, to) : step;
    from = item;
    to = valueAt(to, [own]);
    return own;
  });
}

/**
 * The index in a list of what an item of a rendered one is, by its name. A name may have been changed, unless items
 * have been added; then it may be none of the list.
 */
function sameIndex(
  step: string | number,
  rendered: readonly Value[],
  list: readonly Value[],
): string | number {
  const name = stringAt(rendered, step, 'name');
  if (name === undefined) return step;
  const found = list.findIndex((one) => stringAt(one, 'name') === name);
  if (found >= 0) return found;
  return list.length === rendered.length ? step : list.length;
}

/** kustomize may print the keys of a mapping in another order. */
function isSameValue(a: Value | undefined, b: Value | undefined): boolean {
  return a !== undefined && b !== undefined && areDeeplyEqual(a, b);
}
