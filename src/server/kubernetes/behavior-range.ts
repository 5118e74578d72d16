import { holdsIn, type MinorRange } from './minors.ts';
import { hasGate, type Server } from './server.ts';

/** The state of a feature gate. */
export interface GateCondition {
  readonly name: string;
  readonly enabled: boolean;
}

/** The minors with some behaviour, without flags, and the feature gate that it depends on, if it depends on one. */
export interface BehaviorRange extends MinorRange {
  readonly gate?: GateCondition;
  readonly needsFlag?: true;
}

/** Reports whether a server has some behaviour. */
export function behavesSo(range: BehaviorRange, server: Server): boolean {
  const { gate, needsFlag } = range;
  // Most runs are without flags, and need no table of gates.
  return gate === undefined || server.featureGates.size === 0
    ? needsFlag !== true && holdsIn(range, server.minor)
    : hasGate(server, gate.name, gate.enabled);
}
