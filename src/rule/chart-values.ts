import type { ValueProblem } from '../server/crd/values/validation-outcome.ts';
import type { Origin } from './origin.ts';

/** The default values of a chart, and their errors by the schema of the chart. */
export interface ChartValues {
  readonly origin: Origin;
  readonly problems: readonly ValueProblem[];
}
