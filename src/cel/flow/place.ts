import type { Scalar } from './values.ts';

/**
 * Whether a member of an object or map is there:
 * - `always`: whoever selects it can rely on it.
 * - `optional`: an ordinary object may lack it.
 * - `assumed`: nothing is known, so it is taken to be there until an expression asks whether it is.
 * - `never`: ordinary objects lack it.
 */
export type Presence = 'always' | 'optional' | 'assumed' | 'never';

/** What is known of a value of the input before an expression looks at it. */
export interface Shape {
  readonly kind: 'scalar' | 'list' | 'map' | 'object' | 'any';
  /** All that a scalar may be, where that is known. */
  readonly values?: readonly Scalar[];
  /** Whether null is a value, too. */
  readonly nullable?: boolean;
  /** How many elements a list or map has. */
  readonly fewest?: number;
  readonly most?: number;
  /** A field of an object, or the value of a map's key. */
  member(name: string): Member;
  /** The elements of a list, the values of a map. */
  element(): Shape;
}

export interface Member {
  readonly shape: Shape;
  readonly presence: Presence;
}

/** Nothing is known of the value or of anything in it. */
export const ANY_SHAPE: Shape = {
  kind: 'any',
  member: () => ({ shape: ANY_SHAPE, presence: 'assumed' }),
  element: () => ANY_SHAPE,
};

/** A value without members. */
export const SCALAR_SHAPE: Shape = { ...ANY_SHAPE, kind: 'scalar' };

/**
 * A place of the input: a variable, or something in it. Of one place there is one object only, so that
 * places are compared by identity.
 */
export class Place {
  /** As an expression would write it: `self.listeners[0].port`. */
  readonly text: string;
  readonly shape: Shape;
  readonly presence: Presence;
  readonly parent: Place | undefined;
  /** The name or key by which the parent has it. */
  readonly key: string;
  /** Whether the parent has it by an index or a key that is no constant. */
  readonly isElement: boolean;
  readonly #children = new Map<string, Place>();

  private constructor(
    parent: Place | undefined,
    key: string,
    text: string,
    { shape, presence }: Member,
    isElement = false,
  ) {
    this.parent = parent;
    this.key = key;
    this.text = text;
    this.shape = shape;
    this.presence = presence;
    this.isElement = isElement;
  }

  /** The place of a variable. */
  static root(name: string, shape: Shape): Place {
    return new Place(undefined, name, name, { shape, presence: 'always' });
  }

  /** A field, or the value of a key that is known. */
  member(name: string): Place {
    return this.#child(name, isIdentifier(name) ? `.${name}` : `['${name}']`, () =>
      this.shape.member(name),
    );
  }

  /** An element of a list by its index, or the value of a map by something that is no constant. */
  element(index: string, presence: Presence): Place {
    const member = () => ({ shape: this.shape.element(), presence });
    return this.#child(index, `[${index}]`, member, true);
  }

  /** The place below this one to which the last step is that to another place. */
  like(other: Place): Place {
    return other.isElement ? this.element(other.key, other.presence) : this.member(other.key);
  }

  #child(key: string, suffix: string, member: () => Member, isElement = false): Place {
    let child = this.#children.get(suffix);
    if (child === undefined) {
      child = new Place(this, key, this.text + suffix, member(), isElement);
      this.#children.set(suffix, child);
    }
    return child;
  }
}

function isIdentifier(name: string): boolean {
  return /^[A-Za-z_]\w*$/.test(name);
}
