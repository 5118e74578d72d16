import type { KindName } from '../../kubernetes/kinds.ts';

/**
 * A place of the admission API where a CEL expression may stand, named as the oracle names its
 * environments.
 */
export type CelPlaceName =
  | 'webhook'
  | 'vap-condition'
  | 'vap-variable'
  | 'vap'
  | 'vap-message'
  | 'vap-audit'
  | 'map-condition'
  | 'map-variable'
  | 'map'
  | 'map-jsonpatch';

/**
 * What holds for the expressions of one place, whatever object they stand in. An expression that does
 * not compile, or not to one of `results`, is FieldValueInvalid at its own path; one that compiles
 * but has a constant that cannot be computed is an InternalError there.
 */
export interface CelPlace {
  readonly name: CelPlaceName;
  /** What the expression belongs to, in a few words. */
  readonly owner: string;
  readonly kinds: readonly KindName[];
  /** Where the expressions stand; `[]` is any item of a list. */
  readonly path: string;
  /** Whether `params` is declared. `object`, `oldObject`, `request` and `namespaceObject` always are. */
  readonly params: 'never' | 'with-param-kind';
  /**
   * Whether `variables` is declared, and which of `spec.variables` are its fields: all of them, or
   * those above the expression, which is a variable itself. `all-if-any`: it is not even declared
   * where the policy has none.
   */
  readonly variables: 'never' | 'above' | 'all' | 'all-if-any';
  /** Whether `authorizer` and `authorizer.requestResource` are declared. */
  readonly authorizer: boolean;
  /** Whether the types `Object` and `JSONPatch` and the function `jsonpatch.escapeKey` are declared. */
  readonly patchTypes: boolean;
  /** The static types that may come out, as CEL writes them; `dyn` is none of them. Null where any may. */
  readonly results: readonly string[] | null;
  /**
   * Whether the server compiles the text without white space at its ends, so that lines and columns
   * count from there.
   */
  readonly trims: boolean;
  /** What the server makes of a text that is empty or blank. */
  readonly blank:
    | /** FieldValueRequired. */ 'required'
    | /** Empty is fine, white space alone is FieldValueInvalid. */ 'optional';
  /** The most bytes that the trimmed text may have; a longer one is FieldValueRequired and not compiled. */
  readonly mostBytes?: number;
  /**
   * The place whose stored expressions count in an update: a text that stands there already may use
   * every library that the server knows, not only those of new expressions. That some places look
   * at those of another one is a slip of the server.
   */
  readonly storedAs: CelPlaceName;
  /** Whether it is the trimmed text that is looked for among the stored ones, which are as written. */
  readonly trimsForStored: boolean;
}

const POLICIES = ['ValidatingAdmissionPolicy', 'MutatingAdmissionPolicy'] as const;
const [VALIDATING, MUTATING] = POLICIES;

/** Every place of the admission API where a CEL expression may stand. */
export const CEL_PLACES: Readonly<Record<CelPlaceName, CelPlace>> = {
  webhook: {
    name: 'webhook',
    owner: 'match condition',
    kinds: ['ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration'],
    path: 'webhooks[].matchConditions[].expression',
    params: 'never',
    variables: 'never',
    authorizer: true,
    patchTypes: false,
    results: ['bool'],
    trims: true,
    blank: 'required',
    storedAs: 'webhook',
    trimsForStored: true,
  },
  'vap-condition': {
    name: 'vap-condition',
    owner: 'match condition',
    kinds: [VALIDATING],
    path: 'spec.matchConditions[].expression',
    params: 'with-param-kind',
    variables: 'never',
    authorizer: true,
    patchTypes: false,
    results: ['bool'],
    trims: true,
    blank: 'required',
    storedAs: 'vap-condition',
    trimsForStored: true,
  },
  'vap-variable': {
    name: 'vap-variable',
    owner: 'variable',
    kinds: [VALIDATING],
    path: 'spec.variables[].expression',
    params: 'with-param-kind',
    variables: 'above',
    authorizer: true,
    patchTypes: false,
    results: null,
    trims: false,
    blank: 'required',
    storedAs: 'vap',
    trimsForStored: false,
  },
  vap: {
    name: 'vap',
    owner: 'validation',
    kinds: [VALIDATING],
    path: 'spec.validations[].expression',
    params: 'with-param-kind',
    variables: 'all-if-any',
    authorizer: true,
    patchTypes: false,
    results: ['bool'],
    trims: false,
    blank: 'required',
    storedAs: 'vap',
    trimsForStored: false,
  },
  'vap-message': {
    name: 'vap-message',
    owner: 'validation',
    kinds: [VALIDATING],
    path: 'spec.validations[].messageExpression',
    params: 'with-param-kind',
    variables: 'all-if-any',
    authorizer: false,
    patchTypes: false,
    results: ['string'],
    trims: false,
    blank: 'optional',
    storedAs: 'vap-message',
    trimsForStored: false,
  },
  'vap-audit': {
    name: 'vap-audit',
    owner: 'audit annotation',
    kinds: [VALIDATING],
    path: 'spec.auditAnnotations[].valueExpression',
    params: 'with-param-kind',
    variables: 'all-if-any',
    authorizer: true,
    patchTypes: false,
    results: ['string', 'null_type'],
    trims: true,
    blank: 'required',
    mostBytes: 5120,
    storedAs: 'vap-audit',
    trimsForStored: false,
  },
  'map-condition': {
    name: 'map-condition',
    owner: 'match condition',
    kinds: [MUTATING],
    path: 'spec.matchConditions[].expression',
    params: 'with-param-kind',
    variables: 'never',
    authorizer: true,
    patchTypes: false,
    results: ['bool'],
    trims: true,
    blank: 'required',
    storedAs: 'map-condition',
    trimsForStored: true,
  },
  'map-variable': {
    name: 'map-variable',
    owner: 'variable',
    kinds: [MUTATING],
    path: 'spec.variables[].expression',
    params: 'with-param-kind',
    variables: 'above',
    authorizer: true,
    patchTypes: false,
    results: null,
    trims: false,
    blank: 'required',
    // Of the stored validations: a MutatingAdmissionPolicy has none, so no text ever counts.
    storedAs: 'vap',
    trimsForStored: false,
  },
  map: {
    name: 'map',
    owner: 'mutation',
    kinds: [MUTATING],
    path: 'spec.mutations[].applyConfiguration.expression',
    params: 'with-param-kind',
    variables: 'all',
    authorizer: true,
    patchTypes: true,
    results: ['Object'],
    trims: true,
    blank: 'required',
    storedAs: 'map',
    trimsForStored: false,
  },
  'map-jsonpatch': {
    name: 'map-jsonpatch',
    owner: 'mutation',
    kinds: [MUTATING],
    path: 'spec.mutations[].jsonPatch.expression',
    params: 'with-param-kind',
    variables: 'all',
    authorizer: true,
    patchTypes: true,
    results: ['list(JSONPatch)'],
    trims: true,
    blank: 'required',
    storedAs: 'map',
    trimsForStored: false,
  },
};
