import { BOOL, listOf, NULL, STRING, struct, type Type } from '../cel/types.ts';

/** A field that holds an expression. The names are those of the environments of the API server's code. */
export type Place =
  /** `x-kubernetes-validations[].rule` of a CustomResourceDefinition, and its messageExpression. */
  | 'crd'
  | 'crd-message'
  /** Of a ValidatingAdmissionPolicy: validations, with their messages, and the rest of the policy. */
  | 'vap'
  | 'vap-message'
  | 'vap-audit'
  | 'vap-variable'
  | 'vap-condition'
  /** Of a MutatingAdmissionPolicy: apply configurations, JSON patches, and the rest of the policy. */
  | 'map'
  | 'map-jsonpatch'
  | 'map-variable'
  | 'map-condition'
  /** The match conditions of webhooks. */
  | 'webhook';

/** What holds for all expressions of a place. */
export interface PlaceFacts {
  /** Whether `authorizer` and `authorizer.requestResource` are declared. */
  readonly authorizer: boolean;
  /** Whether patches are written there: with `Object`, `JSONPatch` and `jsonpatch.escapeKey`. */
  readonly patches: boolean;
  /** The types that may come out; any where absent. */
  readonly results?: readonly Type[];
}

const POLICY = { authorizer: true, patches: false };

export const PLACES: Readonly<Record<Place, PlaceFacts>> = {
  crd: { authorizer: false, patches: false, results: [BOOL] },
  'crd-message': { authorizer: false, patches: false, results: [STRING] },
  vap: { ...POLICY, results: [BOOL] },
  'vap-message': { authorizer: false, patches: false, results: [STRING] },
  'vap-audit': { ...POLICY, results: [STRING, NULL] },
  'vap-variable': POLICY,
  'vap-condition': { ...POLICY, results: [BOOL] },
  map: { authorizer: true, patches: true, results: [struct('Object')] },
  'map-jsonpatch': { authorizer: true, patches: true, results: [listOf(struct('JSONPatch'))] },
  'map-variable': POLICY,
  'map-condition': { ...POLICY, results: [BOOL] },
  webhook: { ...POLICY, results: [BOOL] },
};
