import type { Severity } from '../result/finding.ts';

/** The emphasis of the parts of a report. Each function returns its text, with or without color. */
export interface Style {
  readonly severity: Readonly<Record<Severity, (text: string) => string>>;
  /** The most important text. */
  strong(text: string): string;
  /** Formats text that can be skipped while reading: margins, rule names, locations. */
  faint(text: string): string;
  /** Names and values within a text. */
  code(text: string): string;
  /** Makes a text a link, if the output shows links. */
  link(text: string, url: string): string;
}

const asItIs = (text: string): string => text;

/** The style without colors. */
export const PLAIN: Style = {
  severity: { error: asItIs, warning: asItIs, info: asItIs },
  strong: asItIs,
  faint: asItIs,
  code: (text) => `\`${text}\``,
  link: asItIs,
};
