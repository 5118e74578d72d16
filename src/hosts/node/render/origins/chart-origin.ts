import { join } from 'node:path';
import { getOrCompute } from '../../../../base/get-or-compute.ts';
import { addTo } from '../../../../base/index-by.ts';
import { onceForEach } from '../../../../base/once-for-each.ts';
import {
  type Document,
  isMapping,
  itemsAt,
  type Mapping,
  mappingIn,
  type Path,
  type Value,
  valueAt,
} from '../../../../yaml/index.ts';
import { entriesOf } from '../../disk/folder-entries.ts';
import { leadsOut } from '../../disk/leads-out.ts';
import { ChartTree } from '../sources/chart-tree.ts';
import type { ValuesSource } from '../sources/values-source.ts';
import type { BuildOrigin, OriginContext, RenderedField } from './build-origin.ts';
import { chartData } from './chart-data.ts';
import {
  depthIn,
  type OriginFile,
  type RenderedDocument,
  type RenderedPlace,
} from './origin-files.ts';
import { chartsAround, valuesPathAt } from './template-values.ts';

/** Finds the templates and values of a chart that a rendered text comes from. */
export class ChartOrigin implements BuildOrigin {
  readonly #context: OriginContext;
  readonly #charts = new ChartTree();
  readonly #includedIn = new Map<string, readonly string[]>();
  #data: readonly string[] | undefined;

  constructor(context: OriginContext) {
    this.#context = context;
  }

  /** Helm begins with the name of the chart. */
  pathOf(renderedFrom: string): string {
    const path = renderedFrom.slice(renderedFrom.indexOf('/') + 1);
    return this.#charts.fileOf(this.#context.build.folder, path);
  }

  /**
   * The line of a values file that renders a field or, if there is none, the line of the template. It may be in a file
   * of templates that the template includes.
   */
  placeOf(path: string, file: OriginFile, field: RenderedField): RenderedPlace {
    return (
      this.#inCrds(path, file, field) ??
      this.#atKey(field) ??
      this.#atToken(field) ??
      this.#atMark(field) ??
      this.#inData(file, field) ??
      this.#alike(path, file, field)
    );
  }

  /** The dependency that names a packed chart, whose files cannot be changed. */
  placeOfUnread({ renderedFrom }: RenderedDocument): RenderedPlace | undefined {
    const { build, files } = this.#context;
    const [, name] = /^[^/]+\/charts\/([^/]+)\//.exec(renderedFrom ?? '') ?? [];
    const file = join(build.folder, 'Chart.yaml');
    const [chart] = files.read(file)?.documents ?? [];
    const index = itemsAt(chart?.value, 'dependencies').findIndex(
      (one) => isMapping(one) && (one.alias ?? one.name) === name,
    );
    return chart === undefined || index < 0
      ? undefined
      : files.placeOf(file, chart, ['dependencies', index, 'name']);
  }

  /** The line of a file with CRDs, which Helm prints as it is. */
  #inCrds(
    path: string,
    file: OriginFile,
    { document, line, steps }: RenderedField,
  ): RenderedPlace | undefined {
    const like = path.includes('/crds/') ? file.documentLike(document) : undefined;
    if (like === undefined) return undefined;
    const { files } = this.#context;
    const at = file.firstLine(like) + line - document.line;
    const place = files.placeOf(path, like, steps.slice(0, depthIn(like, steps)));
    return place.line === at ? place : files.lineOf(path, at);
  }

  /** The known line of a template that has the key of a field, or the value that renders it, if the key is meant. */
  #atKey(field: RenderedField): RenderedPlace | undefined {
    const { steps, line, isKey } = field;
    const { trace, files } = this.#context;
    const found = isKey ? trace?.lineOf(line) : undefined;
    if (found === undefined) return undefined;
    const lines = files.read(found.template)?.text.split('\n').slice(0, found.line) ?? [];
    const text = lines.pop() ?? '';
    if (text.includes(`${steps.at(-1)}:`)) return files.lineOf(found.template, found.line);
    const key = /^\s*\{\{[^{}]*\}\}(?=:)/.exec(text)?.[0];
    const values = key === undefined ? undefined : valuesPathAt([...lines, key], found.line, false);
    return values && this.#inValues(field, values, values.length);
  }

  /** The place of the value that is known to render a field. */
  #atToken({ steps, document }: RenderedField): RenderedPlace | undefined {
    const found = this.#context.trace?.valuePathOf(document.index, steps);
    return found === undefined ? undefined : this.#ofValue(found);
  }

  /** The place of the innermost part of a field that a known line of a template renders. */
  #atMark(field: RenderedField): RenderedPlace | undefined {
    for (const part of this.#partsOf(field)) {
      const found = this.#context.trace?.lineOf(part.at);
      if (found !== undefined) return this.#atLine(found.template, found.line, field, part);
    }
    return undefined;
  }

  /** The rendered lines of a field: the line of its value, the line of its key, then the lines of what is around it. */
  *#partsOf({ rendered, steps, line, document }: RenderedField): Generator<RenderedPart> {
    yield { at: line, length: steps.length, isAbove: false };
    if (rendered === undefined) {
      for (let at = line - 1; at >= document.line; at--) yield { at, length: 0, isAbove: true };
    }
    for (let length = steps.length; length >= 0; length--) {
      const at = this.#context.rendered.lineOfPath(rendered, steps.slice(0, length));
      const isNew = at !== undefined && (length < steps.length || at < line);
      if (isNew) yield { at, length, isAbove: true };
    }
  }

  /** The place of a field in a file with the same object that the template reads: `.Files.Get "crds/shop.yaml"`. */
  #inData({ text }: OriginFile, { document, steps }: RenderedField): RenderedPlace | undefined {
    const { files, build } = this.#context;
    if (document.name === null || !text.includes('.Files')) return undefined;
    this.#data ??= chartData(build.folder);
    for (const path of this.#data) {
      const data = files.read(path);
      const like: Document | undefined = data?.text.includes(document.name)
        ? data.documentLike(document)
        : undefined;
      if (like !== undefined && mappingIn(like.value, 'metadata').name === document.name) {
        return files.placeOf(path, like, steps.slice(0, depthIn(like, steps)));
      }
    }
    return undefined;
  }

  /** The place of a field that a text of a template is like. */
  #alike(path: string, file: OriginFile, field: RenderedField): RenderedPlace {
    const includes = /\b(?:include|template)\s/.test(file.text);
    const templates = includes ? [path, ...this.#included(path)] : [path];
    for (const part of this.#partsOf(field)) {
      for (const template of templates) {
        const text = this.#context.files.read(template)?.text ?? '';
        const found = this.#context.rendered.lineIn(text, field.document, part.at);
        if (found !== undefined) return this.#atLine(template, found, field, part);
      }
    }
    return this.#context.files.lineOf(path, 1);
  }

  /**
   * The place of the value that a line of a template renders, or of the line.
   *
   * @param part the part of the object that the line renders
   */
  #atLine(
    template: string,
    line: number,
    field: RenderedField,
    { length, isAbove }: RenderedPart,
  ): RenderedPlace {
    const { files } = this.#context;
    const lines = (files.read(template)?.text ?? '').split('\n');
    // The line of an absent field is that of another one, whose value is not meant.
    const isAbsent =
      field.rendered !== undefined && valueAt(field.rendered.value, field.steps) === undefined;
    if (isAbsent && length === field.steps.length && KEY.test(lines[line - 1] ?? '')) {
      return files.lineOf(template, line);
    }
    const values = valuesPathAt(lines, line, isAbove);
    const placed =
      values === undefined
        ? this.#likeRendered(field, length)
        : this.#inValues(field, [...values, ...field.steps.slice(length)], values.length);
    return placed ?? files.lineOf(template, line);
  }

  /** The files of templates that the templates of a chart may include. */
  #included(template: string): readonly string[] {
    const at = template.lastIndexOf('/templates/');
    if (at < 0) return [];
    const folder = template.slice(0, at + '/templates'.length);
    return getOrCompute(this.#includedIn, folder, () =>
      entriesOf(folder).flatMap(({ name, kind }) =>
        kind === 'file' && INCLUDED.test(name) ? [join(folder, name)] : [],
      ),
    );
  }

  /**
   * The place of a value of the chart that renders a document, in the last values file that sets it.
   *
   * @param least the length of the path that a file must have
   */
  #inValues({ document }: RenderedField, path: Path, least: number): RenderedPlace | undefined {
    const { folder, values } = this.#context.build;
    const charts = chartsAround(document.renderedFrom?.replace(/^[^/]+\//, '') ?? '');
    const full = [...charts, ...path];
    const shortest = charts.length + least;
    for (const source of values.toReversed()) {
      const place = this.#inSource(source, full, shortest);
      if (place !== undefined) return place;
    }
    const own = this.#inValuesFile(join(folder, 'values.yaml'), full, shortest);
    if (own !== undefined || charts.length === 0) return own;
    const inner = charts.map((name) => `charts/${name}/`).join('');
    const file = this.#charts.fileOf(folder, `${inner}values.yaml`);
    return this.#inValuesFile(file, path, least);
  }

  /** The place of a value: in the last values that have it, or in those of the charts that its first keys name. */
  #ofValue(path: Path): RenderedPlace | undefined {
    const { build, root } = this.#context;
    for (const source of build.values.toReversed()) {
      const place = this.#inSource(source, path, path.length);
      if (place !== undefined) return place;
    }
    let { folder } = build;
    for (const [depth, name] of path.entries()) {
      const own = path.slice(depth);
      const place = this.#inValuesFile(join(folder, 'values.yaml'), own, own.length);
      if (place !== undefined) return place;
      const inner = this.#charts.innerOf(folder).byName.get(String(name));
      if (inner === undefined || leadsOut(inner, root)) return undefined;
      folder = inner;
    }
    return undefined;
  }

  /**
   * The place of the only value that is equal to that of a field, below the same keys. Templates render values of lists
   * and variables with names that do not show where they are.
   *
   * @param length the number of the steps to what a line of a template renders
   */
  #likeRendered({ rendered, steps }: RenderedField, length: number): RenderedPlace | undefined {
    const value = valueAt(rendered?.value, steps);
    const keys = steps.slice(length - 1);
    const isScalar = value !== undefined && value !== null && typeof value !== 'object';
    if (length === 0 || length === steps.length || !isScalar) return undefined;
    const { build, files, inObject } = this.#context;
    for (const source of [...build.values].reverse()) {
      if (source.kind !== 'literal') continue;
      const path = onlyPath(source.value, keys, value);
      if (path !== undefined) return inObject(source.object, [...source.at, ...path]);
    }
    const named = build.values.flatMap((one) => (one.kind === 'file' ? [one.path] : []));
    for (const file of [...named.reverse(), join(build.folder, 'values.yaml')]) {
      const [document] = files.read(file)?.documents ?? [];
      const path = document && onlyPath(document.value, keys, value);
      if (document !== undefined && path !== undefined) return files.placeOf(file, document, path);
    }
    return undefined;
  }

  #inSource(source: ValuesSource, path: Path, least: number): RenderedPlace | undefined {
    switch (source.kind) {
      case 'file':
        return this.#inValuesFile(source.path, path, least);
      case 'setting': {
        const name = source.name.split('.');
        const isSet = name.length <= path.length && name.every((key, index) => key === path[index]);
        return isSet ? this.#context.inObject(source.object, source.at) : undefined;
      }
      case 'literal': {
        let length = path.length;
        while (length > 0 && valueAt(source.value, path.slice(0, length)) === undefined) length--;
        if (length < least) return undefined;
        return this.#context.inObject(source.object, [...source.at, ...path.slice(0, length)]);
      }
    }
  }

  #inValuesFile(file: string, path: Path, least: number): RenderedPlace | undefined {
    const [document] = this.#context.files.read(file)?.documents ?? [];
    const length = document === undefined ? 0 : depthIn(document, path);
    return document !== undefined && length >= least
      ? this.#context.files.placeOf(file, document, path.slice(0, length))
      : undefined;
  }
}

/** A field, or what is around it, and the line that renders it. */
interface RenderedPart {
  readonly at: number;
  /** The number of the steps to it. */
  readonly length: number;
  /** True if the line is above the value of the field. */
  readonly isAbove: boolean;
}

/** The only path to a value that ends with certain keys; undefined if there is none, or several. */
function onlyPath(values: Value, keys: Path, value: Value): Path | undefined {
  const paths = isMapping(values) ? (scalarPaths(values).get(keys.at(-1) ?? '') ?? []) : [];
  const [found, ...others] = paths.filter(
    (path) =>
      valueAt(values, path) === value &&
      keys.every((key, at) => key === path[path.length - keys.length + at]),
  );
  return others.length === 0 ? found : undefined;
}

/** A line that begins with a key. */
const KEY = /^\s*(?:-\s+)*["'\w./-]+:/;

/** The names of files of templates that are not rendered by themselves. */
const INCLUDED = /^_|\.tpl$/;

/** The most values that are searched. Aliases can repeat them. */
const MOST_VALUES = 100_000;

/** The paths of the scalars of values, by their last keys. */
const scalarPaths = onceForEach((values: Mapping): ReadonlyMap<string | number, Path[]> => {
  const paths = new Map<string | number, Path[]>();
  const open: { readonly value: Value; readonly path: Path }[] = [{ value: values, path: [] }];
  for (const { value, path } of open) {
    const members = Array.isArray(value) ? value.entries() : Object.entries(value ?? {});
    for (const [key, member] of members) {
      const own = [...path, key];
      if (typeof member !== 'object') addTo(paths, key, own);
      else if (open.length < MOST_VALUES) open.push({ value: member, path: own });
    }
  }
  return paths;
});
