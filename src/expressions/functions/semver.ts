import {
  constantCost,
  type Implementations,
  implement,
} from '../../cel/evaluate/implementations.ts';
import { costSize, traversal } from '../../cel/values/size.ts';
import {
  ErrorValue,
  noSuchOverload,
  OpaqueValue,
  TypeValue,
  type Value,
} from '../../cel/values/value.ts';
import {
  compareSemvers,
  formatSemver,
  parseSemver,
  parseSemverTolerantly,
  type Semver,
} from '../../kubernetes/formats/semver.ts';

const SEMVER_TYPE = new TypeValue('kubernetes.Semver');

export class SemverValue extends OpaqueValue {
  readonly type = SEMVER_TYPE;
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

/** Reads a version as `semver("...", normalize)` does. */
export function readSemver(text: string, normalize: boolean): SemverValue | ErrorValue {
  const parsed = normalize ? parseSemverTolerantly(text) : parseSemver(text);
  return parsed.ok ? new SemverValue(parsed.version) : new ErrorValue(parsed.error);
}

function isSemver(text: string, normalize: boolean): boolean {
  return readSemver(text, normalize) instanceof SemverValue;
}

function asInt(number: bigint): bigint {
  // A number beyond an int becomes a negative one.
  return BigInt.asIntN(64, number);
}

const nominal = constantCost(1);

/** Source: `library/semverlib.go`, and `CallCost` in `library/cost.go`, in `pkg/cel` of the API server. */
export const SEMVER_IMPLEMENTATIONS: Implementations = {
  string_to_semver: implement(
    ['string'],
    (text) => readSemver(text, false),
    ([text = null]) => traversal(costSize(text)),
  ),
  string_bool_to_semver: implement(['string', 'bool'], readSemver, ([text = null]) =>
    traversal(costSize(text)),
  ),
  is_semver_string: implement(
    ['string'],
    (text) => isSemver(text, false),
    ([text = null]) => traversal(costSize(text)),
  ),
  is_semver_string_bool: implement(['string', 'bool'], isSemver, ([text = null]) =>
    traversal(costSize(text)),
  ),
  semver_compare_to: implement(
    [SemverValue, SemverValue],
    (a, b) => BigInt(compareSemvers(a.version, b.version)),
    nominal,
  ),
  semver_is_greater_than: implement(
    [SemverValue, SemverValue],
    (a, b) => compareSemvers(a.version, b.version) === 1,
    nominal,
  ),
  semver_is_less_than: implement(
    [SemverValue, SemverValue],
    (a, b) => compareSemvers(a.version, b.version) === -1,
    nominal,
  ),
  semver_major: implement([SemverValue], ({ version }) => asInt(version.major), nominal),
  semver_minor: implement([SemverValue], ({ version }) => asInt(version.minor), nominal),
  semver_patch: implement([SemverValue], ({ version }) => asInt(version.patch), nominal),
};
