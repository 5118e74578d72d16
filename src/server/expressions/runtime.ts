import type { CheckedAst } from '../../cel/check/checked-ast.ts';
import { Program } from '../../cel/evaluate/index.ts';
import type { Runtime } from '../../cel/evaluate/plan.ts';
import { serverHas } from '../kubernetes/server-changes.ts';
import { ENVIRONMENTS } from './environment-table.ts';
import { type Context, environmentOf } from './environments.ts';
import { optionalTypeOf } from './libraries/versioned-libraries.ts';
import { findPatchStruct } from './values/patch-values.ts';

/** The highest cost of one evaluation. Source: `PerCallLimit` in `pkg/apis/cel/config.go` of the API server. */
export const PER_CALL_LIMIT = 1_000_000;

/**
 * The highest cost of the evaluation of all validation rules and messages of a custom resource together. Source:
 * `RuntimeCELCostBudget` in the same file.
 */
export const RESOURCE_BUDGET = 10_000_000;

/** Makes a program from a checked expression; `context` is that in which it was compiled. */
export function programOf(checked: CheckedAst, context: Context): Program {
  return new Program(checked, runtimeOf(context));
}

/** The settings with which the server evaluates the expressions of an environment. */
export function runtimeOf(context: Context): Runtime {
  const { minor, environment } = context;
  // Until 1.31, the API server's costs of functions count in CRDs only.
  const countsAll =
    serverHas('strict-policy-costs', minor) ||
    environment === 'crd' ||
    environment === 'crd-message';
  return {
    functions: environmentOf(context).functions,
    optionalType: optionalTypeOf(minor),
    callCosts: countsAll ? 'all' : 'cel-go',
    initializesEagerly: !serverHas('lazy-accumulators', minor),
    optionalsLoseTypes: !serverHas('typed-values-of-optionals', minor),
    alternativesAcceptAnyValue: !serverHas('alternatives-of-optionals-only', minor),
    optionalsHaveNoSize: !serverHas('optional-sizes-in-costs', minor),
    opaquesCostTheirSize: !serverHas('library-values-in-costs', minor),
    ...(ENVIRONMENTS[environment].patches && { findStruct: findPatchStruct }),
  };
}
