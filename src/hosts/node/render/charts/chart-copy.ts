import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { entriesOf, type FolderEntry } from '../../disk/folder-entries.ts';
import { readSmallText } from '../../disk/open-file.ts';
import type { ChartTree } from '../sources/chart-tree.ts';
import { HelmIgnore } from './helm-ignore.ts';
import { withMarks } from './template-marks.ts';

/** A template above this many bytes has no marks. */
const LARGEST = 1024 * 1024;

/** The most characters of the templates of a chart with marks. */
const MOST = 32 * 1024 * 1024;

const TEMPLATE = /\.(?:ya?ml|tpl)$/;

interface CopyOptions {
  /** True if the templates have marks, and there are no schemas of values, which tokens would not fit. */
  readonly isMarked: boolean;
}

/**
 * A copy of a chart, in which the folder `charts` has all charts that it depends on by their paths, without the files
 * that their `.helmignore` names. The files without marks are links.
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

  /** @param packed the rules of the chart around it that Helm packs, which then lacks what they ignore */
  #copyChart(folder: string, target: string, packed?: HelmIgnore): void {
    this.#copy(folder, target, packed, (entry, path, copy) => {
      const isFolder = entry.kind === 'folder';
      if (isFolder && entry.name === 'charts') this.#copyCharts(path, copy, packed);
      else if (this.#isMarked && isFolder && entry.name === 'templates') {
        this.#copyTemplates(path, copy, packed);
      } else if (!this.#isMarked || entry.name !== 'values.schema.json') {
        this.#link(entry, path, copy, packed);
      }
    });
    // Helm reads the names of charts from their files. Those that a chart states may not be names of folders.
    for (const [index, path] of [...this.#charts.innerOf(folder).local.values()].entries()) {
      this.#copyChart(path, join(target, 'charts', `dependency-${index}`), new HelmIgnore(path));
    }
  }

  #copyCharts(folder: string, target: string, packed: HelmIgnore | undefined): void {
    this.#copy(folder, target, packed, (entry, path, copy) => {
      if (entry.kind === 'folder') this.#copyChart(path, copy, packed);
      else symlinkSync(path, copy);
    });
  }

  #copyTemplates(folder: string, target: string, packed: HelmIgnore | undefined): void {
    this.#copy(folder, target, packed, (entry, path, copy) => {
      if (entry.kind === 'folder') {
        this.#copyTemplates(path, copy, packed);
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

  /** Makes a link to a file or folder, or a copy of a folder that may have ignored files. */
  #link(entry: FolderEntry, path: string, copy: string, packed: HelmIgnore | undefined): void {
    if (entry.kind !== 'folder' || packed === undefined) {
      symlinkSync(path, copy);
      return;
    }
    this.#copy(path, copy, packed, (inner, from, to) => this.#link(inner, from, to, packed));
  }

  #copy(
    folder: string,
    target: string,
    packed: HelmIgnore | undefined,
    copyEntry: (entry: FolderEntry, path: string, copy: string) => void,
  ): void {
    mkdirSync(target, { recursive: true });
    for (const entry of entriesOf(folder)) {
      const path = join(folder, entry.name);
      if (packed?.ignores(path, entry.kind === 'folder') === true) continue;
      copyEntry(entry, path, join(target, entry.name));
    }
  }
}
