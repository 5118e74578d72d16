import type { Issue } from '../cel/ast.ts';
import { MINORS, type Minor } from '../kubernetes/minors.ts';
import { type Compiled, compile, type Failure } from './compile.ts';
import { acceptsKeywords, type Context } from './environments.ts';
import { namedFeatures } from './feature-names.ts';

/** What an expression needs of a later minor. */
export interface Need {
  /** As one would speak of it: `isSemver()`, `net.IP`; undefined where there is no name for it. */
  readonly feature: string | undefined;
  /** The first minor that takes it here. */
  readonly since: Minor;
  /** The minor that knows it already, and takes it only in expressions that are stored. */
  readonly knownTo: Minor | undefined;
}

/**
 * Tells of which mistakes of an expression a later minor says nothing, and what it is that this minor lacks.
 * The later environments are asked, so that whatever is declared there counts.
 *
 * @param context in which the expression was compiled
 * @returns one entry for each mistake that goes away; none for what is wrong in every minor
 */
export function needsOf(
  expression: string,
  context: Context,
  failure: Failure,
): ReadonlyMap<Issue, Need> {
  const needs = new Map<Issue, Need>();
  // No minor has a syntax that the one before it lacks.
  if (failure.reason !== 'check') return needs;
  const later = MINORS.slice(MINORS.indexOf(context.minor) + 1).map((minor) => ({
    ...context,
    minor,
  }));
  const newest = later.at(-1);
  if (newest === undefined) return needs;
  const remaining = remainingIn(expression, newest);
  let open = failure.issues.filter((issue) => remaining(issue) === false);
  let before = context;
  for (const next of later) {
    if (open.length === 0) break;
    const isLeft = next === newest ? remaining : remainingIn(expression, next);
    const gone = open.filter((issue) => isLeft(issue) === false);
    open = open.filter((issue) => isLeft(issue) !== false);
    if (gone.length > 0) {
      const isKnown = isKnownTo(before, expression);
      const featureAt = namedFeatures(expression, inLater(before), inLater(next));
      for (const issue of gone) {
        const knownTo = isKnown(issue) ? before.minor : undefined;
        needs.set(issue, { feature: featureAt(issue), since: next.minor, knownTo });
      }
    }
    before = next;
  }
  return needs;
}

/** The same place as a later minor sees it. */
function inLater(context: Context): Context {
  const { self, minor, expressions = 'new' } = context;
  if (self === undefined) return context;
  return { ...context, self: self.acceptingKeywords(acceptsKeywords(minor, expressions)) };
}

/** Whether a mistake is still one in a context; undefined where that does not get as far as to tell. */
type Remaining = (issue: Issue) => boolean | undefined;

function remainingIn(expression: string, context: Context): Remaining {
  const compiled: Compiled = compile(expression, inLater(context));
  if (!compiled.ok && (compiled.reason === 'syntax' || compiled.reason === 'crash')) {
    return () => undefined;
  }
  const left = new Set(compiled.ok ? [] : compiled.issues.map(({ offset }) => offset));
  return ({ offset }) => left.has(offset);
}

/** Whether the expression would be without a mistake if it were stored already. */
function isKnownTo(context: Context, expression: string): (issue: Issue) => boolean {
  if (context.expressions === 'stored') return () => false;
  const remaining = remainingIn(expression, { ...context, expressions: 'stored' });
  return (issue) => remaining(issue) === false;
}

/** A need as the help of a message: `use isSemver() only in Kubernetes 1.34 and later`. */
export function needWords({ feature, since, knownTo }: Need): string {
  const words = `use ${feature ?? 'this'} only in Kubernetes ${since} and later`;
  return knownTo === undefined
    ? words
    : `${words}; ${knownTo} supports it only in expressions that are already stored`;
}
