/** An environment of validation rules, named as the oracle names it. */
type ValidationRuleEnvironmentName =
  /** `x-kubernetes-validations[].rule` of a CustomResourceDefinition. */
  | 'crd'
  /** The `messageExpression` of a rule. */
  | 'crd-message';

/** An environment of the admission API, named as the oracle names it. */
export type AdmissionEnvironmentName =
  /** The match conditions of webhooks. */
  | 'webhook'
  /** The fields of a ValidatingAdmissionPolicy; `vap` is the expression of a validation. */
  | 'vap'
  | 'vap-message'
  | 'vap-audit'
  | 'vap-variable'
  | 'vap-condition'
  /** The fields of a MutatingAdmissionPolicy; `map` is an apply configuration. */
  | 'map'
  | 'map-jsonpatch'
  | 'map-variable'
  | 'map-condition';

/** The environment of the selectors of devices, in claims and classes of dynamic resource allocation. */
type DeviceEnvironmentName = 'device';

/** An environment in which the API server compiles expressions. */
export type EnvironmentName =
  | ValidationRuleEnvironmentName
  | AdmissionEnvironmentName
  | DeviceEnvironmentName;

interface EnvironmentProperties {
  /** True if `authorizer` and `authorizer.requestResource` are declared. */
  readonly authorizer: boolean;
  /** True if the types `Object` and `JSONPatch` and the function `jsonpatch.escapeKey` are declared. */
  readonly patches: boolean;
  /** True if the macro `cel.bind` is declared. */
  readonly bindings?: true;
  /** The types that the result may have, in the notation of signatures; any type where absent. */
  readonly results?: readonly string[];
}

/**
 * An environment of the admission API, with the way in which the server treats its expressions. The variables `object`,
 * `oldObject`, `request` and `namespaceObject` are always declared, and `params` if the policy has a paramKind.
 */
export interface AdmissionEnvironment extends EnvironmentProperties {
  readonly name: AdmissionEnvironmentName;
  /** The name of the object or field with the expression in messages. */
  readonly owner: string;
  /**
   * The variables of the policy that are declared: none; for a variable, the variables before it; or all of them. With
   * `all-if-any`, a policy without variables does not declare `variables` itself.
   */
  readonly variables: 'never' | 'above' | 'all' | 'all-if-any';
  /**
   * True if the server removes white space at both ends of an expression before it compiles it. Lines and columns then
   * count from the first character that remains.
   */
  readonly trims: boolean;
  /** The result of the server for an expression that is empty or blank. */
  readonly blank:
    | /** FieldValueRequired. */ 'required'
    | /** An empty one is accepted, a blank one is FieldValueInvalid. */ 'optional';
  /** The most bytes of the trimmed expression. A longer one is FieldValueRequired and is not compiled. */
  readonly maxBytes?: number;
  /**
   * The environment whose stored expressions count on an update: an expression that is stored there can use all that
   * the server has. That it is another environment for some is an error in the server.
   */
  readonly storedAs: AdmissionEnvironmentName;
  /** True if the trimmed expression is compared with the stored ones, which are not trimmed. */
  readonly trimsForStored: boolean;
}

type Environments = Readonly<
  Record<ValidationRuleEnvironmentName | DeviceEnvironmentName, EnvironmentProperties> &
    Record<AdmissionEnvironmentName, AdmissionEnvironment>
>;

const MATCH_CONDITION = {
  owner: 'match condition',
  variables: 'never',
  authorizer: true,
  patches: false,
  results: ['bool'],
  trims: true,
  blank: 'required',
  trimsForStored: true,
} as const;

const VARIABLE = {
  owner: 'variable',
  variables: 'above',
  authorizer: true,
  patches: false,
  trims: false,
  blank: 'required',
  // The server compares those of a MutatingAdmissionPolicy too with stored validations, which it does not have.
  storedAs: 'vap',
  trimsForStored: false,
} as const;

/** The environments of all expressions in the Kubernetes API. */
export const ENVIRONMENTS: Environments = {
  crd: { authorizer: false, patches: false, results: ['bool'] },
  'crd-message': { authorizer: false, patches: false, results: ['string'] },
  device: { authorizer: false, patches: false, bindings: true, results: ['bool', 'any'] },
  webhook: { ...MATCH_CONDITION, name: 'webhook', storedAs: 'webhook' },
  'vap-condition': { ...MATCH_CONDITION, name: 'vap-condition', storedAs: 'vap-condition' },
  'vap-variable': { ...VARIABLE, name: 'vap-variable' },
  vap: {
    name: 'vap',
    owner: 'validation',
    variables: 'all-if-any',
    authorizer: true,
    patches: false,
    results: ['bool'],
    trims: false,
    blank: 'required',
    storedAs: 'vap',
    trimsForStored: false,
  },
  'vap-message': {
    name: 'vap-message',
    owner: 'validation',
    variables: 'all-if-any',
    authorizer: false,
    patches: false,
    results: ['string'],
    trims: false,
    blank: 'optional',
    storedAs: 'vap-message',
    trimsForStored: false,
  },
  'vap-audit': {
    name: 'vap-audit',
    owner: 'audit annotation',
    variables: 'all-if-any',
    authorizer: true,
    patches: false,
    results: ['string', 'null_type'],
    trims: true,
    blank: 'required',
    maxBytes: 5120,
    storedAs: 'vap-audit',
    trimsForStored: false,
  },
  'map-condition': { ...MATCH_CONDITION, name: 'map-condition', storedAs: 'map-condition' },
  'map-variable': { ...VARIABLE, name: 'map-variable' },
  map: {
    name: 'map',
    owner: 'mutation',
    variables: 'all',
    authorizer: true,
    patches: true,
    results: ['Object'],
    trims: true,
    blank: 'required',
    storedAs: 'map',
    trimsForStored: false,
  },
  'map-jsonpatch': {
    name: 'map-jsonpatch',
    owner: 'mutation',
    variables: 'all',
    authorizer: true,
    patches: true,
    results: ['list(JSONPatch)'],
    trims: true,
    blank: 'required',
    storedAs: 'map',
    trimsForStored: false,
  },
};
