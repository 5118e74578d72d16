import { PLAIN, type Style } from '../report/style.ts';
import type { Host, Output } from './host.ts';

/**
 * Settles whether an output is coloured: an option decides, then FORCE_COLOR, then NO_COLOR
 * (https://no-color.org), then whether it is a terminal that can.
 *
 * @param option of the command line; undefined where neither is given
 */
export function isColoured(output: Output, env: Host['env'], option: boolean | undefined): boolean {
  if (option !== undefined) return option;
  const { FORCE_COLOR, NO_COLOR, TERM } = env;
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false;
  return output.isTTY === true && TERM !== 'dumb';
}

/**
 * The sixteen colours that every terminal has, so that the user's theme applies; what makes them is
 * only loaded where they are wanted.
 */
export async function styleOf(coloured: boolean): Promise<Style> {
  if (!coloured) return PLAIN;
  const { Chalk } = await import('chalk');
  const chalk = new Chalk({ level: 1 });
  return {
    severity: { error: chalk.red.bold, warning: chalk.yellow.bold, info: chalk.cyan.bold },
    strong: chalk.bold,
    faint: chalk.blue,
  };
}
