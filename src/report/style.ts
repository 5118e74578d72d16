import type { Severity } from '../result/finding.ts';

/** How the parts of a report are set off from each other. Each returns its text, coloured or as it is. */
export interface Style {
  readonly severity: Readonly<Record<Severity, (text: string) => string>>;
  /** What is to be read first. */
  strong(text: string): string;
  /** What can be read past: gutters, rule names, places. */
  faint(text: string): string;
}

const asItIs = (text: string): string => text;

/** No colours. */
export const PLAIN: Style = {
  severity: { error: asItIs, warning: asItIs, info: asItIs },
  strong: asItIs,
  faint: asItIs,
};
