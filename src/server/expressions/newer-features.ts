import type { Issue } from '../../cel/ast.ts';
import { MINORS, type Minor } from '../kubernetes/minors.ts';
import { type CompileFailure, compile } from './compile.ts';
import { acceptsKeywords, type Context } from './environments.ts';
import { namedFeatures } from './feature-names.ts';

/** A feature that an expression uses and that only a later minor has. */
interface NewerFeature {
  /** Its name: `isSemver()`, `net.IP`; undefined if it has none. */
  readonly name: string | undefined;
  /** The first minor in which the expression can use it. */
  readonly since: Minor;
  /** The minor that has it already, but only for stored expressions. */
  readonly storedOnlyIn: Minor | undefined;
}

/**
 * Finds the errors of an expression that are not errors in a later minor, by compiling it for the later minors.
 *
 * @param context the context in which the expression was compiled
 * @returns the feature that each such error is about. Errors of all minors are not included.
 */
export function newerFeatures(
  expression: string,
  context: Context,
  failure: CompileFailure,
): ReadonlyMap<Issue, NewerFeature> {
  const features = new Map<Issue, NewerFeature>();
  // The syntax is the same in all minors.
  if (failure.reason !== 'check') return features;
  const later = MINORS.slice(MINORS.indexOf(context.minor) + 1).map((minor) => ({
    ...context,
    minor,
  }));
  const newest = later.at(-1);
  if (newest === undefined) return features;
  const isInNewest = issuesIn(expression, newest);
  let open = failure.issues.filter((issue) => isInNewest(issue) === false);
  let before = context;
  for (const next of later) {
    if (open.length === 0) break;
    const isInNext = next === newest ? isInNewest : issuesIn(expression, next);
    const resolved = open.filter((issue) => isInNext(issue) === false);
    open = open.filter((issue) => isInNext(issue) !== false);
    if (resolved.length > 0) {
      const isResolvedIfStored = storedResolution(expression, before);
      const nameAt = namedFeatures(expression, withKeywords(before), withKeywords(next));
      for (const issue of resolved) {
        const storedOnlyIn = isResolvedIfStored(issue) ? before.minor : undefined;
        features.set(issue, { name: nameAt(issue), since: next.minor, storedOnlyIn });
      }
    }
    before = next;
  }
  return features;
}

/** A context whose `self` accepts keywords as names of fields if its minor does. */
function withKeywords(context: Context): Context {
  const { self, minor, expressions = 'new' } = context;
  if (self === undefined) return context;
  return { ...context, self: self.acceptingKeywords(acceptsKeywords(minor, expressions)) };
}

/** Reports whether an error occurs in a context too. Returns undefined if the context does not check types. */
type Occurrence = (issue: Issue) => boolean | undefined;

function issuesIn(expression: string, context: Context): Occurrence {
  const compiled = compile(expression, withKeywords(context));
  if (!compiled.ok && (compiled.reason === 'syntax' || compiled.reason === 'crash')) {
    return () => undefined;
  }
  const offsets = new Set(compiled.ok ? [] : compiled.issues.map(({ offset }) => offset));
  return ({ offset }) => offsets.has(offset);
}

/** Returns a function that reports whether an error would not occur if the expression were stored already. */
function storedResolution(expression: string, context: Context): (issue: Issue) => boolean {
  if (context.expressions === 'stored') return () => false;
  const isInStored = issuesIn(expression, { ...context, expressions: 'stored' });
  return (issue) => isInStored(issue) === false;
}

/** A feature as the help of a message: `use isSemver() only in Kubernetes 1.34 and later`. */
export function describeFeature({ name, since, storedOnlyIn }: NewerFeature): string {
  const requirement = `use ${name ?? 'this'} only in Kubernetes ${since} and later`;
  return storedOnlyIn === undefined
    ? requirement
    : `${requirement}; ${storedOnlyIn} supports it only in expressions that are already stored`;
}
