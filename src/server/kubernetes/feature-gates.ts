import { getOrCompute } from '../../base/get-or-compute.ts';
import { gateLines } from './feature-gates.generated.ts';
import { linesByName } from './lines-by-name.ts';
import { holdsIn, type Minor, type MinorRange } from './minors.ts';

/** The state of a feature gate in some minors. */
interface GateState {
  readonly minors: MinorRange;
  readonly stage: 'alpha' | 'beta' | 'ga' | 'deprecated';
  /** True if the feature is enabled without flags. */
  readonly enabled: boolean;
  /** True if no flag can change whether the feature is enabled. */
  readonly locked: boolean;
}

/** The settings of `--feature-gates` of an API server, by the name of the gate. It is empty for the defaults. */
export type FeatureGates = ReadonlyMap<string, boolean>;

/** The names that set all gates of a stage that are not set individually. */
const GATES_OF_STAGE: ReadonlyMap<string, GateState['stage']> = new Map([
  ['AllAlpha', 'alpha'],
  ['AllBeta', 'beta'],
]);

let lines: ReadonlyMap<string, string> | undefined;
/** The states of the gates that have been looked up. */
const states = new Map<string, readonly GateState[]>();

function linesByGate(): ReadonlyMap<string, string> {
  lines ??= linesByName(gateLines());
  return lines;
}

/** The names that `--feature-gates` accepts in some supported minor. */
export function gateNames(): readonly string[] {
  return [...linesByGate().keys()];
}

/**
 * Reports whether a feature gate is enabled in a minor. Returns undefined if the minor has no such gate.
 *
 * Source: `featureGate` in `featuregate/feature_gate.go` of component-base.
 */
export function isGateEnabled(
  name: string,
  gates: FeatureGates,
  minor: Minor,
): boolean | undefined {
  const state = statesOf(name).find(({ minors }) => holdsIn(minors, minor));
  if (state === undefined) return undefined;
  if (state.locked || gates.size === 0) return state.enabled;
  const ofStage = [...GATES_OF_STAGE].find(([, stage]) => stage === state.stage)?.[0];
  return gates.get(name) ?? gates.get(ofStage ?? '') ?? state.enabled;
}

function statesOf(name: string): readonly GateState[] {
  return getOrCompute(
    states,
    name,
    () => linesByGate().get(name)?.split(';').map(parseState) ?? [],
  );
}

/**
 * The table is generated, so a state is `SINCE UNTIL STAGE on|off|locked-on|locked-off`, with `-` for the newest minor.
 */
function parseState(text: string): GateState {
  const [since, until, stage, value] = text.split(' ');
  return {
    minors: { since, ...(until !== '-' && { until }) } as MinorRange,
    stage: stage as GateState['stage'],
    enabled: value === 'on' || value === 'locked-on',
    locked: value?.startsWith('locked') === true,
  };
}
