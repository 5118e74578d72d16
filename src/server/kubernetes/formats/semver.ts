import { cut } from '../../../base/go/cut.ts';
import { UINT64_MAX } from '../../../base/go/integers.ts';
import { goQuote } from '../../../base/go/quote.ts';

/** A semantic version. Build metadata is kept, but ignored in comparisons. */
export interface Semver {
  readonly major: bigint;
  readonly minor: bigint;
  readonly patch: bigint;
  readonly prerelease: readonly (bigint | string)[];
  readonly build: readonly string[];
}

type SemverResult =
  | { readonly ok: true; readonly version: Semver }
  /** The error message of the server's parser. */
  | { readonly ok: false; readonly error: string };

const DIGITS = /^[0-9]*$/;
const IDENTIFIER = /^[0-9A-Za-z-]*$/;

/**
 * Parses a semantic version as `github.com/blang/semver/v4` does, which the API server uses: three numbers of at most
 * 64 bits without leading zeros, then `-prerelease` and `+build`. https://semver.org/spec/v2.0.0.html
 */
export function parseSemver(text: string): SemverResult {
  if (text === '') return refuse('Version string empty');
  const [major, minor, rest] = cutTwice(text);
  if (major === undefined || minor === undefined || rest === undefined) {
    return refuse('No Major.Minor.Patch elements found');
  }
  const [beforeBuild, build] = cut(rest, '+');
  const [patch, prerelease] = cut(beforeBuild, '-');
  const numbers: bigint[] = [];
  for (const [name, digits] of [
    ['Major', major],
    ['Minor', minor],
    ['Patch', patch],
  ] as const) {
    const error = numberError(name, digits);
    if (error !== undefined) return refuse(error);
    numbers.push(BigInt(digits));
  }
  const [majorNumber = 0n, minorNumber = 0n, patchNumber = 0n] = numbers;
  const identifiers: (bigint | string)[] = [];
  for (const part of prerelease?.split('.') ?? []) {
    const error = prereleaseError(part);
    if (error !== undefined) return refuse(error);
    identifiers.push(DIGITS.test(part) ? BigInt(part) : part);
  }
  const metadata = build?.split('.') ?? [];
  for (const part of metadata) {
    if (part === '') return refuse('Build meta data is empty');
    if (!IDENTIFIER.test(part)) {
      return refuse(`Invalid character(s) found in build meta data ${goQuote(part)}`);
    }
  }
  return {
    ok: true,
    version: {
      major: majorNumber,
      minor: minorNumber,
      patch: patchNumber,
      prerelease: identifiers,
      build: metadata,
    },
  };
}

/**
 * Parses a version that can be incomplete: a leading `v`, leading zeros, and missing minor and
 * patch numbers are allowed.
 *
 * Source: `normalizeAndParse` in `pkg/cel/library/semverlib.go` of the API server.
 */
export function parseSemverTolerantly(text: string): SemverResult {
  const parts = cutTwice(text.startsWith('v') ? text.slice(1) : text).map(withoutLeadingZeros);
  const last = parts.at(-1) ?? '';
  if (parts.length < 3 && /[+-]/.test(last)) {
    return refuse('short version cannot contain PreRelease/Build meta data');
  }
  while (parts.length < 3) parts.push('0');
  return parseSemver(parts.join('.'));
}

function withoutLeadingZeros(part: string): string {
  // The server counts bytes.
  if (part.length < 2 && part < '\u0080') return part;
  const trimmed = part.replace(/^0+/, '');
  return /^[0-9]/.test(trimmed) ? trimmed : `0${trimmed}`;
}

/** Orders two versions: -1, 0 or 1. */
export function compareSemvers(a: Semver, b: Semver): -1 | 0 | 1 {
  return (
    compare(a.major, b.major) ||
    compare(a.minor, b.minor) ||
    compare(a.patch, b.patch) ||
    comparePrereleases(a.prerelease, b.prerelease)
  );
}

function comparePrereleases(
  a: readonly (bigint | string)[],
  b: readonly (bigint | string)[],
): -1 | 0 | 1 {
  // A version without a prerelease comes after its prereleases.
  if (a.length === 0 || b.length === 0) return compare(b.length, a.length);
  for (const [index, part] of a.entries()) {
    const other = b[index];
    if (other === undefined) return 1;
    const order = compareIdentifiers(part, other);
    if (order !== 0) return order;
  }
  return compare(a.length, b.length);
}

/** Numeric identifiers come before others. */
function compareIdentifiers(a: bigint | string, b: bigint | string): -1 | 0 | 1 {
  if (typeof a !== typeof b) return typeof a === 'bigint' ? -1 : 1;
  return compare(a, b);
}

function compare<T extends bigint | number | string>(a: T, b: T): -1 | 0 | 1 {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** Formats a version as the server does. */
export function formatSemver({ major, minor, patch, prerelease, build }: Semver): string {
  const before = prerelease.length === 0 ? '' : `-${prerelease.join('.')}`;
  const after = build.length === 0 ? '' : `+${build.join('.')}`;
  return `${major}.${minor}.${patch}${before}${after}`;
}

function numberError(name: 'Major' | 'Minor' | 'Patch', digits: string): string | undefined {
  if (!DIGITS.test(digits)) {
    return `Invalid character(s) found in ${name.toLowerCase()} number ${goQuote(digits)}`;
  }
  if (/^0./.test(digits))
    return `${name} number must not contain leading zeroes ${goQuote(digits)}`;
  return uint64Error(digits);
}

function prereleaseError(part: string): string | undefined {
  if (part === '') return 'Prerelease is empty';
  if (DIGITS.test(part)) {
    return /^0./.test(part)
      ? `Numeric PreRelease version must not contain leading zeroes ${goQuote(part)}`
      : uint64Error(part);
  }
  return IDENTIFIER.test(part)
    ? undefined
    : `Invalid character(s) found in prerelease ${goQuote(part)}`;
}

/** The error of Go's `strconv.ParseUint` about a string of digits. */
function uint64Error(digits: string): string | undefined {
  const parsing = `strconv.ParseUint: parsing ${goQuote(digits)}`;
  if (digits === '') return `${parsing}: invalid syntax`;
  // At most 20 digits fit; longer strings are not converted to a bigint, which would be slow.
  const isTooLarge = digits.length > 20 || BigInt(digits) > UINT64_MAX;
  return isTooLarge ? `${parsing}: value out of range` : undefined;
}

/** The parts before, between and after the first two dots. */
function cutTwice(text: string): string[] {
  const [first, others] = cut(text, '.');
  if (others === undefined) return [first];
  return [first, ...cut(others, '.')].filter((part) => part !== undefined);
}

function refuse(error: string): SemverResult {
  return { ok: false, error };
}
