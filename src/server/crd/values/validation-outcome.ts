import type { Value } from '../../kubernetes/value.ts';
import type { Keyword } from '../schema-node.ts';
import type { StructuralSchema } from '../structural.ts';
import { segmentsOf, type Trail } from './trail.ts';

/** An error about a value, as the server's validation of custom resources reports it. */
export type ValueFault =
  | { readonly kind: 'type'; readonly expected: string; readonly actual: JsonType }
  | { readonly kind: 'required' }
  | { readonly kind: 'enum'; readonly values: readonly Value[] }
  | { readonly kind: 'too-long'; readonly most: number }
  | { readonly kind: 'too-many'; readonly most: number; readonly actual: number }
  /** A property of the object that `additionalProperties: false` does not allow. */
  | { readonly kind: 'forbidden'; readonly property: string }
  | { readonly kind: 'invalid'; readonly reason: string };

/** The type of a value of JSON, as the server names it in messages. */
export type JsonType = 'null' | 'boolean' | 'string' | 'integer' | 'number' | 'array' | 'object';

export interface ValueProblem {
  readonly fault: ValueFault;
  /** The path from the validated value to the error. */
  readonly segments: readonly (string | number)[];
  /** The name of the place in the server's message, such as `a.b[0]`; empty if it reports the whole value. */
  readonly name: string;
  /** The schema that the value violates, and the keyword in it. */
  readonly schema: StructuralSchema;
  readonly keyword: Keyword;
}

/** The location and the keyword that a problem is about. */
export interface ProblemPlace extends Pick<ValueProblem, 'schema' | 'keyword'> {
  readonly trail: Trail | undefined;
  /** True if the server reports the problem for the whole value that it validates, wherever the problem is. */
  readonly unnamed?: boolean;
}

/**
 * The result for a value: its errors, and how many of its parts are valid, which determines the
 * best of several branches.
 */
export class Outcome {
  problems: ValueProblem[] | undefined;
  matches = 0;

  merge(other: Outcome): void {
    this.matches += other.matches;
    if (other.problems === undefined) return;
    if (this.problems === undefined) this.problems = other.problems.slice();
    else for (const problem of other.problems) this.problems.push(problem);
  }

  add(fault: ValueFault, { trail, schema, keyword, unnamed = false }: ProblemPlace): void {
    const segments = segmentsOf(trail);
    const name = unnamed ? '' : nameOf(segments);
    this.problems ??= [];
    this.problems.push({ fault, segments, name, schema, keyword });
  }

  get isValid(): boolean {
    return this.problems === undefined;
  }
}

/** An error that the server reports as an invalid value. */
export function invalid(reason: string): ValueFault {
  return { kind: 'invalid', reason };
}

function nameOf(segments: readonly (string | number)[]): string {
  const steps = segments.map((segment) =>
    typeof segment === 'number' ? `[${segment}]` : `.${segment}`,
  );
  return steps.join('').replace(/^\./, '');
}
