import { add } from '../../cel/cost/uint64.ts';
import type { SchemaNode } from '../../server/crd/schema-node.ts';
import {
  isIntOrString,
  itemSchema,
  mapValueSchema,
  type StructuralSchema,
} from '../../server/crd/structural.ts';
import type { UsedSize } from '../../server/expressions/cost/validation-rule-cost.ts';
import { escapeProperty } from '../../server/expressions/escaping.ts';
import type { Minor } from '../../server/kubernetes/minors.ts';
import { serverHas } from '../../server/kubernetes/server-changes.ts';
import { type Bounds, costWith, type ExpressionCost } from './rule-costs.ts';

export type LimitKeyword = 'maxItems' | 'maxProperties' | 'maxLength';

/** A text, list or map whose limit affects the cost of rules. */
export interface Limit {
  readonly keyword: LimitKeyword;
  /** The limit in the schema. Undefined if it has none. */
  readonly current: number | undefined;
  /** The schema, from that of the rule or one above. */
  readonly node: SchemaNode;
  readonly below: readonly (string | number)[];
}

/** A limit with which rules would be cheap enough, together with others of the same list. */
export interface FittingLimit extends Limit {
  readonly value: number;
}

/** A limit, and the expressions whose costs it affects. */
interface Candidate extends Limit {
  /** The number of elements, or the bytes of one character. */
  readonly factor: number;
  /** The lists and maps around rules that have it. */
  readonly around: readonly SchemaNode[];
  /** The rules that read the value with the limit. */
  readonly uses: readonly { readonly expression: ExpressionCost; readonly path: string }[];
}

export interface Wish {
  /** The limit for the cost of the expressions together. */
  readonly most: bigint;
  /** True if existing limits may be lowered too. */
  readonly lowers: boolean;
}

/** The largest limit that is proposed. A larger one has no effect in practice. */
const LARGEST = 2 ** 21;
/** The smallest limit that is proposed. A smaller one would forbid the value in practice. */
const SMALLEST = 4;
/** A limit of this value is large enough in practice, so that no further limits are tried. */
const COMFORTABLE = 64;
/** If there are more limits than this, no combination of them is tried. */
const MOST_CANDIDATES = 24;

/**
 * Finds limits with which the cost of expressions is low enough. Limits that the schema lacks come first, one is better
 * than several, and several have the same value. Undefined if there are no realistic limits.
 */
export function fittingLimits(
  expressions: readonly ExpressionCost[],
  wish: Wish,
): readonly FittingLimit[] | undefined {
  const all = candidates(expressions);
  const missing = all.filter(({ current }) => current === undefined);
  const search = new Search(expressions, wish.most);
  for (const offered of wish.lowers ? [missing, all] : [missing]) {
    if (offered.length === 0 || offered.length > MOST_CANDIDATES) continue;
    const found = search.oneOf(offered) ?? search.together(offered);
    if (found !== undefined) return found;
  }
  return undefined;
}

class Search {
  readonly #expressions: readonly ExpressionCost[];
  readonly #most: bigint;

  constructor(expressions: readonly ExpressionCost[], most: bigint) {
    this.#expressions = expressions;
    this.#most = most;
  }

  /**
   * One limit that is sufficient alone. The limits of all lists around a rule are used together, because only all of
   * them have an effect.
   */
  oneOf(offered: readonly Candidate[]): readonly FittingLimit[] | undefined {
    const around = offered.filter((one) => one.around.length > 0);
    const groups = offered.filter((one) => one.around.length === 0).map((one) => [one]);
    if (around.length > 0) groups.unshift(around);
    let best: { readonly group: readonly Candidate[]; readonly value: number } | undefined;
    for (const group of groups) {
      const value = this.#largest(group);
      if (value !== undefined && value > (best?.value ?? 0)) best = { group, value };
    }
    const isEnough = best !== undefined && (best.value >= COMFORTABLE || groups.length === 1);
    return isEnough && best !== undefined ? this.#pruned(best.group, best.value) : undefined;
  }

  together(offered: readonly Candidate[]): readonly FittingLimit[] | undefined {
    const value = this.#largest(offered);
    return value === undefined ? undefined : this.#pruned(offered, value);
  }

  /** Removes the limits without an effect. The remaining ones may then be larger. */
  #pruned(group: readonly Candidate[], value: number): readonly FittingLimit[] | undefined {
    let kept = group;
    for (const candidate of group) {
      const others = kept.filter((other) => other !== candidate);
      if (others.length > 0 && this.#fits(others, value)) kept = others;
    }
    const most = kept.length === group.length ? value : (this.#largest(kept) ?? value);
    if (most < SMALLEST) return undefined;
    return kept.map((limit) => ({
      ...limit,
      value: Math.min(limit.current ?? LARGEST, round(most)),
    }));
  }

  /**
   * The largest number that is low enough as the limit of all candidates of a group. Undefined if even 1 is too large.
   */
  #largest(group: readonly Candidate[]): number | undefined {
    if (!this.#fits(group, 1)) return undefined;
    let fitting = 1;
    let tooLarge = Math.max(LARGEST, ...group.map(({ current = 0 }) => current));
    while (tooLarge - fitting > 1) {
      const middle = Math.trunc((fitting + tooLarge) / 2);
      if (this.#fits(group, middle)) fitting = middle;
      else tooLarge = middle;
    }
    return fitting;
  }

  #fits(group: readonly Candidate[], value: number): boolean {
    let sum = 0n;
    for (const expression of this.#expressions) {
      sum = add(sum, costWith(expression, boundsOf(group, value, expression)));
      if (sum > this.#most) return false;
    }
    return true;
  }
}

function boundsOf(group: readonly Candidate[], value: number, expression: ExpressionCost): Bounds {
  const around = new Map<SchemaNode, number>();
  const below = new Map<string, number>();
  for (const candidate of group) {
    const { current, factor, uses } = candidate;
    const limit = Math.min(current ?? value, value);
    for (const node of candidate.around) around.set(node, limit);
    for (const use of uses) if (use.expression === expression) below.set(use.path, limit * factor);
  }
  return { around, below };
}

/** Two digits are enough, and one that is a bit lower fits as well. */
function round(value: number): number {
  let unit = 1;
  while (value / unit >= 100) unit *= 10;
  return Math.trunc(value / unit) * unit;
}

function candidates(expressions: readonly ExpressionCost[]): readonly Candidate[] {
  const found = new Map<StructuralSchema, Candidate>();
  for (const expression of expressions) {
    for (const { node, most } of expression.terms.around) {
      const keyword = node.schema.type === 'array' ? 'maxItems' : 'maxProperties';
      const current = most === undefined ? undefined : Number(most);
      const limit = { keyword, current, node, below: [], factor: 1 } as const;
      const { around = [], uses = [] } = found.get(node.schema) ?? {};
      found.set(node.schema, { ...limit, around: [...new Set([...around, node])], uses });
    }
    for (const [path, used] of expression.perCall.used) {
      const limit = limitOf(expression, used);
      if (limit === undefined) continue;
      const { schema, ...place } = limit;
      const { around = [], uses = [] } = found.get(schema) ?? {};
      found.set(schema, { ...place, around, uses: [...uses, { expression, path }] });
    }
  }
  return [...found.values()];
}

type SchemaLimit = Omit<Candidate, 'around' | 'uses'> & { readonly schema: StructuralSchema };

/** The limit of a value that a rule uses. Undefined if no limit is possible, or none is needed. */
function limitOf(
  { rules: { node }, terms: { minor } }: ExpressionCost,
  { path }: UsedSize,
): SchemaLimit | undefined {
  let schema: StructuralSchema = node.schema;
  const below: string[] = [];
  for (const step of path) {
    const next = childAt(schema, step);
    if (next === undefined) return undefined;
    below.push(...next.segments);
    schema = next.schema;
  }
  const kind = limitKind(schema, minor);
  if (kind === undefined) return undefined;
  const { keyword, factor } = kind;
  const limit = schema[keyword];
  const current = limit === undefined ? undefined : Math.max(0, Number(limit));
  return { schema, keyword, factor, current, node, below };
}

interface Child {
  readonly schema: StructuralSchema;
  readonly segments: readonly string[];
}

function childAt(schema: StructuralSchema, step: string): Child | undefined {
  if (step === '@items') return child(itemSchema(schema), ['items']);
  if (step === '@values') return child(mapValueSchema(schema), ['additionalProperties']);
  const { properties = {} } = schema;
  const name = Object.keys(properties).find((property) => escapeProperty(property) === step);
  return name === undefined ? undefined : child(properties[name], ['properties', name]);
}

function child(schema: StructuralSchema | undefined, segments: readonly string[]) {
  return schema === undefined ? undefined : { schema, segments };
}

function limitKind(
  schema: StructuralSchema,
  minor: Minor,
): { readonly keyword: LimitKeyword; readonly factor: number } | undefined {
  if (isIntOrString(schema)) {
    return serverHas('int-or-string-max-length-in-costs', minor)
      ? { keyword: 'maxLength', factor: 4 }
      : undefined;
  }
  switch (schema.type) {
    case 'array':
      return { keyword: 'maxItems', factor: 1 };
    case 'object':
      return { keyword: 'maxProperties', factor: 1 };
    case 'string':
      return textLimit(schema);
    default:
      return undefined;
  }
}

function textLimit({ format, enum: values = [], maxLength }: StructuralSchema) {
  if (format === 'byte') return { keyword: 'maxLength', factor: 1 } as const;
  if (format === 'date' || format === 'date-time' || format === 'duration') return undefined;
  if (values.length > 0 && maxLength === undefined) return undefined;
  return { keyword: 'maxLength', factor: 4 } as const;
}
