import {
  LIST_CREATION_COST,
  STRING_TRAVERSAL_FACTOR,
  STRUCT_CREATION_COST,
} from '../../cel/cost/factors.ts';
import {
  argSize,
  type CallEstimate,
  type EstimatedCall,
  type FunctionTracker,
  type OverloadCost,
} from '../../cel/cost/function-cost.ts';
import { add, scale } from '../../cel/cost/uint64.ts';
import type { Library, LibraryType, OverloadDefinition } from '../../cel/library/library.ts';
import { actualSize, traversal } from '../../cel/values/size.ts';
import { ErrorValue } from '../../cel/values/value.ts';

/** The names of the types, below `kubernetes.authorization`. */
type TypeName = 'Authorizer' | 'Decision' | 'GroupCheck' | 'PathCheck' | 'ResourceCheck';

/**
 * Authorization checks. Without a cluster their results are unknown, so that each call is an error; its cost is that
 * of the server.
 *
 * Source: `library/authz.go`, and for the costs `library/cost.go`, in `pkg/cel` of the API server.
 */
export function authorizerLibrary(): Library {
  return {
    name: 'kubernetes.authz',
    types: ['Authorizer', 'Decision', 'GroupCheck', 'PathCheck', 'ResourceCheck'].map(
      (name): LibraryType => ({
        name: `kubernetes.authorization.${name}`,
        equalityCost: () => 1n,
      }),
    ),
    functions: {
      allowed: {
        decision_allowed: member('Decision', [], 'bool'),
      },
      check: {
        pathcheck_check: { ...member('PathCheck', ['string'], 'Decision'), cost: CHECK_COST },
        resourcecheck_check: {
          ...member('ResourceCheck', ['string'], 'Decision'),
          cost: CHECK_COST,
        },
      },
      error: {
        decision_error: member('Decision', [], 'string'),
      },
      errored: {
        decision_errored: member('Decision', [], 'bool'),
      },
      group: {
        authorizer_group: member('Authorizer', ['string'], 'GroupCheck'),
      },
      name: {
        resourcecheck_name: member('ResourceCheck', ['string'], 'ResourceCheck'),
      },
      namespace: {
        resourcecheck_namespace: member('ResourceCheck', ['string'], 'ResourceCheck'),
      },
      path: {
        authorizer_path: member('Authorizer', ['string'], 'PathCheck'),
      },
      reason: {
        decision_reason: member('Decision', [], 'string'),
      },
      resource: {
        groupcheck_resource: member('GroupCheck', ['string'], 'ResourceCheck'),
      },
      serviceAccount: {
        authorizer_serviceaccount: member('Authorizer', ['string', 'string'], 'Authorizer'),
      },
      subresource: {
        resourcecheck_subresource: member('ResourceCheck', ['string'], 'ResourceCheck'),
      },
    },
  };
}

/** Selectors in authorization checks. Source: as for {@link authorizerLibrary}. */
export function authorizerSelectorsLibrary(): Library {
  return {
    name: 'kubernetes.authzSelectors',
    functions: {
      fieldSelector: {
        authorizer_fieldselector: {
          ...member('ResourceCheck', ['string'], 'ResourceCheck'),
          cost: SELECTOR_COST,
        },
      },
      labelSelector: {
        authorizer_labelselector: {
          ...member('ResourceCheck', ['string'], 'ResourceCheck'),
          cost: SELECTOR_COST,
        },
      },
    },
  };
}

function member(
  target: TypeName,
  params: readonly 'string'[],
  result: TypeName | 'bool' | 'string',
): OverloadDefinition {
  const resultType =
    result === 'bool' || result === 'string' ? result : `kubernetes.authorization.${result}`;
  return {
    signature: `kubernetes.authorization.${target}.(${params.join(', ')}) -> ${resultType}`,
    binding: { call: () => UNKNOWN_AUTHORIZATION, skipsTypeGuard: true },
  };
}

const UNKNOWN_AUTHORIZATION = new ErrorValue(
  'what the authorizer allows is not known without a cluster',
);

/** An expression can afford two authorization checks. */
const AUTHORIZATION_COST = 350_000;

const CHECK_COST: OverloadCost = {
  definedBy: 'api-server',
  estimate: () => ({ cost: BigInt(AUTHORIZATION_COST) }),
  track: () => AUTHORIZATION_COST,
};

/** The shortest requirement of a selector has two characters. */
const REQUIREMENTS_PER_CHARACTER = 0.5;

/** A selector is parsed into a list, which has a struct with a list for each requirement. */
const SELECTOR_COST: OverloadCost = {
  definedBy: 'api-server',
  estimate: estimateSelector,
  track: trackSelector,
};

function estimateSelector(call: EstimatedCall): CallEstimate {
  const { max } = argSize(call, 0);
  const requirements = scale(max, REQUIREMENTS_PER_CHARACTER);
  const parsed = scale(requirements, LIST_CREATION_COST + STRUCT_CREATION_COST);
  const traversed = scale(max, STRING_TRAVERSAL_FACTOR);
  return { cost: add(add(BigInt(LIST_CREATION_COST), traversed), parsed) };
}

function trackSelector([, selector = null]: Parameters<FunctionTracker>[0]): number {
  const size = actualSize(selector);
  const requirements = Math.ceil(size * REQUIREMENTS_PER_CHARACTER);
  const parsed = requirements * (LIST_CREATION_COST + STRUCT_CREATION_COST);
  return LIST_CREATION_COST + traversal(size) + parsed;
}
