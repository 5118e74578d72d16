import type { Finding } from '../../../../result/finding.ts';
import { stepsOfField } from '../../../../sources/project/field-path.ts';
import { type Document, type Path, type Value, valueAt } from '../../../../yaml/index.ts';
import { leadsOut } from '../../disk/leads-out.ts';
import type { Build } from '../sources/builds.ts';
import { placeInObject, type StatedObject } from '../sources/stated-objects.ts';
import { type BuildOrigin, type RenderedBuild, RenderedText } from './build-origin.ts';
import { ChartOrigin } from './chart-origin.ts';
import { KustomizationOrigin } from './kustomization-origin.ts';
import {
  depthIn,
  type OriginFiles,
  type RenderedDocument,
  type RenderedPlace,
} from './origin-files.ts';

/** The place of a finding in a rendered text, and its field, if it is known. */
type FoundAt = Pick<Finding, 'line' | 'column' | 'field'>;

/** Finds the places in the files of a repository that a rendered text comes from. */
export class RenderedOrigin {
  readonly #build: Build;
  readonly #root: string;
  readonly #rendered: RenderedText;
  readonly #files: OriginFiles;
  readonly #others: ReadonlyMap<string, RenderedOrigin>;
  readonly #origin: BuildOrigin;

  /**
   * @param files the files of the repository, which several texts share
   * @param others the origins of other rendered texts by their names, which may state what this one is rendered with
   */
  constructor(
    rendered: RenderedBuild,
    files: OriginFiles,
    others: ReadonlyMap<string, RenderedOrigin> = new Map(),
  ) {
    this.#others = others;
    this.#build = rendered.build;
    this.#root = rendered.root;
    this.#rendered = new RenderedText(rendered.text);
    this.#files = files;
    const Origin = rendered.build.kind === 'chart' ? ChartOrigin : KustomizationOrigin;
    this.#origin = new Origin({
      ...rendered,
      rendered: this.#rendered,
      files,
      inObject: (object, at) => this.#inObject(object, at),
    });
  }

  /** The place of a document, by its template or base. */
  ofDocument(document: RenderedDocument): RenderedPlace {
    const path = this.#pathOf(document);
    const file = this.#files.read(path);
    const found = file?.documentLike(document);
    return this.#files.lineOf(path, (found && file?.firstLine(found)) ?? 1);
  }

  /**
   * The place of a field of a document, or of a line of the rendered text if the field is not known.
   *
   * @param isKey true if the key of the field is meant, also if its value is not a scalar
   */
  of(document: RenderedDocument, { line, column, field }: FoundAt, isKey = false): RenderedPlace {
    const rendered = this.#rendered.documents[document.index];
    if (rendered === undefined) return this.#at(document, [], line);
    const steps = field === null ? [] : pathIn(field, rendered.value);
    return this.#at(
      document,
      foundPath(this.#rendered, rendered, { line, column, field }),
      line,
      isKey || this.#isAtKey(rendered, steps, line, column),
    );
  }

  /** Reports whether a place is the key of a scalar, so that the key is meant, and not the value. */
  #isAtKey(rendered: Document, steps: Path, line: number, column: number): boolean {
    const value = valueAt(rendered.value, steps);
    const key = rendered.locate(steps)?.key;
    if (key === undefined || value === undefined || typeof value === 'object') return false;
    const at = this.#rendered.lines.position(key.start);
    return at.line === line && at.column === column;
  }

  /** The place of the value at a path of a document. */
  ofPath(document: RenderedDocument, path: Path): RenderedPlace {
    const rendered = this.#rendered.documents[document.index];
    const steps = rendered === undefined ? [] : path.slice(0, depthIn(rendered, path));
    const line = this.#rendered.lineOfPath(rendered, steps) ?? document.line;
    return this.#at(document, steps, line);
  }

  #at(document: RenderedDocument, steps: Path, line: number, isKey = false): RenderedPlace {
    const path = this.#pathOf(document);
    const file = this.#files.read(path);
    if (file === undefined) {
      const { file: named, line: at } = this.#build;
      return this.#origin.placeOfUnread?.(document) ?? this.#files.lineOf(named, at);
    }
    const rendered = this.#rendered.documents[document.index];
    return this.#origin.placeOf(path, file, { rendered, steps, line, document, isKey });
  }

  /** The place of the value at a path of an object that states what is rendered. */
  #inObject(object: StatedObject, at: Path): RenderedPlace | undefined {
    const { text, index, path } = placeInObject(object, at);
    if (text.kind === 'rendered') {
      return this.#others.get(text.source)?.ofPath(object.identity, path);
    }
    const document = this.#files.read(text.path)?.documents[index];
    return document && this.#files.placeOf(text.path, document, path);
  }

  /**
   * The absolute path of the file that a document comes from. Its annotations could name a file outside of the
   * repository.
   */
  #pathOf({ renderedFrom }: RenderedDocument): string {
    if (renderedFrom === null) return this.#build.file;
    const path = this.#origin.pathOf(renderedFrom);
    return leadsOut(path, this.#root) ? this.#build.file : path;
  }
}

/** The path of the value that a finding is about, in a document of a rendered text. */
export function foundPath(text: RenderedText, rendered: Document, { line, field }: FoundAt): Path {
  const steps = field === null ? [] : pathIn(field, rendered.value);
  if (field !== null && line <= (text.lineOfPath(rendered, steps) ?? line)) return steps;
  // A finding about a field may be at a value below it.
  const path = text.pathAt(rendered, line);
  return steps.every((step, depth) => step === path[depth]) ? path : steps;
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
