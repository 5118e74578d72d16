import type { Expr } from '../../cel/ast.ts';
import type { CheckedAst } from '../../cel/check/checked-ast.ts';
import { functionOf } from '../../cel/expression-tree.ts';
import type { RelatedSpan } from '../../rule/location.ts';
import type { Resource } from '../../rule/resource.ts';
import { textRangeOf } from '../cel/text-ranges.ts';
import { type FittingLimit, fittingLimits, type Limit, type Wish } from './cost-bounds.ts';
import type { ExpressionCost } from './rule-costs.ts';
import { ruleLocation } from './rules.ts';
import { schemaLocation } from './schemas.ts';

/** What to do about a cost, and the places where to do it. */
export interface CostAdvice {
  readonly advice: string;
  readonly related: readonly RelatedSpan[];
  /** The limits that are proposed. */
  readonly limits: readonly Limit[];
}

/** As many limits are told one by one. */
const MOST_TOLD = 4;

/** How to get the cost of expressions down to what is wished; `fits` is what they do then. */
export function costAdvice(
  resource: Resource,
  expressions: readonly ExpressionCost[],
  wish: Wish & { readonly fits: string },
): CostAdvice {
  const limits = fittingLimits(expressions, wish);
  const [first] = expressions;
  if (limits === undefined && first !== undefined) return unboundedAdvice(resource, first);
  const told = (limits ?? []).slice(0, MOST_TOLD);
  const others = (limits ?? []).length - told.length;
  const words = told.map((limit) => `${limitWords(limit)} for ${valuePath(limit)}`);
  const list = [...words, ...(others > 0 ? [`the same for ${others} more`] : [])];
  return {
    advice: `${wish.fits} with ${joinWords(list)}, or lower`,
    related: told.map((limit) => limitLocation(resource, expressions, limit)),
    limits: limits ?? [],
  };
}

function limitWords({ keyword, current, value }: FittingLimit): string {
  return current === undefined || current === value
    ? `${keyword}: ${value}`
    : `${keyword}: ${value} instead of ${current}`;
}

function limitLocation(
  resource: Resource,
  [expression]: readonly ExpressionCost[],
  { node, below, keyword, current, value }: FittingLimit,
): RelatedSpan {
  const message = current === undefined ? `${keyword} is missing here` : `lower it to ${value}`;
  const judgement = expression?.rules.judgement;
  const member = current === undefined ? 'type' : keyword;
  const segments = [...below, member];
  const { span } =
    judgement === undefined
      ? { span: { start: 0, end: 0 } }
      : schemaLocation(resource, judgement, node, { segments, path: '' });
  return { span, message };
}

/** The way to a value of an object as people write it: `spec.hosts[*].name`. */
function valuePath({ node, below }: Pick<Limit, 'node' | 'below'>): string {
  const segments = [...node.segments, ...below];
  let path = '';
  for (let index = 0; index < segments.length; index++) {
    if (segments[index] === 'properties') {
      index++;
      path += `${path === '' ? '' : '.'}${segments[index] ?? ''}`;
    } else {
      path += '[*]';
    }
  }
  return path === '' ? 'the object' : path;
}

function joinWords(words: readonly string[]): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;
}

/** What to do where no limit helps. */
function unboundedAdvice(resource: Resource, expression: ExpressionCost): CostAdvice {
  const { perCall, terms, rules, index, name, text } = expression;
  const { unbounded } = perCall;
  if (unbounded === undefined) {
    const advice = 'no limit of the schema makes up for it: let the rule do less, or split it';
    return { advice, related: [], limits: [] };
  }
  const issue = { offset: unbounded.offset, message: '', line: 0, column: 0 };
  const { span } = ruleLocation(resource, rules, { index, name }, textRangeOf(issue, text));
  return {
    advice: `the server cannot tell how large ${unboundedWords(unbounded, terms.checked)}`,
    related: [{ span, message: 'the size of this is not known' }],
    limits: [],
  };
}

function unboundedWords(expr: Expr, checked: CheckedAst): string {
  if (expr.kind === 'select' && checked.types.get(expr.operand.id)?.kind === 'map') {
    return `.${expr.field} of a map is, but it can of ['${expr.field}']: write that`;
  }
  if (expr.kind !== 'call') return 'a value in it is, and takes it for endless';
  const name = functionOf(expr, checked);
  if (name === 'string') {
    return "the result of string() is, and takes it for endless: write '... %d ...'.format([...]) instead of joining texts by +";
  }
  const type = checked.types.get(expr.id);
  const isOwnType = type?.name.startsWith('kubernetes.') === true || type?.name.startsWith('net.');
  if (isOwnType === true) {
    return `the result of ${name}() is when it compares by !=: write !(a == b) or a method of it`;
  }
  return `the result of ${name}() is, and takes it for endless`;
}

/** A number as people read it. */
export function amountWords(amount: bigint): string {
  if (amount >= 10n ** 15n) return 'more than 10^15';
  return String(amount).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** How many times a limit a cost above it is. */
export function factorWords(cost: bigint, limit: bigint): string {
  const factor = Number(cost) / Number(limit);
  if (factor < 1.05) return 'a little more than';
  if (factor < 10) return `${factor.toFixed(1)} times`;
  if (factor < 1_000_000) return `${amountWords(BigInt(Math.trunc(factor)))} times`;
  return 'more than a million times';
}

export function percentWords(cost: bigint, limit: bigint): string {
  return `${Math.trunc((Number(cost) / Number(limit)) * 100)}%`;
}

/** How a cost comes about, behind it; nothing where it is that of one evaluation. */
export function evaluationWords({ perCall, cardinality }: ExpressionCost): string {
  if (cardinality === 1n) return '';
  return ` (${amountWords(perCall.cost)} for each of ${amountWords(cardinality)} evaluations)`;
}
