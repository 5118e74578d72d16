import { amountWords } from '../../analysis/crd/cost-messages.ts';
import { escapeJson } from '../../report/escape.ts';
import { count } from '../../report/phrases.ts';
import type { Style } from '../../report/style.ts';
import { wrap } from '../../report/wrap.ts';
import { escapeControls } from '../../result/visible-text.ts';
import { type PlacedCost, shareOf } from './costs.ts';

/** Expressions below this share of their limit are only counted. */
const LEAST_SHARE = 0.01;
/** The columns of the share, including the space after it. */
const SHARE_COLUMNS = 8;

/**
 * The costs of expressions for people, the most expensive first: share of the limit, location, expression, the parts of
 * the cost and how to reduce it.
 *
 * @param options.all true if cheap expressions are shown too
 */
export function* costText(
  costs: readonly PlacedCost[],
  style: Style,
  width: number | undefined,
  { all }: { readonly all: boolean },
): Iterable<string> {
  const shown = costs.filter((cost) => all || shareOf(cost) >= LEAST_SHARE);
  for (const cost of shown) yield `${[...linesOf(cost, style, width)].join('\n')}\n\n`;
  const rest = costs.length - shown.length;
  const cheap = `${count(rest, 'expression')} below 1% of the limit (--all shows them)`;
  yield rest === 0 ? `${count(costs.length, 'expression')}\n` : `${cheap}\n`;
}

function* linesOf(cost: PlacedCost, style: Style, width: number | undefined): Iterable<string> {
  const { file, line, column, kind, name, owner, text, limit, driver, advice } = cost;
  const columns = width === undefined ? undefined : width - SHARE_COLUMNS;
  const block = (words: string, paint = (one: string) => one) =>
    wrap(escapeControls(words), columns, '  ').map((one) => ' '.repeat(SHARE_COLUMNS) + paint(one));
  const share = shareText(cost);
  const paint = shareOf(cost) > 1 ? style.severity.error : style.strong;
  const gap = ' '.repeat(Math.max(1, SHARE_COLUMNS - share.length));
  const [first = '', ...others] = block(`${file}:${line}:${column} ${kind}/${name}`, style.faint);
  yield `${paint(share)}${gap}${first.slice(SHARE_COLUMNS)}`;
  yield* others;
  yield* block(text.trim().replace(/\s+/g, ' '), style.strong);
  const made = driver === '' ? '' : `: ${driver}`;
  yield* block(`${owner}, ${amountWords(cost.cost)} of ${amountWords(limit)}${made}`);
  if (advice !== '') yield* block(advice);
}

/** The part of its limit that an expression can use, in percent. */
export function shareText(cost: Pick<PlacedCost, 'cost' | 'limit'>): string {
  const percent = shareOf(cost) * 100;
  if (percent > 99_999) return '>99999%';
  return percent < 1 ? '<1%' : `${Math.round(percent)}%`;
}

/** The same as JSON, for programs. */
export function costJson(costs: readonly PlacedCost[]): string {
  const expressions = costs.map(({ cost, limit, ...place }) => ({
    ...place,
    // Costs go up to 2^64.
    cost: Number(cost),
    limit: Number(limit),
    share: shareOf({ cost, limit }),
  }));
  return `${escapeJson(JSON.stringify({ version: 1, expressions }))}\n`;
}
