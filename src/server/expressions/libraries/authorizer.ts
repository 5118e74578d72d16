import {
  LIST_CREATION_COST,
  STRING_TRAVERSAL_FACTOR,
  STRUCT_CREATION_COST,
} from '../../../cel/cost/factors.ts';
import {
  argSize,
  type CallEstimate,
  type EstimatedCall,
  type FunctionTracker,
  type OverloadCost,
} from '../../../cel/cost/function-cost.ts';
import { add, scale } from '../../../cel/cost/uint64.ts';
import type { Library, LibraryType, OverloadDefinition } from '../../../cel/library/library.ts';
import { actualSize, traversal } from '../../../cel/values/size.ts';
import { ErrorValue, type Result, type Value } from '../../../cel/values/value.ts';
import {
  AuthorizerValue,
  DecisionValue,
  GroupCheckValue,
  PathCheckValue,
  ResourceCheckValue,
} from '../values/authorizer-values.ts';

/** The names of the types, below `kubernetes.authorization`. */
type TypeName = 'Authorizer' | 'Decision' | 'GroupCheck' | 'PathCheck' | 'ResourceCheck';

/**
 * Authorization checks. A check that needs a cluster is an error, as is every call on a value other than those of
 * `authorizer-values.ts`. Its cost is the cost on the server.
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
        decision_allowed: member('Decision', [], 'bool', ([self]) =>
          self instanceof DecisionValue ? self.answer.isAllowed : undefined,
        ),
      },
      check: {
        pathcheck_check: {
          ...member('PathCheck', ['string'], 'Decision', checkPath),
          cost: CHECK_COST,
        },
        resourcecheck_check: {
          ...member('ResourceCheck', ['string'], 'Decision', checkResource),
          cost: CHECK_COST,
        },
      },
      error: {
        decision_error: member('Decision', [], 'string', ([self]) =>
          self instanceof DecisionValue ? '' : undefined,
        ),
      },
      errored: {
        decision_errored: member('Decision', [], 'bool', ([self]) =>
          self instanceof DecisionValue ? false : undefined,
        ),
      },
      group: {
        authorizer_group: member('Authorizer', ['string'], 'GroupCheck', ([self, group]) =>
          self instanceof AuthorizerValue && typeof group === 'string'
            ? self.group(group)
            : undefined,
        ),
      },
      name: {
        resourcecheck_name: member('ResourceCheck', ['string'], 'ResourceCheck', withPart('name')),
      },
      namespace: {
        resourcecheck_namespace: member(
          'ResourceCheck',
          ['string'],
          'ResourceCheck',
          withPart('namespace'),
        ),
      },
      path: {
        authorizer_path: member('Authorizer', ['string'], 'PathCheck', ([self, path]) =>
          self instanceof AuthorizerValue && typeof path === 'string' ? self.path(path) : undefined,
        ),
      },
      reason: {
        decision_reason: member('Decision', [], 'string', ([self]) =>
          self instanceof DecisionValue ? self.answer.reason : undefined,
        ),
      },
      resource: {
        groupcheck_resource: member(
          'GroupCheck',
          ['string'],
          'ResourceCheck',
          ([self, resource]) =>
            self instanceof GroupCheckValue && typeof resource === 'string'
              ? self.resource(resource)
              : undefined,
        ),
      },
      serviceAccount: {
        authorizer_serviceaccount: member(
          'Authorizer',
          ['string', 'string'],
          'Authorizer',
          ([self, namespace, name]) =>
            self instanceof AuthorizerValue &&
            typeof namespace === 'string' &&
            typeof name === 'string'
              ? self.serviceAccount(namespace, name)
              : undefined,
        ),
      },
      subresource: {
        resourcecheck_subresource: member(
          'ResourceCheck',
          ['string'],
          'ResourceCheck',
          withPart('subresource'),
        ),
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
          ...member('ResourceCheck', ['string'], 'ResourceCheck', withPart('fieldSelector')),
          cost: SELECTOR_COST,
        },
      },
      labelSelector: {
        authorizer_labelselector: {
          ...member('ResourceCheck', ['string'], 'ResourceCheck', withPart('labelSelector')),
          cost: SELECTOR_COST,
        },
      },
    },
  };
}

/** Undefined if an argument is not the value of an authorizer. */
type Call = (args: readonly Value[]) => Result | undefined;

const checkPath: Call = ([self, verb]) =>
  self instanceof PathCheckValue && typeof verb === 'string' ? self.check(verb) : undefined;

const checkResource: Call = ([self, verb]) =>
  self instanceof ResourceCheckValue && typeof verb === 'string' ? self.check(verb) : undefined;

function withPart(
  part: 'name' | 'namespace' | 'subresource' | 'fieldSelector' | 'labelSelector',
): Call {
  return ([self, value]) =>
    self instanceof ResourceCheckValue && typeof value === 'string'
      ? self.with({ [part]: value })
      : undefined;
}

function member(
  target: TypeName,
  params: readonly 'string'[],
  result: TypeName | 'bool' | 'string',
  call: Call,
): OverloadDefinition {
  const resultType =
    result === 'bool' || result === 'string' ? result : `kubernetes.authorization.${result}`;
  return {
    signature: `kubernetes.authorization.${target}.(${params.join(', ')}) -> ${resultType}`,
    binding: { call: (args) => call(args) ?? UNKNOWN_AUTHORIZATION },
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
