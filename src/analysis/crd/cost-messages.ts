import type { Expr } from '../../cel/ast.ts';
import type { CheckedAst } from '../../cel/check/checked-ast.ts';
import { functionOf } from '../../cel/expression-tree.ts';
import type { FieldEdit, Fix } from '../../result/fix.ts';
import { unsafeFix } from '../../rule/fix.ts';
import type { RelatedSpan } from '../../rule/location.ts';
import type { Resource } from '../../rule/resource.ts';
import type { Path } from '../../yaml/index.ts';
import { textRangeOf } from '../cel/text-ranges.ts';
import {
  type FittingLimit,
  fittingLimits,
  type Limit,
  type LimitKeyword,
  type Wish,
} from './cost-bounds.ts';
import type { ExpressionCost } from './rule-costs.ts';
import { ruleLocation } from './rules.ts';
import { schemaLocation, schemaPaths } from './schemas.ts';

/** The advice that reduces a cost, as the help of a message, with its locations. */
export interface CostAdvice {
  readonly advice: string;
  readonly related: readonly RelatedSpan[];
  readonly limits: readonly Limit[];
  /** Sets the proposed limits. */
  readonly fix: Fix | undefined;
}

/** The largest number of limits that are named. */
const MOST_NAMED = 4;

/** Above this, a missing limit is not a realistic one, so that a lower one is proposed. */
const LARGEST_REALISTIC = 10_000;
const REALISTIC: Readonly<Record<LimitKeyword, number>> = {
  maxItems: 64,
  maxProperties: 64,
  maxLength: 253,
};

/** The advice that reduces the cost of expressions to the wished limit. */
export function costAdvice(
  resource: Resource,
  expressions: readonly ExpressionCost[],
  wish: Wish,
): CostAdvice {
  const limits = fittingLimits(expressions, wish);
  const [first] = expressions;
  if (limits === undefined && first !== undefined) {
    return unboundedAdvice(resource, first, wish);
  }
  const named = (limits ?? []).slice(0, MOST_NAMED);
  const others = (limits ?? []).length - named.length;
  const words = named.map((limit) => `${limitWords(limit)} for ${valuePath(limit)}`);
  const list = [...words, ...(others > 0 ? [`the same for ${others} more`] : [])];
  const areRealistic = named.some((limit) => !isUnrealistic(limit));
  return {
    advice: `set ${joinWords(list)}${areRealistic ? ', or lower' : ', so that the estimate does not use the size of a request'}`,
    related: named.map((limit) => limitLocation(resource, expressions, limit)),
    limits: limits ?? [],
    fix: limitsFix(resource, expressions, limits ?? []),
  };
}

/** Sets limits in all versions that share the schema. */
function limitsFix(
  { origin }: Resource,
  [expression]: readonly ExpressionCost[],
  limits: readonly FittingLimit[],
): Fix | undefined {
  if (expression === undefined || limits.length === 0) return undefined;
  const { judgement } = expression.rules;
  const edits = limits.flatMap((limit) =>
    schemaPaths(judgement, limit.node).map((path) => limitEdit([...path, ...limit.below], limit)),
  );
  return unsafeFix(origin, { title: 'set limits that fit the cost budget', edits });
}

function limitEdit(path: Path, limit: FittingLimit): FieldEdit {
  const { keyword: key, current } = limit;
  const value = isUnrealistic(limit) ? REALISTIC[key] : limit.value;
  return current === undefined
    ? { kind: 'insert', path, key, value, after: 'type' }
    : { kind: 'replace', path: [...path, key], value };
}

function limitWords(limit: FittingLimit): string {
  const { keyword, current, value } = limit;
  if (isUnrealistic(limit)) return `a realistic ${keyword}, such as ${REALISTIC[keyword]},`;
  return current === undefined || current === value
    ? `${keyword}: ${value}`
    : `${keyword}: ${value} instead of ${current}`;
}

/** Reports whether almost any limit is low enough. */
function isUnrealistic({ current, value }: FittingLimit): boolean {
  return current === undefined && value > LARGEST_REALISTIC;
}

function limitLocation(
  resource: Resource,
  [expression]: readonly ExpressionCost[],
  { node, below, keyword, current, value }: FittingLimit,
): RelatedSpan {
  const message = current === undefined ? `${keyword} is missing here` : `reduce it to ${value}`;
  const judgement = expression?.rules.judgement;
  const member = current === undefined ? 'type' : keyword;
  const segments = [...below, member];
  const { span } =
    judgement === undefined
      ? { span: { start: 0, end: 0 } }
      : schemaLocation(resource, judgement, node, { segments, path: '' });
  return { span, message };
}

/** The path to a value in an object, for a message: `spec.hosts[*].name`. */
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

/** The advice if no limit reduces the cost. */
function unboundedAdvice(
  resource: Resource,
  expression: ExpressionCost,
  { lowers }: Wish,
): CostAdvice {
  const { perCall, terms, rules, index, name, text } = expression;
  const { unbounded } = perCall;
  if (unbounded === undefined) {
    const advice = lowers
      ? 'simplify the rule, or split it: no limit in the schema reduces its cost enough'
      : 'reduce the limits of the lists, maps and strings that are used, or simplify the expression';
    return { advice, related: [], limits: [], fix: undefined };
  }
  const issue = { offset: unbounded.offset, message: '', line: 0, column: 0 };
  const { span } = ruleLocation(resource, rules, { index, name }, textRangeOf(issue, text));
  return {
    advice: unboundedValueAdvice(unbounded, terms.checked),
    related: [{ span, message: 'the API server assumes no limit for the size of this value' }],
    limits: [],
    fix: undefined,
  };
}

function unboundedValueAdvice(expr: Expr, checked: CheckedAst): string {
  if (expr.kind === 'select' && checked.types.get(expr.operand.id)?.kind === 'map') {
    return `use ['${expr.field}'] instead of .${expr.field}, for which the API server assumes no limit of its size`;
  }
  if (expr.kind !== 'call') {
    return 'change the expression: the API server assumes no limit for the size of a value in it';
  }
  const name = functionOf(expr, checked);
  if (name === 'string') {
    return "use '... %d ...'.format([...]) instead of string(), for whose result the API server assumes no limit";
  }
  const type = checked.types.get(expr.id);
  const isOwnType = type?.name.startsWith('kubernetes.') === true || type?.name.startsWith('net.');
  if (isOwnType === true) {
    return `use !(a == b) or a method instead of !=: the API server assumes no limit for the result of ${name}()`;
  }
  return `change the expression: the API server assumes no limit for the result of ${name}()`;
}

/** A number with separators, for a message. */
export function amountWords(amount: bigint): string {
  if (amount >= 10n ** 15n) return 'more than 10^15';
  return String(amount).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** The factor by which a cost exceeds a limit: `3.2 times`. */
export function factorWords(cost: bigint, limit: bigint): string {
  const factor = Number(cost) / Number(limit);
  if (factor < 1.05) return 'a little more than';
  if (factor < 10) return `${factor.toFixed(1)} times`;
  if (factor < 1_000_000) return `${amountWords(BigInt(Math.trunc(factor)))} times`;
  return 'more than a million times';
}

/** The part of a limit that a cost is. */
export function percentWords(cost: bigint, limit: bigint): string {
  return `${Math.trunc((Number(cost) / Number(limit)) * 100)}%`;
}

/** The cost and number of the evaluations, to append to a cost; empty if there is only one. */
export function evaluationWords({ perCall, cardinality }: ExpressionCost): string {
  if (cardinality === 1n) return '';
  return ` (${amountWords(perCall.cost)} for each of ${amountWords(cardinality)} evaluations)`;
}
