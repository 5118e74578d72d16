import { type ParseArgsConfig, parseArgs } from 'node:util';
import { MINORS, type Minor } from '../../src/server/kubernetes/minors.ts';

/**
 * Reads the arguments of a script that makes COUNT random inputs: its names without dashes, of which SEED and COUNT are
 * the last, and options.
 *
 * @param usage the script and its arguments, for the error if some are missing
 */
export function fuzzArguments<
  const Names extends string,
  const Options extends NonNullable<ParseArgsConfig['options']>,
>(usage: string, names: readonly Names[], options: Options) {
  const { positionals, values } = parseArgs({ allowPositionals: true, options });
  const named = Object.fromEntries(names.map((name, index) => [name, positionals[index]]));
  const [seed, count] = positionals.slice(names.length).map(Number);
  if (seed === undefined || count === undefined || !(seed >= 0) || !(count >= 0)) {
    throw new Error(`usage: ${usage}`);
  }
  return { ...(named as Readonly<Record<Names, string>>), seed, count, values };
}

/** The minors in the value of an option, separated by commas; all if there is none. */
export function minorsOf(option: string | undefined): readonly Minor[] {
  const asked = option?.split(',');
  return MINORS.filter((minor) => asked?.includes(minor) ?? true);
}
