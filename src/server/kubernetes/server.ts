import { type FeatureGates, isGateEnabled } from './feature-gates.ts';
import type { Minor } from './minors.ts';
import type { PodSecurity } from './pod-security.ts';
import type { RuntimeConfig } from './runtime-config.ts';

/** An API server: its minor, and the settings of its flags. */
export interface Server {
  readonly minor: Minor;
  readonly runtimeConfig: RuntimeConfig;
  readonly featureGates: FeatureGates;
  /** True if the server loads the objects from its `staticManifestsDir`. Otherwise a client creates them. */
  readonly loadsStaticManifests?: boolean;
  /** The configuration of its admission plugin PodSecurity; undefined for the default one. */
  readonly podSecurity?: PodSecurity;
  /** Its `--service-node-port-range`; undefined for the default one. */
  readonly nodePorts?: PortRange;
}

/** A range of ports, both ends included. */
export interface PortRange {
  readonly first: number;
  readonly last: number;
}

/** The default of `--service-node-port-range`. */
export const DEFAULT_NODE_PORTS: PortRange = { first: 30_000, last: 32_767 };

const NO_FLAGS: ReadonlyMap<string, boolean> = new Map();

/** A server with default flags. */
export function defaultServer(minor: Minor): Server {
  return { minor, runtimeConfig: NO_FLAGS, featureGates: NO_FLAGS };
}

/** A server, or the one with default flags of a minor. */
export type ServerOrMinor = Server | Minor;

/** The server for a minor with default flags, or the given server. */
export function serverOf(on: ServerOrMinor): Server {
  return typeof on === 'string' ? defaultServer(on) : on;
}

/** Reports whether a server has a feature gate that is enabled, or one that is disabled. */
export function hasGate({ minor, featureGates }: Server, name: string, enabled: boolean): boolean {
  return isGateEnabled(name, featureGates, minor) === enabled;
}

/**
 * Reports whether an update of a custom resource may keep invalid values that do not change. Without flags, all
 * supported minors allow this.
 */
export function ratchetsCustomResources(server: Server): boolean {
  return server.featureGates.size === 0 || hasGate(server, 'CRDValidationRatcheting', true);
}
