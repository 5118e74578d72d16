import { PLAIN, type Style } from '../../report/style.ts';
import type { Host, Output } from './host.ts';

/**
 * Settles whether an output is colored: an option decides, then FORCE_COLOR, then NO_COLOR
 * (https://no-color.org), then whether it is a terminal that can.
 *
 * @param option of the command line; undefined if neither is given
 */
export function isColored(output: Output, env: Host['env'], option: boolean | undefined): boolean {
  if (option !== undefined) return option;
  const { FORCE_COLOR, NO_COLOR, TERM } = env;
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false;
  return output.isTTY === true && TERM !== 'dumb';
}

/** The programs that name themselves in TERM_PROGRAM, and show links. */
const PROGRAMS_WITH_LINKS = new Set(['iTerm.app', 'WezTerm', 'vscode', 'ghostty', 'Hyper']);
/** The values of TERM for terminals that show links. */
const TERMINALS_WITH_LINKS = /^(?:xterm-kitty|xterm-ghostty|alacritty|foot|wezterm)/;
/** The first version of the library of GNOME's terminals that shows links: 0.50. */
const VTE_WITH_LINKS = 5000;

/**
 * Reports whether an output shows links. No terminal can be asked, so the ones that do are known by their variables.
 * `FORCE_HYPERLINK` decides where it is set.
 *
 * Source: https://github.com/Alhadis/OSC8-Adoption
 */
export function hasLinks(output: Output, { env }: Pick<Host, 'env'>): boolean {
  const { FORCE_HYPERLINK: forced, TERM_PROGRAM = '', TERM = '', VTE_VERSION = '0' } = env;
  if (forced !== undefined && forced !== '') return forced !== '0';
  if (output.isTTY !== true || TERM === 'dumb' || env.CI !== undefined) return false;
  return (
    PROGRAMS_WITH_LINKS.has(TERM_PROGRAM) ||
    TERMINALS_WITH_LINKS.test(TERM) ||
    Number(VTE_VERSION) >= VTE_WITH_LINKS ||
    env.WT_SESSION !== undefined ||
    env.KONSOLE_VERSION !== undefined
  );
}

/** A link of a terminal (OSC 8). */
export function terminalLink(text: string, url: string): string {
  return `\u001b]8;;${url}\u001b\\${text}\u001b]8;;\u001b\\`;
}

/**
 * The style of the text that a command writes to standard output.
 *
 * @param color the option of the command line
 */
export function outputStyle({ stdout, env }: Host, color: boolean | undefined): Promise<Style> {
  return styleOf(isColored(stdout, env, color));
}

/** The colors of errors and warnings are those of compilers. The rest is done by weight. */
export async function styleOf(isColored: boolean): Promise<Style> {
  if (!isColored) return PLAIN;
  const { Chalk } = await import('chalk');
  const chalk = new Chalk({ level: 1 });
  return {
    severity: { error: chalk.red.bold, warning: chalk.yellow.bold, info: chalk.bold },
    strong: chalk.bold,
    faint: chalk.dim,
    code: chalk.bold,
    link: PLAIN.link,
  };
}
