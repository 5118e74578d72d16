import { templateLine } from '../../../../sources/project/template-line.ts';
import type { Document, Path } from '../../../../yaml/index.ts';
import type { Build } from '../sources/builds.ts';
import type { Reach } from '../sources/reach.ts';
import type { StatedObject } from '../sources/stated-objects.ts';
import {
  OriginFile,
  type OriginFiles,
  type RenderedDocument,
  type RenderedPlace,
} from './origin-files.ts';

/** A text that a build has printed. */
export interface RenderedBuild {
  readonly build: Build;
  readonly reach: Reach;
  /** The root of the repository, which all files of the build are in. */
  readonly root: string;
  /** The folder that the origins of kustomize start from. */
  readonly from: string;
  readonly text: string;
  /** Undefined if the text is not of a chart, or the chart has not been rendered again. */
  readonly trace?: ChartTrace;
}

/** The lines and values that render a text, which are known because the chart was rendered again. */
export interface ChartTrace {
  /**
   * The absolute path of a template, and the line in it, that renders a line of the text; undefined if it is not known.
   */
  lineOf(line: number): { readonly template: string; readonly line: number } | undefined;
  /** The path of the value that renders the scalar at a path of a document; undefined if it is not known. */
  valuePathOf(document: number, steps: Path): Path | undefined;
}

/** The way from what a program has rendered back to its files. Each program has one. */
export interface BuildOrigin {
  /** The absolute path of the file that the program names as the origin of a document. */
  pathOf(renderedFrom: string): string;
  /**
   * The place of a field.
   *
   * @param path the absolute path of the file that its document comes from
   */
  placeOf(path: string, file: OriginFile, field: RenderedField): RenderedPlace;
  /** The place that names what a document comes from, if its file cannot be read. */
  placeOfUnread?(document: RenderedDocument): RenderedPlace | undefined;
}

export interface RenderedField {
  readonly rendered: Document | undefined;
  /** The path of the field in the rendered document. */
  readonly steps: Path;
  /** The line of the rendered text, from 1. */
  readonly line: number;
  readonly document: RenderedDocument;
  /** True if the key of the field is meant, and not its value. */
  readonly isKey: boolean;
}

/** The rendered text of a build, and the files that it may come from. */
export interface OriginContext extends RenderedBuild {
  readonly rendered: RenderedText;
  readonly files: OriginFiles;
  /** The place of the value at a path of an object that states what is rendered. */
  inObject(object: StatedObject, at: Path): RenderedPlace | undefined;
}

/** The most characters that are compared to find the lines of a text in its files. It takes two seconds or so. */
const MOST_COMPARED = 128 * 1024 * 1024;

/** A text that a program has printed. */
export class RenderedText extends OriginFile {
  readonly #lines: readonly string[];
  #left = MOST_COMPARED;

  constructor(text: string) {
    super(text);
    this.#lines = text.split('\n');
  }

  /**
   * The line of a template or base that a line of a document comes from. Undefined if there is none, or if too much was
   * compared for other lines.
   *
   * @param line the line of this text, from 1
   * @param mayBePart true if the template may have only some lines of the document
   */
  lineIn(
    template: string,
    { line: first }: RenderedDocument,
    line: number,
    mayBePart = false,
  ): number | undefined {
    this.#left -= template.length;
    if (this.#left < 0) return undefined;
    const rendered = this.#lines.slice(first - 1, line);
    return templateLine(template, rendered, line - first, mayBePart);
  }
}
