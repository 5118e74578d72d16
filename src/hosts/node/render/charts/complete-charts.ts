import { join } from 'node:path';
import type { ChartTree } from '../sources/chart-tree.ts';
import { ChartCopy } from './chart-copy.ts';
import type { ContainedPrograms } from './contained-program.ts';

/** A chart that Helm can render, or the reason why there is none. */
interface CompleteChart {
  /** The absolute path of the folder. */
  readonly folder: string;
  readonly problem?: string;
}

/**
 * The charts that Helm renders. Where a chart depends on others by their paths (`repository: file://../base`) and does
 * not have them in its folder `charts`, it is a copy that has them, as `helm dependency build` makes it.
 */
export class CompleteCharts {
  readonly #charts: ChartTree;
  readonly #programs: ContainedPrograms;
  readonly #scratch: string;
  readonly #known = new Map<string, Promise<CompleteChart>>();

  /** @param scratch the path of the scratch folder */
  constructor(charts: ChartTree, programs: ContainedPrograms, scratch: string) {
    this.#charts = charts;
    this.#programs = programs;
    this.#scratch = scratch;
  }

  /**
   * Finds the chart to render for the chart of a folder. What is known of its files must allow to copy it.
   *
   * @param helm the absolute path of Helm
   */
  find(folder: string, helm: string): Promise<CompleteChart> {
    const chart = this.#known.get(folder) ?? this.#complete(folder, helm);
    this.#known.set(folder, chart);
    return chart;
  }

  async #complete(folder: string, helm: string): Promise<CompleteChart> {
    if (!this.#charts.isIncomplete(folder)) return { folder };
    const copy = join(this.#scratch, `chart-${this.#known.size}`);
    try {
      new ChartCopy(folder, copy, this.#charts, { isMarked: false });
    } catch {
      return { folder, problem: 'it cannot be copied' };
    }
    const listed = await this.#programs.run(helm, ['dependency', 'list', '--', copy]);
    const misfit = listed.kind === 'output' ? misfitIn(listed.output) : undefined;
    return misfit === undefined
      ? { folder: copy }
      : { folder, problem: `its dependency ${misfit} has another version than it asks for` };
  }
}

/**
 * The name of a chart that `helm dependency build` refuses because of its version, although `helm template` renders it.
 *
 * @param listed the lines that `helm dependency list` prints
 */
function misfitIn(listed: string): string | undefined {
  const rows = listed.split('\n').map((line) => line.split('\t').map((cell) => cell.trim()));
  return rows.find((row) => /^(?:wrong|invalid) version$/.test(row.at(-1) ?? ''))?.[0];
}
