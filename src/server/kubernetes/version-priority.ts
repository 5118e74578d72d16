import { compareUnits } from '../../base/compare.ts';

/** The parts of a version such as v1, v2beta1 or v1alpha3. */
interface KubeVersion {
  readonly major: number;
  /** 3 for a stable version, 2 for beta, 1 for alpha. */
  readonly stability: number;
  readonly minor: number;
}

/** Parses the name of a version; undefined if it does not have this form. The server sorts such names last. */
export function parseKubeVersion(name: string): KubeVersion | undefined {
  const [, major, level, minor] = /^v([1-9]\d*)(?:(alpha|beta)([1-9]\d*))?$/.exec(name) ?? [];
  if (major === undefined) return undefined;
  const stability = level === undefined ? 3 : level === 'beta' ? 2 : 1;
  return { major: Number(major), stability, minor: Number(minor ?? 0) };
}

/**
 * Compares two versions in the order of API discovery: stable before beta before alpha, higher
 * numbers first, all other names last in alphabetical order. Negative if `a` comes first.
 */
export function compareVersionPriority(a: string, b: string): number {
  const one = parseKubeVersion(a);
  const other = parseKubeVersion(b);
  if (one !== undefined && other !== undefined) {
    return other.stability - one.stability || other.major - one.major || other.minor - one.minor;
  }
  if (one !== undefined) return -1;
  if (other !== undefined) return 1;
  return compareUnits(a, b);
}
