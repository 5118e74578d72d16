import type { PolicyDecision } from '../server/admission/decision.ts';
import type { Location, RelatedSpan } from './location.ts';

/** The decisions of admission policies about the request that creates or updates an object of the input. */
export interface DecidedRequest {
  readonly decisions: readonly LocatedDecision[];
}

export interface LocatedDecision {
  readonly decision: PolicyDecision;
  /** The field that the deciding expression reads; the object as a whole if it reads none. */
  readonly location: Location;
  /** The expression, or the policy as a whole. */
  readonly policy: readonly RelatedSpan[];
  /** The fields of the object that the decision depends on. */
  readonly dependsOn: readonly string[];
}
