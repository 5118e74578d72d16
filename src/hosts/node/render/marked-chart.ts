import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { entriesOf, type FolderEntry } from '../folder-entries.ts';
import { readSmallText } from '../open-file.ts';
import { withMarks } from './template-marks.ts';

/** A template above this many bytes has no marks. */
const LARGEST = 1024 * 1024;

/** The most characters of the templates of a chart with marks. */
const MOST = 32 * 1024 * 1024;

const TEMPLATE = /\.(?:ya?ml|tpl)$/;

/**
 * A copy of a chart. Its templates have marks, its other files are links, and it has no schemas of values, which tokens would not
 * fit.
 */
export class MarkedChart {
  /** The absolute paths of the templates with marks, by their numbers. */
  readonly templates: string[] = [];
  #left = MOST;

  /** @throws the file system's error */
  constructor(folder: string, target: string) {
    this.#copyChart(folder, target);
  }

  #copyChart(folder: string, target: string): void {
    this.#copy(folder, target, (entry, path, copy) => {
      if (entry.kind === 'folder' && entry.name === 'templates') this.#copyTemplates(path, copy);
      else if (entry.kind === 'folder' && entry.name === 'charts') this.#copyCharts(path, copy);
      else if (entry.name !== 'values.schema.json') symlinkSync(path, copy);
    });
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
