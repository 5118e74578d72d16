import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { entriesOf, type FolderEntry } from '../folder-entries.ts';
import { readSmallText } from '../open-file.ts';
import type { ChartTree } from './chart-tree.ts';
import { withMarks } from './template-marks.ts';

/** A template above this many bytes has no marks. */
const LARGEST = 1024 * 1024;

/** The most characters of the templates of a chart with marks. */
const MOST = 32 * 1024 * 1024;

const TEMPLATE = /\.(?:ya?ml|tpl)$/;

export interface CopyOptions {
  /** True if the templates have marks, and there are no schemas of values, which tokens would not fit. */
  readonly isMarked: boolean;
}

/**
 * A copy of a chart, in which the folder `charts` has all charts that it depends on by their paths. The files without
 * marks are links.
 */
export class ChartCopy {
  /** The absolute paths of the templates with marks, by their numbers. */
  readonly templates: string[] = [];
  readonly #charts: ChartTree;
  readonly #isMarked: boolean;
  #left = MOST;

  /** @throws the file system's error */
  constructor(folder: string, target: string, charts: ChartTree, { isMarked }: CopyOptions) {
    this.#charts = charts;
    this.#isMarked = isMarked;
    this.#copyChart(folder, target);
  }

  #copyChart(folder: string, target: string): void {
    this.#copy(folder, target, (entry, path, copy) => {
      const isFolder = entry.kind === 'folder';
      if (isFolder && entry.name === 'charts') this.#copyCharts(path, copy);
      else if (!this.#isMarked) symlinkSync(path, copy);
      else if (isFolder && entry.name === 'templates') this.#copyTemplates(path, copy);
      else if (entry.name !== 'values.schema.json') symlinkSync(path, copy);
    });
    // Helm reads the names of charts from their files. Those that a chart states may be no names of folders.
    for (const [index, path] of [...this.#charts.innerOf(folder).local.values()].entries()) {
      this.#copyChart(path, join(target, 'charts', `dependency-${index}`));
    }
  }

  #copyCharts(folder: string, target: string): void {
    this.#copy(folder, target, (entry, path, copy) => {
      if (entry.kind === 'folder') this.#copyChart(path, copy);
      else symlinkSync(path, copy);
    });
  }

  #copyTemplates(folder: string, target: string): void {
    this.#copy(folder, target, (entry, path, copy) => {
      if (entry.kind === 'folder') {
        this.#copyTemplates(path, copy);
        return;
      }
      const text = TEMPLATE.test(entry.name) ? readSmallText(path, LARGEST) : undefined;
      const marked = text === undefined ? undefined : withMarks(text, this.templates.length);
      this.#left -= marked?.length ?? 0;
      if (marked === undefined || this.#left < 0) {
        symlinkSync(path, copy);
        return;
      }
      writeFileSync(copy, marked);
      this.templates.push(path);
    });
  }

  #copy(
    folder: string,
    target: string,
    copyEntry: (entry: FolderEntry, path: string, copy: string) => void,
  ): void {
    mkdirSync(target, { recursive: true });
    for (const entry of entriesOf(folder)) {
      copyEntry(entry, join(folder, entry.name), join(target, entry.name));
    }
  }
}
