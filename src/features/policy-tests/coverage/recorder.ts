import { getOrCompute } from '../../../base/get-or-compute.ts';
import { expressionLocation } from '../../../lint/decide/policy-locations.ts';
import type { Range } from '../../../result/finding.ts';
import type { PolicyExpression } from '../../../server/admission/compiled-policy.ts';
import type { EvaluationObserver, Trace } from '../../../server/admission/decision.ts';
import type { ObservedPolicy, PolicyObserver } from '../../admit/policy-observer.ts';
import { type CoveragePoint, coveragePoints } from './points.ts';
import { type Outcomes, recordOutcomes } from './record-outcomes.ts';

/** The parts of a policy that its tests have evaluated. */
export interface PolicyCoverage {
  readonly file: string;
  readonly kind: string;
  readonly name: string;
  /** True if the policy has a binding in some test. Without a binding, no part of it is evaluated. */
  readonly isBound: boolean;
  /**
   * The number of outcomes that the parts of its expressions can have: true and false for a condition, one for any
   * other part.
   */
  readonly outcomes: number;
  /** The number of these outcomes that occurred in some test. */
  readonly covered: number;
  /** The missing outcomes in the order of the policy. */
  readonly missing: readonly MissingOutcome[];
}

/** An outcome that occurred in no test. */
export interface MissingOutcome extends Range {
  readonly field: string;
  /** The part of the expression. */
  readonly text: string;
  readonly never: Outcome;
}

/** An expression of a policy, and its parts that runs have evaluated. */
interface ExpressionRecord {
  readonly policy: ObservedPolicy;
  readonly expression: PolicyExpression;
  readonly points: readonly CoveragePoint[];
  readonly outcomes: Outcomes;
}

/** Records which parts of the expressions of policies are evaluated, with their results, in any number of runs. */
export class CoverageRecorder implements PolicyObserver {
  readonly #policies = new Map<string, Map<string, ExpressionRecord>>();
  /** The keys of the policies that have had bindings. */
  readonly #bound = new Set<string>();

  begin(policies: readonly ObservedPolicy[]): EvaluationObserver {
    const records = new Map<PolicyExpression, ExpressionRecord>();
    for (const policy of policies) {
      const { part, name } = policy;
      const key = JSON.stringify([part.source.file, part.resource.kind, name]);
      const known = getOrCompute(this.#policies, key, () => new Map<string, ExpressionRecord>());
      if (policy.isBound) this.#bound.add(key);
      for (const expression of policy.expressions) {
        const { field } = expression;
        const record = getOrCompute(known, field, () => ({
          policy,
          expression,
          points: coveragePoints(expression),
          outcomes: new Map(),
        }));
        records.set(expression, record);
      }
    }
    return (trace: Trace) =>
      recordOutcomes(trace, (expression) => records.get(expression)?.outcomes);
  }

  /** The coverage by policy, in the order of the runs. */
  get coverage(): readonly PolicyCoverage[] {
    return [...this.#policies].flatMap(([key, records]) => {
      const [first] = records.values();
      if (first === undefined) return [];
      const { part, name } = first.policy;
      const all = [...records.values()];
      const outcomes = sum(all, ({ points }) => sum(points, outcomesOf));
      const lost = sum(all, (record) =>
        sum(record.points, (point) => neverAt(record, point).length),
      );
      return [
        {
          file: part.source.file,
          kind: part.resource.kind,
          name,
          isBound: this.#bound.has(key),
          outcomes,
          covered: outcomes - lost,
          missing: all.flatMap(missingIn),
        },
      ];
    });
  }
}

function sum<T>(values: readonly T[], numberOf: (value: T) => number): number {
  return values.reduce((total, value) => total + numberOf(value), 0);
}

type Outcome = 'evaluated' | 'true' | 'false';

function outcomesOf({ is }: CoveragePoint): number {
  return is === 'condition' ? 2 : is === 'value' ? 1 : 0;
}

function neverAt({ outcomes }: ExpressionRecord, { id, is }: CoveragePoint): readonly Outcome[] {
  if (is === 'combination') return [];
  const had = outcomes.get(id);
  if (is === 'value') return had === undefined ? ['evaluated'] : [];
  return [
    ...(had?.wasTrue === true ? [] : (['true'] as const)),
    ...(had?.wasFalse === true ? [] : (['false'] as const)),
  ];
}

/**
 * The missing outcomes. If a part is never evaluated, the parts in it are not reported. If a part is never true, or
 * never false, the parts in it that are never so either are not reported.
 */
function missingIn(record: ExpressionRecord): readonly MissingOutcome[] {
  const missing: MissingOutcome[] = [];
  const open: { readonly to: number; readonly never: readonly Outcome[] }[] = [];
  for (const point of record.points) {
    const around = open.filter(({ to }) => to >= point.range.to);
    if (around.some(({ never }) => never.includes('evaluated'))) continue;
    const isEvaluated = record.outcomes.has(point.id);
    const never = isEvaluated ? neverAt(record, point) : (['evaluated'] as const);
    open.push({ to: point.range.to, never });
    for (const one of never) {
      if (around.some((other) => other.never.includes(one))) continue;
      missing.push(missingOutcome(record, point, one));
    }
  }
  return missing;
}

function missingOutcome(
  { policy, expression }: ExpressionRecord,
  { range }: CoveragePoint,
  never: Outcome,
): MissingOutcome {
  const { field, text } = expression;
  const { span } = expressionLocation(policy.part, field, range);
  return {
    field,
    text: text.slice(range.from, range.to),
    never,
    ...policy.part.source.lines.range(span),
  };
}
