import type { Severity } from '../result/finding.ts';

/** How the parts of a report are set off from each other. Each returns its text, coloured or as it is. */
export interface Style {
  readonly severity: Readonly<Record<Severity, (text: string) => string>>;
  /** What is to be read first. */
  strong(text: string): string;
  /** What can be skipped while reading: margins, rule names, locations. */
  faint(text: string): string;
  /** Names and values within a text. */
  code(text: string): string;
}

const asItIs = (text: string): string => text;

/** No colours. */
export const PLAIN: Style = {
  severity: { error: asItIs, warning: asItIs, info: asItIs },
  strong: asItIs,
  faint: asItIs,
  code: (text) => `\`${text}\``,
};
