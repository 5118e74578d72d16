import { type FeatureGates, gateNames } from '../../server/kubernetes/feature-gates.ts';
import type { RuntimeConfig } from '../../server/kubernetes/runtime-config.ts';
import { DEFAULT_NODE_PORTS, type PortRange } from '../../server/kubernetes/server.ts';
import {
  type ClusterConfig,
  mayBeClusterTemplate,
  mayConfigureCluster,
  readClusterConfig,
} from './cluster-config.ts';

/** The flags of the API server that configurations of clusters state. */
export interface ClusterFlags {
  readonly runtimeConfig: RuntimeConfig;
  readonly featureGates: FeatureGates;
  /**
   * The range of node ports, which contains the default one and those of all clusters; undefined for the default one.
   */
  readonly nodePorts?: PortRange;
  readonly files: readonly string[];
}

/** A file that may configure clusters. */
interface NamedFile {
  readonly name: string;
  /** The absolute path, with `/`. */
  readonly path: string;
}

/**
 * The flags of the API server that the configurations of clusters among some files state.
 *
 * @param textOf returns the text of a file; undefined if it is not read
 */
export function clusterFlagsIn<File extends NamedFile>(
  files: readonly File[],
  textOf: (file: File) => string | undefined,
): ClusterFlags {
  const configs = files.flatMap((file) => {
    if (!mayConfigureCluster(file.path)) return [];
    const text = textOf(file);
    const isTemplate = mayBeClusterTemplate(file.path);
    return text === undefined ? [] : [[file.name, readClusterConfig(text, isTemplate)] as const];
  });
  return flagsOf(new Map(configs));
}

/**
 * Combines what the configurations of several clusters enable. The objects of a repository may be for any of them, so
 * what one of them disables is not used.
 *
 * @param configs the configurations by the names of their files
 */
export function flagsOf(configs: ReadonlyMap<string, ClusterConfig>): ClusterFlags {
  const all = [...configs.values()];
  const runtimeConfig = enabledIn(all.map((one) => one.runtimeConfig));
  const gates = enabledIn(all.map((one) => one.featureGates));
  const featureGates = new Map([...gates].filter(([name]) => gateNames().includes(name)));
  const states = (own: ReadonlyMap<string, boolean>, used: ReadonlyMap<string, boolean>) =>
    [...own.keys()].some((name) => used.has(name));
  const files = [...configs].flatMap(([file, one]) =>
    states(one.runtimeConfig, runtimeConfig) ||
    states(one.featureGates, featureGates) ||
    one.nodePorts.some(isBeyondDefault)
      ? [file]
      : [],
  );
  const nodePorts = rangeAround(all.flatMap((one) => one.nodePorts));
  return { runtimeConfig, featureGates, ...(nodePorts && { nodePorts }), files };
}

const isBeyondDefault = ({ first, last }: PortRange) =>
  first < DEFAULT_NODE_PORTS.first || last > DEFAULT_NODE_PORTS.last;

/** The smallest range that contains the default one and others. Undefined if it is the default one. */
function rangeAround(ranges: readonly PortRange[]): PortRange | undefined {
  if (!ranges.some(isBeyondDefault)) return undefined;
  const all = [DEFAULT_NODE_PORTS, ...ranges];
  return {
    first: Math.min(...all.map(({ first }) => first)),
    last: Math.max(...all.map(({ last }) => last)),
  };
}

/** The names that some settings enable, and none disable. */
function enabledIn(
  settings: readonly ReadonlyMap<string, boolean>[],
): ReadonlyMap<string, boolean> {
  const all = settings.flatMap((one) => [...one]);
  const disabled = new Set(all.flatMap(([name, isEnabled]) => (isEnabled ? [] : [name])));
  return new Map(all.filter(([name]) => !disabled.has(name)));
}
