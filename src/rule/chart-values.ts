import type { ValuesProblem } from '../sources/chart-values/values-problem.ts';
import type { Origin } from './origin.ts';

/** The default values of a chart, and their errors by the schema of the chart. */
export interface ChartValues {
  readonly origin: Origin;
  readonly problems: readonly ValuesProblem[];
}
