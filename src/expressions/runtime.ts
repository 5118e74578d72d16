import type { CheckedAst } from '../cel/check/checked-ast.ts';
import type { Implementation } from '../cel/evaluate/implementations.ts';
import { Program } from '../cel/evaluate/index.ts';
import type { Runtime } from '../cel/evaluate/plan.ts';
import { conversionImplementations } from '../cel/evaluate/standard/conversions.ts';
import { standardImplementations } from '../cel/evaluate/standard/functions.ts';
import { optionalImplementations } from '../cel/evaluate/standard/optionals.ts';
import { ErrorValue, OPTIONAL_TYPE, TypeValue } from '../cel/values/value.ts';
import { compileRegularExpression } from '../go/regular-expression.ts';
import type { Minor } from '../kubernetes/minors.ts';
import { serverHas } from '../kubernetes/server-changes.ts';
import { type Context, environmentOf } from './environments.ts';
import { libraryImplementations } from './functions/implementations.ts';
import { patternError } from './patterns.ts';
import type { Place } from './places.ts';

/** What one evaluation may cost. Source: `PerCallLimit` in `pkg/apis/cel/config.go` of the API server. */
export const PER_CALL_LIMIT = 1_000_000;

/**
 * What all rules and messages of a custom resource may cost together. Source: `RuntimeCELCostBudget`, as
 * before.
 */
export const RESOURCE_BUDGET = 10_000_000;

/** Makes an expression that compiles ready to be evaluated where it stands. */
export function programOf(checked: CheckedAst, context: Context): Program {
  return new Program(checked, runtimeOf(context));
}

/** What the server's functions do in an environment. */
export function runtimeOf(context: Context): Runtime {
  const { minor, place } = context;
  return {
    functions: environmentOf(context).functions,
    implementations: implementationsOf(minor, place),
    matcher: matchesPattern,
    optionalType: optionalTypeOf(minor),
    startsFoldsEagerly: !serverHas('lazy-accumulators', minor),
    optionalsHaveNoSize: !serverHas('optional-sizes-in-costs', minor),
    opaquesHaveNoPrice: !serverHas('library-values-in-costs', minor),
  };
}

/** Whether a text matches a pattern of RE2, anywhere. */
function matchesPattern(text: string, pattern: string): boolean | ErrorValue {
  const compiled = compileRegularExpression(pattern);
  if (compiled.ok) return compiled.expression.matches(text);
  return new ErrorValue(patternError(pattern) ?? compiled.refusal);
}

/** What `type(optional.none())` is. */
export function optionalTypeOf(minor: Minor): TypeValue {
  return serverHas('optional-type-name', minor) ? OPTIONAL_TYPE : OLD_OPTIONAL_TYPE;
}

const OLD_OPTIONAL_TYPE = new TypeValue('optional');

const implementations = new Map<string, ReadonlyMap<string, Implementation>>();

function implementationsOf(minor: Minor, place: Place): ReadonlyMap<string, Implementation> {
  const key = `${minor} ${place}`;
  let known = implementations.get(key);
  if (known === undefined) {
    known = new Map(
      Object.entries({
        ...standardImplementations(),
        ...conversionImplementations(),
        ...optionalImplementations(optionalTypeOf(minor)),
        ...libraryImplementations(minor, place),
      }),
    );
    implementations.set(key, known);
  }
  return known;
}
