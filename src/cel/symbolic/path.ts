import { getOrCompute } from '../../base/get-or-compute.ts';
import type { Member, Presence, Shape } from './shape.ts';

/**
 * The path of an input value: a variable, or a part of one. There is one object for each path, so that paths can be
 * compared by identity.
 */
export class SymbolicPath {
  /** The path as an expression writes it: `self.listeners[0].port`. */
  readonly notation: string;
  readonly shape: Shape;
  readonly presence: Presence;
  readonly parent: SymbolicPath | undefined;
  /** The name, key or index within the parent; the name of the variable at the root. */
  readonly key: string;
  /** True if the last step is an index, or a key that is not a constant. */
  readonly isElement: boolean;
  readonly #members = new Map<string, SymbolicPath>();
  readonly #elements = new Map<string, SymbolicPath>();

  private constructor(
    parent: SymbolicPath | undefined,
    key: string,
    notation: string,
    { shape, presence }: Member,
    isElement = false,
  ) {
    this.parent = parent;
    this.key = key;
    this.notation = notation;
    this.shape = shape;
    this.presence = presence;
    this.isElement = isElement;
  }

  static root(name: string, shape: Shape): SymbolicPath {
    return new SymbolicPath(undefined, name, name, { shape, presence: 'always' });
  }

  /** The path of a field, or of the value of a constant key. */
  member(name: string): SymbolicPath {
    return getOrCompute(this.#members, name, () => {
      const notation = this.notation + (isIdentifier(name) ? `.${name}` : `['${name}']`);
      return new SymbolicPath(this, name, notation, this.shape.member(name));
    });
  }

  /** The path of an element of a list, or of the value of a key that is not a constant. */
  element(index: string, presence: Presence): SymbolicPath {
    return getOrCompute(this.#elements, index, () => {
      const member = { shape: this.shape.element(), presence };
      return new SymbolicPath(this, index, `${this.notation}[${index}]`, member, true);
    });
  }

  /** This path, extended by the last step of another one. */
  extendLike(other: SymbolicPath): SymbolicPath {
    return other.isElement ? this.element(other.key, other.presence) : this.member(other.key);
  }
}

function isIdentifier(name: string): boolean {
  return /^[A-Za-z_]\w*$/.test(name);
}
