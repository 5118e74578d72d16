import { join, relative, resolve } from 'node:path';
import { EmbeddedDocument } from '../../../lint/open/embedded-document.ts';
import type { Range } from '../../../result/finding.ts';
import type { DocumentReport } from '../../../result/verdict.ts';
import { stepsOfField } from '../../../sources/project/field-path.ts';
import { templateLine } from '../../../sources/project/template-line.ts';
import {
  type Document,
  isMapping,
  Lines,
  type Path,
  readParts,
  type Value,
  valueAt,
} from '../../../yaml/index.ts';
import { entriesOf } from '../folder-entries.ts';
import { readSmallText } from '../open-file.ts';
import type { Build } from './builds.ts';
import type { Reach } from './reach.ts';
import type { StatedObject } from './stated-objects.ts';
import { variableIn } from './substitutions.ts';
import type { ValuesSource } from './values-source.ts';

/** A file above this many bytes is not read for places. */
const LARGEST = 4 * 1024 * 1024;

/** A place in a file that a person would change. */
export interface RenderedPlace extends Range {
  /** The name in reports. */
  readonly file: string;
}

/** A document of a rendered text, as the report has it. */
export type RenderedDocument = Pick<
  DocumentReport,
  'index' | 'kind' | 'name' | 'line' | 'renderedFrom'
>;

/** A text that a build has printed. */
export interface RenderedBuild {
  readonly build: Build;
  readonly reach: Reach;
  /** The folder that the origins of kustomize start from. */
  readonly from: string;
  readonly text: string;
}

/** The files of a repository that rendered objects come from, by absolute path. */
export class OriginFiles {
  readonly #nameOf: (path: string) => string;
  readonly #files = new Map<string, OriginFile | undefined>();
  readonly #texts = new Map<string, string>();

  /** @param nameOf the name in reports of an absolute path */
  constructor(nameOf: (path: string) => string) {
    this.#nameOf = nameOf;
  }

  /** The text of a file with a place, by its name in reports. */
  textOf(name: string): string | undefined {
    return this.#texts.get(name);
  }

  /** Undefined if the file cannot be read, such as one of a packed chart. */
  read(path: string): OriginFile | undefined {
    if (!this.#files.has(path)) {
      const text = readSmallText(path, LARGEST);
      this.#files.set(path, text === undefined ? undefined : new OriginFile(text));
    }
    return this.#files.get(path);
  }

  /** The place of the content of a line, from 1. */
  lineOf(path: string, line: number): RenderedPlace {
    const content = this.read(path)?.text.split('\n')[line - 1]?.trimEnd() ?? '';
    const column = content.length - content.trimStart().length + 1;
    const endColumn = Math.max(content.length, column) + 1;
    return this.#named(path, { line, column, endLine: line, endColumn });
  }

  /** The place of the value at a path of a document of a file, or of its key if the value is not in the line of it. */
  placeOf(path: string, document: Document, at: Path): RenderedPlace {
    const { document: within, path: own } = innermost(document, at);
    const spans = within.locate(own);
    const file = this.read(path);
    if (spans === undefined || file === undefined) return this.lineOf(path, 1);
    const value = file.lines.range(spans.value);
    const key = spans.key === undefined ? value : file.lines.range(spans.key);
    const isShort = key.line === value.endLine && spans.value.end > spans.value.start;
    return this.#named(path, isShort ? value : key);
  }

  #named(path: string, range: Range): RenderedPlace {
    const file = this.#nameOf(path);
    this.#texts.set(file, this.read(path)?.text ?? '');
    return { file, ...range };
  }
}

/** The text of a file, taken apart when it is needed. */
class OriginFile {
  readonly text: string;
  readonly lines: Lines;
  #documents: readonly (Document | undefined)[] | undefined;

  constructor(text: string) {
    this.text = text;
    this.lines = new Lines({ text });
  }

  /** The documents by their numbers; undefined for what is no YAML. */
  get documents(): readonly (Document | undefined)[] {
    this.#documents ??= [...readParts(this.text)].map(({ content }) =>
      content.kind === 'value' ? content.document : undefined,
    );
    return this.#documents;
  }
}

/** Finds the places in the files of a repository that a rendered text comes from. */
export class RenderedOrigin {
  readonly #build: Build;
  readonly #rendered: OriginFile;
  readonly #renderedLines: readonly string[];
  readonly #from: string;
  readonly #reach: Iterable<string>;
  readonly #files: OriginFiles;
  readonly #others: ReadonlyMap<string, RenderedOrigin>;
  readonly #includedIn = new Map<string, readonly string[]>();

  /**
   * @param files the files of the repository, which several texts share
   * @param others the origins of other rendered texts by their names, which may state what this one is rendered with
   */
  constructor(
    { build, reach, from, text }: RenderedBuild,
    files: OriginFiles,
    others: ReadonlyMap<string, RenderedOrigin> = new Map(),
  ) {
    this.#others = others;
    this.#build = build;
    this.#rendered = new OriginFile(text);
    this.#renderedLines = text.split('\n');
    this.#from = from;
    this.#reach = reach.files;
    this.#files = files;
  }

  /** The place of a document, by its template or base. */
  ofDocument(document: RenderedDocument): RenderedPlace {
    const path = this.#pathOf(document);
    const file = this.#files.read(path);
    const found = file === undefined ? undefined : documentLike(file, document);
    return this.#files.lineOf(path, found === undefined ? 1 : lineAt(file, firstOffset(found)));
  }

  /** The place of a field of a document, or of a line of the rendered text if the field is not known. */
  of(document: RenderedDocument, line: number, field: string | null): RenderedPlace {
    const rendered = this.#rendered.documents[document.index];
    const steps = field === null || rendered === undefined ? [] : pathIn(field, rendered.value);
    return this.#at(document, steps, line);
  }

  /** The place of the value at a path of a document. */
  ofPath(document: RenderedDocument, path: Path): RenderedPlace {
    const rendered = this.#rendered.documents[document.index];
    const steps = rendered === undefined ? [] : path.slice(0, depthIn(rendered, path));
    const line = lineOfPath(this.#rendered, rendered, steps) ?? document.line;
    return this.#at(document, steps, line);
  }

  #at(document: RenderedDocument, steps: Path, line: number): RenderedPlace {
    const path = this.#pathOf(document);
    const file = this.#files.read(path);
    if (file === undefined) return this.#files.lineOf(this.#build.file, this.#build.line);
    const rendered = this.#rendered.documents[document.index];
    return this.#build.kind === 'chart'
      ? this.#inTemplate(path, { rendered, steps, line, document })
      : this.#inBase(path, file, { rendered, steps, line, document });
  }

  /** The place of the value at a path of an object that states what is rendered. */
  #inObject({ text, identity, path }: StatedObject, at: Path): RenderedPlace | undefined {
    if (text.kind === 'rendered') {
      return this.#others.get(text.source)?.ofPath(identity, [...path, ...at]);
    }
    const document = this.#files.read(text.path)?.documents[identity.index];
    return document && this.#files.placeOf(text.path, document, [...path, ...at]);
  }

  /** The absolute path of the file that a document comes from. */
  #pathOf({ renderedFrom }: RenderedDocument): string {
    const { kind, folder, file } = this.#build;
    if (renderedFrom === null) return file;
    // Helm begins with the name of the chart, kustomize at its folder in the scratch folder.
    if (kind === 'kustomization') return resolve(this.#from, renderedFrom);
    return join(folder, renderedFrom.slice(renderedFrom.indexOf('/') + 1));
  }

  /**
   * The line of the template that renders a field or, if a value of it does, the line of a values file. The line may be in a
   * file of templates that the template includes.
   */
  #inTemplate(path: string, target: Target): RenderedPlace {
    const { rendered, steps, line, document } = target;
    const includes = /\b(?:include|template)\s/.test(this.#files.read(path)?.text ?? '');
    const templates = includes ? [path, ...this.#included(path)] : [path];
    for (let length = steps.length; length >= 0; length--) {
      const own = steps.slice(0, length);
      const at = length === steps.length ? line : lineOfPath(this.#rendered, rendered, own);
      if (at === undefined) continue;
      for (const template of templates) {
        const text = this.#files.read(template)?.text ?? '';
        const found = this.#lineIn(text, document, at);
        if (found === undefined) continue;
        const values = valuesPathAt(text.split('\n'), found, length < steps.length);
        const placed =
          values && this.#inValues(path, [...values, ...steps.slice(length)], values.length);
        return placed ?? this.#files.lineOf(template, found);
      }
    }
    return this.#files.lineOf(path, 1);
  }

  /** The files of templates that the templates of a chart may include. */
  #included(template: string): readonly string[] {
    const at = template.lastIndexOf('/templates/');
    if (at < 0) return [];
    const folder = template.slice(0, at + '/templates'.length);
    let files = this.#includedIn.get(folder);
    if (files === undefined) {
      files = entriesOf(folder).flatMap(({ name, kind }) =>
        kind === 'file' && name.endsWith('.tpl') ? [join(folder, name)] : [],
      );
      this.#includedIn.set(folder, files);
    }
    return files;
  }

  /** @param line of the rendered text, from 1 */
  #lineIn(
    template: string,
    { line: first }: RenderedDocument,
    line: number,
    mayBePart = false,
  ): number | undefined {
    const rendered = this.#renderedLines.slice(first - 1, line);
    return templateLine(template, rendered, line - first, mayBePart);
  }

  /**
   * The place of a value, in the last values file that sets it.
   *
   * @param template the path of the template, which is in the chart or in a chart that it contains
   * @param least the length of the path that a file must have
   */
  #inValues(template: string, path: Path, least: number): RenderedPlace | undefined {
    const { folder, values } = this.#build;
    const inner = /^((?:charts\/[^/]+\/)+)/.exec(relative(folder, template))?.[1] ?? '';
    const charts = inner.split('/').filter((_, index) => index % 2 === 1);
    const full = [...charts, ...path];
    const shortest = charts.length + least;
    for (const source of values.toReversed()) {
      const place = this.#inSource(source, full, shortest);
      if (place !== undefined) return place;
    }
    const own = this.#inValuesFile(join(folder, 'values.yaml'), full, shortest);
    if (own !== undefined || inner === '') return own;
    return this.#inValuesFile(join(folder, inner, 'values.yaml'), path, least);
  }

  #inSource(source: ValuesSource, path: Path, least: number): RenderedPlace | undefined {
    switch (source.kind) {
      case 'file':
        return this.#inValuesFile(source.path, path, least);
      case 'setting': {
        const name = source.name.split('.');
        const isSet = name.length <= path.length && name.every((key, index) => key === path[index]);
        return isSet ? this.#inObject(source.object, source.at) : undefined;
      }
      case 'literal': {
        let length = path.length;
        while (length > 0 && valueAt(source.value, path.slice(0, length)) === undefined) length--;
        if (length < least) return undefined;
        return this.#inObject(source.object, [...source.at, ...path.slice(0, length)]);
      }
    }
  }

  #inValuesFile(file: string, path: Path, least: number): RenderedPlace | undefined {
    const [document] = this.#files.read(file)?.documents ?? [];
    const length = document === undefined ? 0 : depthIn(document, path);
    return document !== undefined && length >= least
      ? this.#files.placeOf(file, document, path.slice(0, length))
      : undefined;
  }

  /** The place in a base, if it has the value, or in a patch that sets it. */
  #inBase(path: string, file: OriginFile, target: Target): RenderedPlace {
    const { rendered, steps, line, document } = target;
    const base = documentLike(file, document);
    const own = base === undefined || rendered === undefined ? [] : samePath(steps, rendered, base);
    const length = base === undefined ? 0 : depthIn(base, own);
    const value = rendered === undefined ? undefined : valueAt(rendered.value, steps);
    const variable = this.#variableOf(base && valueAt(base.value, own));
    if (variable !== undefined) return variable;
    if (base !== undefined && length === steps.length && steps.length > 0) {
      if (value === undefined || areEqual(valueAt(base.value, own), value)) {
        return this.#files.placeOf(path, base, own);
      }
    }
    const patched = value === undefined ? undefined : this.#inPatch(path, target);
    if (patched !== undefined) return patched;
    if (base !== undefined && length > 0) {
      return this.#files.placeOf(path, base, own.slice(0, length));
    }
    const found = this.#lineIn(file.text, document, line);
    return found === undefined ? this.ofDocument(document) : this.#files.lineOf(path, found);
  }

  /** The place of the variable that is the whole of a value of a base. */
  #variableOf(value: Value | undefined): RenderedPlace | undefined {
    const name = typeof value === 'string' ? variableIn(value) : undefined;
    const { variables } = this.#build.stated?.substitutions ?? {};
    const variable = name === undefined ? undefined : variables?.get(name);
    return variable && this.#inObject(variable.object, variable.at);
  }

  /** The place in a patch that sets a field: the same field of the object, an operation with its path, or the same text. */
  #inPatch(base: string, target: Target): RenderedPlace | undefined {
    const { rendered, steps, line, document } = target;
    const pointer = `/${steps.map((step) => String(step).replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`;
    // The object that states the build may have patches too.
    for (const path of [...this.#reach, this.#build.file]) {
      const file = path === base ? undefined : this.#files.read(path);
      if (file === undefined) continue;
      const patch = documentLike(file, document);
      const own = patch && rendered ? samePath(steps, rendered, patch) : [];
      if (patch && rendered && depthIn(patch, own) === steps.length) {
        const isSame = areEqual(valueAt(patch.value, own), valueAt(rendered.value, steps));
        if (isSame) return this.#files.placeOf(path, patch, own);
      }
      const operation = file.text.split('\n').findIndex((one) => PATH.exec(one)?.[1] === pointer);
      const found = operation < 0 ? this.#lineInPatch(file.text, document, line) : operation + 1;
      if (found !== undefined) return this.#files.lineOf(path, found);
    }
    return undefined;
  }

  /** The line of a text that names the object, with the same text as a rendered line. */
  #lineInPatch(text: string, document: RenderedDocument, line: number): number | undefined {
    const isAbout = document.kind !== null && text.includes(document.kind);
    return isAbout ? this.#lineIn(text, document, line, true) : undefined;
  }
}

/** The path of an operation of a JSON patch. */
const PATH = /\bpath["']?:\s*["']?(\/[^\s"',}]*)/;

/** The field of a rendered document whose place is searched. */
interface Target {
  readonly rendered: Document | undefined;
  /** The path of the field in the rendered document. */
  readonly steps: Path;
  /** The line of the rendered text, from 1. */
  readonly line: number;
  readonly document: RenderedDocument;
}

/** The path of a field. The server does not quote dots in the names of fields that it does not know. */
function pathIn(field: string, object: Value): Path {
  const path: (string | number)[] = [];
  const keys: string[] = [];
  for (const step of stepsOfField(field, object)) {
    if (step.kind === 'item') {
      if (step.index !== undefined) path.push(...keys.splice(0), step.index);
      continue;
    }
    keys.push(step.key);
    const joined = keys.join('.');
    if (valueAt(object, [...path, joined]) === undefined) continue;
    path.push(joined);
    keys.splice(0);
  }
  return [...path, ...keys];
}

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

/** The document that has the end of a path, if texts of YAML in a document are read too, and the path in it. */
function innermost(
  document: Document,
  path: Path,
): { readonly document: Document; readonly path: Path } {
  const length = depthIn(document, path);
  const text = length < path.length ? valueAt(document.value, path.slice(0, length)) : undefined;
  const [part] = typeof text === 'string' ? readParts(text) : [];
  if (part?.content.kind !== 'value') return { document, path: path.slice(0, length) };
  const rest = path.slice(length);
  const inner = part.content.document;
  const own = rest.slice(0, depthIn(inner, rest));
  return own.length === 0
    ? { document, path: path.slice(0, length) }
    : { document: new EmbeddedDocument(inner, document, path.slice(0, length)), path: own };
}

/** The number of steps of a path that a document has. */
function depthIn(document: Document, path: Path): number {
  let length = path.length;
  while (length > 0 && document.locate(path.slice(0, length)) === undefined) length--;
  return length;
}

function areEqual(a: Value | undefined, b: Value | undefined): boolean {
  const text = (value: Value | undefined) =>
    JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? String(one) : one));
  return text(a) === text(b);
}

/** The document of a file that an object was made of: of its kind, with its name or a part of it. */
function documentLike(file: OriginFile, { kind, name }: RenderedDocument): Document | undefined {
  const nameOf = ({ value }: Document): string => {
    const metadata = isMapping(value) ? value.metadata : undefined;
    const own = isMapping(metadata) ? metadata.name : undefined;
    return typeof own === 'string' ? own : '';
  };
  const ofKind = file.documents.filter(
    (document) =>
      document !== undefined && isMapping(document.value) && document.value.kind === kind,
  );
  return (
    ofKind.find((document) => document !== undefined && nameOf(document) === name) ??
    ofKind.find((document) => document !== undefined && name?.includes(nameOf(document)))
  );
}

/** The offset of the first key of a document. */
function firstOffset(document: Document): number {
  const [key] = document.keys([]) ?? [];
  const at = key === undefined ? undefined : document.locate([key]);
  return at?.key?.start ?? at?.value.start ?? 0;
}

function lineAt(file: OriginFile | undefined, offset: number): number {
  return file?.lines.position(offset).line ?? 1;
}

/** The line of the value or key at a path of a rendered document; undefined if it has none. */
function lineOfPath(
  file: OriginFile,
  document: Document | undefined,
  path: Path,
): number | undefined {
  const at = path.length === 0 ? undefined : document?.locate(path);
  return at === undefined ? undefined : lineAt(file, at.key?.start ?? at.value.start);
}

/** The lines after a line of a template in which an action may render what is below it. */
const MOST_BELOW = 3;

/**
 * The path of the value that a line of a template renders, if it is only one.
 *
 * @param line from 1
 * @param isAbove true if the line is above the one that is searched
 */
function valuesPathAt(
  lines: readonly string[],
  line: number,
  isAbove: boolean,
): readonly string[] | undefined {
  const own = lines.slice(line - 1, isAbove ? line + MOST_BELOW : line);
  const action = own.find(
    (text, index) => text.includes('{{') && (index === 0 || /^\s*(?:-\s+)?\{\{/.test(text)),
  );
  if (action === undefined) return undefined;
  const names = new Set([...action.matchAll(/\.Values\.([\w.]+)/g)].map(([, name]) => name));
  if (names.size > 1) return undefined;
  const [name] = names;
  if (name !== undefined) return name.split('.');
  // `with` and `range` make the value the context of the lines below them.
  if (!/\{\{-?\s*(?:toYaml \.|\.|tpl \(toYaml \.\))[\s|}]/.test(action)) return undefined;
  const block = lines
    .slice(0, line + MOST_BELOW)
    .findLast((text) => /\{\{-?\s*(?:with|range)\b/.test(text));
  return /\b(?:with|range) \.Values\.([\w.]+)/.exec(block ?? '')?.[1]?.split('.');
}
