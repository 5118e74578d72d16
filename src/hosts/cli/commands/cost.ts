import { costJson, costText } from '../../../features/cost/cost-text.ts';
import { expressionCosts, shareOf } from '../../../features/cost/costs.ts';
import { ArgumentParser } from '../argument-parser.ts';
import { writeOut, writePieces } from '../channel.ts';
import { outputStyle } from '../colors.ts';
import type { RunCommand } from '../command.ts';
import { EXIT } from '../exit.ts';
import { clusterSettings } from '../lint/open-input.ts';
import { namedSources } from '../named-sources.ts';

const EXAMPLES = `
Examples:
  kubeadmit cost config/crd
  kubeadmit cost policies/*.yaml --all

The server refuses a CRD if the estimated cost of a rule exceeds its limit.
The costs of policies and webhooks are limited when they are evaluated; they
are shown for lists, maps and strings with 20 elements.

Exit status: 0 all expressions are within their limits, 1 one exceeds it,
2 wrong usage, or input that cannot be read.`;

/** The command line of `kubeadmit cost`. */
export function parser() {
  return new ArgumentParser(
    'cost',
    'Prints the CEL expressions of CRDs, policies and webhooks by their cost, with the limits that reduce it.',
    'files, folders and packed charts (default: the current folder)',
  )
    .option('--all', 'print cheap expressions too')
    .choice('-f, --format <format>', 'text or json (default: text)', 'format', ['text', 'json'])
    .minor('the minor that estimates the costs')
    .commonOptions()
    .helpAfter(EXAMPLES);
}

/** Prints the CEL expressions by their cost. */
export const run: RunCommand<typeof parser> = async ({ operands, options }, host, messages) => {
  const { all = false, format, color } = options;
  const { minor } = clusterSettings(options, host, messages);
  const paths = operands.length === 0 ? ['.'] : operands;
  const sources = await namedSources(paths, host);
  const costs = expressionCosts(sources, minor);
  const { stdout } = host;
  if (format === 'json') await writeOut(stdout, costJson(costs));
  else {
    const style = await outputStyle(host, color);
    await writePieces(stdout, costText(costs, style, stdout.columns, { all }));
  }
  return costs.some((cost) => shareOf(cost) > 1) ? EXIT.findings : EXIT.clean;
};
