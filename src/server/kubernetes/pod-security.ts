/** The start of the labels of a Namespace that choose the Pod Security Standards of its pods. */
export const POD_SECURITY_LABELS = 'pod-security.kubernetes.io/';

/** The Pod Security Standards, from the one that forbids nothing to the strictest one. */
export const LEVELS = ['privileged', 'baseline', 'restricted'] as const;

/** A Pod Security Standard. */
type Level = (typeof LEVELS)[number];

/** The ways to treat pods that violate a standard: the server refuses them, writes an audit annotation, or warns. */
export const MODES = ['enforce', 'audit', 'warn'] as const;

export type Mode = (typeof MODES)[number];

/** A standard in one of its versions. */
export interface LevelVersion {
  readonly level: Level;
  /** The minor of the version; undefined for the latest one. */
  readonly minor: number | undefined;
}

/** The standards that the pods of a namespace are checked against. */
export type SecurityPolicy = Readonly<Record<Mode, LevelVersion>>;

/** The configuration of the admission plugin PodSecurity. */
export interface PodSecurity {
  /** The standards of a Namespace without labels. */
  readonly defaults: SecurityPolicy;
  /** The namespaces and runtime classes whose pods are not checked. */
  readonly exempt: {
    readonly namespaces: ReadonlySet<string>;
    readonly runtimeClasses: ReadonlySet<string>;
  };
}

const NO_LIMITS: LevelVersion = { level: 'privileged', minor: undefined };

/** The plugin of a server without a configuration of it. */
export const DEFAULT_POD_SECURITY: PodSecurity = {
  defaults: { enforce: NO_LIMITS, audit: NO_LIMITS, warn: NO_LIMITS },
  exempt: { namespaces: new Set(), runtimeClasses: new Set() },
};

/** The level with a name; undefined if there is none. */
export function levelOf(text: string): Level | undefined {
  return LEVELS.find((level) => level === text);
}

/** The minor of a version of the standards: undefined for the latest one, and null for a text that is not a version. */
export function minorOfStandard(text: string): number | undefined | null {
  if (text === 'latest') return undefined;
  const [, digits] = /^v1\.(0|[1-9]\d*)$/.exec(text) ?? [];
  return digits === undefined ? null : Number(digits);
}
