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

/**
 * Colors that are legible on a dark and on a light background: of the sixteen that every terminal has, only red and
 * magenta contrast with both black and white. The rest is done by weight.
 */
export async function styleOf(isColored: boolean): Promise<Style> {
  if (!isColored) return PLAIN;
  const { Chalk } = await import('chalk');
  const chalk = new Chalk({ level: 1 });
  return {
    severity: { error: chalk.red.bold, warning: chalk.magenta.bold, info: chalk.bold },
    strong: chalk.bold,
    faint: chalk.dim,
    code: chalk.bold,
  };
}
