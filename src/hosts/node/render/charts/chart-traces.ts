import { basename, join } from 'node:path';
import { indexBy } from '../../../../base/index-by.ts';
import type { Finding } from '../../../../result/finding.ts';
import type { Report } from '../../../../result/report.ts';
import type { Minor } from '../../../../server/kubernetes/minors.ts';
import {
  firstValueIn,
  type Mapping,
  mappingFrom,
  type Path,
  valueAt,
} from '../../../../yaml/index.ts';
import { mergePatch } from '../../../../yaml/merge-patch.ts';
import { readSmallText } from '../../disk/open-file.ts';
import { type TemporaryFolder, useTemporaryFolder } from '../../disk/temporary-folder.ts';
import { type ChartTrace, type RenderedBuild, RenderedText } from '../origins/build-origin.ts';
import { foundPath } from '../origins/rendered-origin.ts';
import type { Build } from '../sources/builds.ts';
import { ChartTree } from '../sources/chart-tree.ts';
import { isTooDeep } from '../sources/nesting.ts';
import { ChartCopy } from './chart-copy.ts';
import { ContainedPrograms } from './contained-program.ts';
import { HelmCommand } from './helm-command.ts';
import { linesByMarks, type MarkedLine } from './template-marks.ts';
import { printedByGo, type SearchedValue, ValueTokens } from './value-tokens.ts';

/** The longest time in which charts are rendered again, in milliseconds. */
const LONGEST = 3 * 60_000;

/** The most characters of all texts that are rendered again. */
const MOST_TRACED = 32 * 1024 * 1024;

/** A values file above this many bytes is not searched. */
const LARGEST_VALUES = 4 * 1024 * 1024;

/**
 * Renders the charts with findings again: with marks in their templates, and with tokens in the place of values. So
 * each finding leads to the line that renders it, and to the value that it is about.
 *
 * @param minor the minor of Kubernetes for which charts are rendered
 * @returns the builds, those with findings with their traces
 */
export async function tracedBuilds(
  report: Report,
  builds: ReadonlyMap<string, RenderedBuild>,
  minor: Minor,
): Promise<ReadonlyMap<string, RenderedBuild>> {
  const findings = indexBy(report.findings, ({ file }) => [file]);
  const found = [...builds].filter(
    ([name, { build }]) => build.kind === 'chart' && findings.has(name),
  );
  if (found.length === 0) return builds;
  return useTemporaryFolder(async (scratch) => {
    const tracer = new Tracer(scratch, minor);
    const traced = new Map(builds);
    for (const [name, rendered] of found) {
      const trace = await tracer.traceOf(rendered, findings.get(name) ?? []);
      if (trace !== undefined) traced.set(name, { ...rendered, trace });
    }
    return traced;
  });
}

class Tracer {
  readonly #scratch: TemporaryFolder;
  readonly #helm: HelmCommand;
  readonly #end = Date.now() + LONGEST;
  readonly #programs = new Map<string, ContainedPrograms>();
  readonly #charts = new ChartTree();
  #count = 0;
  #left = MOST_TRACED;

  constructor(scratch: TemporaryFolder, minor: Minor) {
    this.#scratch = scratch;
    this.#helm = new HelmCommand(scratch.path, minor);
  }

  async traceOf(
    rendered: RenderedBuild,
    findings: readonly Finding[],
  ): Promise<ChartTrace | undefined> {
    this.#left -= rendered.text.length;
    if (this.#left < 0) return undefined;
    const copy = join(this.#scratch.path, `${this.#count++}`, basename(rendered.build.folder));
    const chart = copyOf(rendered.build.folder, copy, this.#charts);
    if (chart === undefined) return undefined;
    const marked = await this.#render(rendered, copy);
    const lines = marked === undefined ? undefined : linesByMarks(rendered.text, marked);
    if (lines === undefined) return undefined;
    const tokens = new ValueTokens(
      valuesOf(rendered.build, this.#charts),
      searchedIn(rendered, findings),
    );
    const documents = await this.#documentsWith(tokens, rendered, copy);
    return new RenderedTrace(chart, lines, tokens, documents);
  }

  /** The documents that a chart renders with the first tokens for which its templates do not fail. */
  async #documentsWith(
    tokens: ValueTokens,
    rendered: RenderedBuild,
    copy: string,
  ): Promise<RenderedText['documents']> {
    for (const values of tokens.replaced()) {
      const text = await this.#render(rendered, copy, values);
      const documents = documentsOf(text, rendered.text);
      if (documents.length > 0) return documents;
    }
    return [];
  }

  async #render(
    { build, root }: RenderedBuild,
    folder: string,
    values?: Mapping,
  ): Promise<string | undefined> {
    const programs = this.#programs.get(root) ?? new ContainedPrograms(root, this.#scratch);
    this.#programs.set(root, programs);
    const helm = programs.find('helm');
    const left = this.#end - Date.now();
    if (helm === undefined || left <= 0) return undefined;
    const result = await programs.run(helm, this.#helm.argumentsFor(build, folder, values), left);
    return result.kind === 'output' ? result.output : undefined;
  }
}

/** The documents of a text that has other values than another one; none if it does not have the same documents. */
function documentsOf(text: string | undefined, other: string): RenderedText['documents'] {
  const documents = new RenderedText(text ?? '').documents;
  return documents.length === new RenderedText(other).documents.length ? documents : [];
}

/** A copy of a chart with marks; undefined if it cannot be made. */
function copyOf(folder: string, target: string, charts: ChartTree): ChartCopy | undefined {
  try {
    return new ChartCopy(folder, target, charts, { isMarked: true });
  } catch {
    return undefined;
  }
}

/** The values that findings are about. */
function searchedIn(
  rendered: RenderedBuild,
  findings: readonly Finding[],
): readonly SearchedValue[] {
  const text = new RenderedText(rendered.text);
  return findings.flatMap((finding) => {
    const document = text.documents[finding.index];
    if (document === undefined) return [];
    const steps = foundPath(text, document, finding);
    const found = valueAt(document.value, steps) ?? null;
    if (steps.length === 0 || found === null || typeof found === 'boolean') return [];
    const printed = printedByGo(found);
    return printed === undefined ? [] : [{ key: steps.at(-1), text: printed }];
  });
}

/** All values of a build, as Helm merges them. Settings have precedence over values, and are not among them. */
function valuesOf({ folder, values }: Build, charts: ChartTree): Mapping {
  let merged = ownValues(folder, charts);
  for (const one of values) {
    if (one.kind === 'file') merged = mergePatch(merged, valuesOfFile(one.path));
    else if (one.kind === 'literal') merged = mergePatch(merged, one.value);
  }
  return merged;
}

/** The values of a chart, and below their names those of the charts in it. */
function ownValues(folder: string, charts: ChartTree): Mapping {
  const { byName } = charts.innerOf(folder);
  const parts = [...byName].map(([name, inner]) => [name, ownValues(inner, charts)] as const);
  return mergePatch(Object.fromEntries(parts), valuesOfFile(join(folder, 'values.yaml')));
}

function valuesOfFile(file: string): Mapping {
  const value = mappingFrom(firstValueIn(readSmallText(file, LARGEST_VALUES) ?? ''));
  return isTooDeep(value) ? {} : value;
}

class RenderedTrace implements ChartTrace {
  readonly #chart: ChartCopy;
  readonly #lines: readonly (MarkedLine | undefined)[];
  readonly #tokens: ValueTokens;
  readonly #replaced: RenderedText['documents'];

  /** @param replaced the documents that the chart renders with the tokens */
  constructor(
    chart: ChartCopy,
    lines: readonly (MarkedLine | undefined)[],
    tokens: ValueTokens,
    replaced: RenderedText['documents'],
  ) {
    this.#chart = chart;
    this.#lines = lines;
    this.#tokens = tokens;
    this.#replaced = replaced;
  }

  lineOf(line: number): { readonly template: string; readonly line: number } | undefined {
    const found = this.#lines[line - 1];
    const template = found && this.#chart.templates[found.template];
    return found && template !== undefined ? { template, line: found.line } : undefined;
  }

  valuePathOf(document: number, steps: Path): Path | undefined {
    return this.#tokens.pathIn(valueAt(this.#replaced[document]?.value, steps));
  }
}
