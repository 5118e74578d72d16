import type { Severity } from '../result/finding.ts';

/** How the parts of a report are emphasized. Each function returns its text, with or without color. */
export interface Style {
  readonly severity: Readonly<Record<Severity, (text: string) => string>>;
  /** The most important text. */
  strong(text: string): string;
  /** What can be skipped while reading: margins, rule names, locations. */
  faint(text: string): string;
  /** Names and values within a text. */
  code(text: string): string;
}

const asItIs = (text: string): string => text;

/** No colors. */
export const PLAIN: Style = {
  severity: { error: asItIs, warning: asItIs, info: asItIs },
  strong: asItIs,
  faint: asItIs,
  code: (text) => `\`${text}\``,
};
