import { DYN, isDyn, isDynOrError, isExactly, type Type, withParameters } from '../types.ts';

/**
 * The bindings of the type variables of one expression.
 *
 * A check whether a type is assignable to another binds type variables. If the result is negative, these bindings are
 * undone. cel-go copies the complete table for this; here the bindings are recorded and removed again.
 *
 * Source: `checker/types.go` and `checker/mapping.go` of cel-go.
 */
export class Substitution {
  readonly #bound = new Map<string, Type>();
  readonly #trail: { readonly name: string; readonly before: Type | undefined }[] = [];

  /** Reports whether values of one type can be used as values of another. Binds type variables for this. */
  isAssignable(from: Type, to: Type): boolean {
    if (!from.open && !to.open) return this.#assignable(from, to);
    return this.#attempt(() => this.#assignable(from, to));
  }

  /** Like {@link isAssignable}, for two lists of types of the same length. */
  areAssignable(from: readonly Type[], to: readonly Type[]): boolean {
    if (from.length !== to.length) return false;
    if (!from.some(isOpen) && !to.some(isOpen)) return this.#allAssignable(from, to);
    return this.#attempt(() => this.#allAssignable(from, to));
  }

  /**
   * A type with its type variables replaced by the types that they are bound to. A free variable remains, or becomes
   * dyn if `freeAsDyn` is set.
   */
  substitute(type: Type, freeAsDyn: boolean): Type {
    if (!type.open) return type;
    if (type.kind === 'type-param') {
      const bound = this.#bound.get(type.name);
      if (bound !== undefined) return this.substitute(bound, freeAsDyn);
      return freeAsDyn ? DYN : type;
    }
    return withParameters(
      type,
      type.parameters.map((parameter) => this.substitute(parameter, freeAsDyn)),
    );
  }

  #attempt(question: () => boolean): boolean {
    const trail = this.#trail;
    const answer = question();
    if (trail.length === 0) return answer;
    if (!answer) {
      for (let note = trail.pop(); note !== undefined; note = trail.pop()) {
        if (note.before === undefined) this.#bound.delete(note.name);
        else this.#bound.set(note.name, note.before);
      }
    }
    trail.length = 0;
    return answer;
  }

  #bind(parameter: Type, type: Type): void {
    this.#trail.push({ name: parameter.name, before: this.#bound.get(parameter.name) });
    this.#bound.set(parameter.name, type);
  }

  #allAssignable(from: readonly Type[], to: readonly Type[]): boolean {
    if (from.length !== to.length) return false;
    for (let index = 0; index < from.length; index++) {
      const a = from[index];
      const b = to[index];
      if (a === undefined || b === undefined || !this.#assignable(a, b)) return false;
    }
    return true;
  }

  #assignable(from: Type, to: Type): boolean {
    if (to.kind === 'type-param') {
      const answer = this.#fits(from, to);
      if (answer !== 'free') return answer;
    }
    if (from.kind === 'type-param') return this.#fits(to, from) === true;
    if (isDynOrError(from) || isDynOrError(to)) return true;
    if (from.kind === 'null') return takesNull(to);
    if (to.kind === 'null') return takesNull(from);
    switch (from.kind) {
      case 'type':
        return to.kind === 'type';
      case 'opaque':
      case 'list':
      case 'map':
        return (
          from.kind === to.kind &&
          from.name === to.name &&
          this.#allAssignable(from.parameters, to.parameters)
        );
      case 'unspecified':
        return false;
      default:
        return from.kind === to.kind && from.name === to.name;
    }
  }

  /**
   * Reports whether a type variable can be bound to a type, or is bound to a type that accepts it. Returns `free` if
   * the variable has no binding and cannot be bound to this type because the type contains it.
   */
  #fits(type: Type, parameter: Type): boolean | 'free' {
    if (type.kind === 'type-param' && type.name === parameter.name) return true;
    const bound = this.#bound.get(parameter.name);
    if (bound === undefined) {
      if (this.#occursIn(parameter, type)) return 'free';
      this.#bind(parameter, type);
      return true;
    }
    if (type === bound || isExactly(type, bound)) return true;
    if (!this.#assignable(type, bound)) return false;
    const general = mostGeneral(type, bound);
    if (!this.#occursIn(parameter, general)) this.#bind(parameter, general);
    return true;
  }

  #occursIn(parameter: Type, type: Type): boolean {
    if (!type.open) return false;
    if (type.kind === 'type-param') {
      if (type.name === parameter.name) return true;
      const bound = this.#bound.get(type.name);
      return bound !== undefined && this.#occursIn(parameter, bound);
    }
    return type.parameters.some((part) => this.#occursIn(parameter, part));
  }
}

function isOpen({ open }: Type): boolean {
  return open;
}

function takesNull(type: Type): boolean {
  switch (type.kind) {
    case 'opaque':
    case 'struct':
    case 'duration':
    case 'timestamp':
    case 'null':
      return true;
    default:
      return type.wrapper;
  }
}

/** The more general of two types, of which one is assignable to the other. */
export function mostGeneral(a: Type, b: Type): Type {
  return isEqualOrLessSpecific(a, b) ? a : b;
}

function isEqualOrLessSpecific(a: Type, b: Type): boolean {
  if (isDyn(a) || a.kind === 'type-param') return true;
  if (isDyn(b) || b.kind === 'type-param') return false;
  if (a.kind !== b.kind) return false;
  switch (a.kind) {
    case 'opaque':
    case 'list':
    case 'map':
      return (
        a.name === b.name &&
        a.parameters.length === b.parameters.length &&
        a.parameters.every((parameter, index) => {
          const other = b.parameters[index];
          return other !== undefined && isEqualOrLessSpecific(parameter, other);
        })
      );
    case 'type':
      return true;
    default:
      return isExactly(a, b);
  }
}

/** Replaces the type parameters of an overload by type variables. */
export function instantiate(type: Type, names: readonly string[], free: readonly Type[]): Type {
  if (!type.open) return type;
  if (type.kind === 'type-param') return free[names.indexOf(type.name)] ?? type;
  return withParameters(
    type,
    type.parameters.map((parameter) => instantiate(parameter, names, free)),
  );
}
