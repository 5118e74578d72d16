import { implement } from '../../../cel/library/implement.ts';
import type { Library, OverloadDefinition } from '../../../cel/library/library.ts';
import {
  ErrorValue,
  noSuchOverload,
  OpaqueValue,
  TypeValue,
  type Value,
} from '../../../cel/values/value.ts';
import {
  compareSemvers,
  formatSemver,
  parseSemverTolerantly,
  parseSemver as parseStrictly,
  type Semver,
} from '../../kubernetes/formats/semver.ts';
import { PARSE_COST } from './parse-cost.ts';

const SEMVER_TYPE = new TypeValue('kubernetes.Semver');

class SemverValue extends OpaqueValue {
  readonly type = SEMVER_TYPE;
  override readonly goType = 'cel.Semver';
  override readonly isHashable = false;
  readonly version: Semver;

  constructor(version: Semver) {
    super();
    this.version = version;
  }

  override equals(other: Value): boolean | ErrorValue {
    return other instanceof SemverValue
      ? compareSemvers(this.version, other.version) === 0
      : noSuchOverload();
  }

  override toString(): string {
    return formatSemver(this.version);
  }
}

/**
 * Semantic versions. Source: `library/semverlib.go`, version 1, and for the costs `library/cost.go`, in `pkg/cel` of
 * the API server.
 */
export function semverLibrary(): Library {
  return {
    name: 'kubernetes.Semver',
    types: [{ name: SEMVER_TYPE.name, equalityCost: () => 1n }],
    functions: {
      compareTo: {
        semver_compare_to: {
          signature: 'kubernetes.Semver.(kubernetes.Semver) -> int',
          binding: implement([SemverValue, SemverValue], (a, b) =>
            BigInt(compareSemvers(a.version, b.version)),
          ),
        },
      },
      isGreaterThan: {
        semver_is_greater_than: {
          signature: 'kubernetes.Semver.(kubernetes.Semver) -> bool',
          binding: implement(
            [SemverValue, SemverValue],
            (a, b) => compareSemvers(a.version, b.version) === 1,
          ),
        },
      },
      isLessThan: {
        semver_is_less_than: {
          signature: 'kubernetes.Semver.(kubernetes.Semver) -> bool',
          binding: implement(
            [SemverValue, SemverValue],
            (a, b) => compareSemvers(a.version, b.version) === -1,
          ),
        },
      },
      isSemver: {
        is_semver_string: {
          signature: '(string) -> bool',
          binding: implement(['string'], (value) => isSemver(value, false)),
          cost: PARSE_COST,
        },
        is_semver_string_bool: {
          signature: '(string, bool) -> bool',
          binding: implement(['string', 'bool'], isSemver),
          cost: PARSE_COST,
        },
      },
      major: { semver_major: getter(({ major }) => major) },
      minor: { semver_minor: getter(({ minor }) => minor) },
      patch: { semver_patch: getter(({ patch }) => patch) },
      semver: {
        string_to_semver: {
          signature: '(string) -> kubernetes.Semver',
          binding: implement(['string'], (value) => parseSemver(value, false)),
          cost: PARSE_COST,
          parseLiteral: (literal) => parseSemver(literal, false),
        },
        string_bool_to_semver: {
          signature: '(string, bool) -> kubernetes.Semver',
          binding: implement(['string', 'bool'], parseSemver),
          cost: PARSE_COST,
          parseLiteral,
        },
      },
    },
  };
}

/** Numbers above the range of an int wrap around. */
function getter(part: (version: Semver) => bigint): OverloadDefinition {
  return {
    signature: 'kubernetes.Semver.() -> int',
    binding: implement([SemverValue], ({ version }) => BigInt.asIntN(64, part(version))),
  };
}

/** `semver("...", normalize)`. */
function parseSemver(value: string, normalize: boolean): SemverValue | ErrorValue {
  const parsed = normalize ? parseSemverTolerantly(value) : parseStrictly(value);
  return parsed.ok ? new SemverValue(parsed.version) : new ErrorValue(parsed.error);
}

function isSemver(value: string, normalize: boolean): boolean {
  return parseSemver(value, normalize) instanceof SemverValue;
}

/** If it is unknown whether the version is normalized, the call fails only if both ways fail. */
function parseLiteral(literal: string, normalize: Value | undefined): SemverValue | ErrorValue {
  const strict = parseSemver(literal, false);
  if (normalize === false) return strict;
  const normalized = parseSemver(literal, true);
  return normalize === true || strict instanceof ErrorValue ? normalized : strict;
}
