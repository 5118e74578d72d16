import type { Range } from '../../result/finding.ts';
import type { Location } from '../../rule/location.ts';
import type { Minor } from '../../server/kubernetes/minors.ts';

/** A part of an object that works differently in a newer minor, although both minors accept the object. */
export interface Difference extends Range {
  /** The first minor with the difference. */
  readonly since: Minor;
  readonly field: string | null;
  /** The behaviour of the newer minor, and that of the older one. */
  readonly message: string;
}

/** A difference with its place in the text of the object. */
export interface PlacedDifference extends Pick<Difference, 'since' | 'message'> {
  readonly location: Location;
}
