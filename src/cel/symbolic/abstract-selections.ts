import type { Expr } from '../ast.ts';
import type { CheckedAst } from '../check/checked-ast.ts';
import { type AbstractValues, contentOf, join, NO_VALUES } from './abstract-values.ts';
import {
  elementKey,
  type LocalVariable,
  memberKey,
  referenceKey,
  stringLiteral,
} from './guards.ts';
import type { SymbolicPath } from './path.ts';
import type { PresenceFacts, SelectionKeys } from './presence-facts.ts';
import { ANY_SHAPE } from './shape.ts';

type Scope = LocalVariable<AbstractValues> | undefined;

/** The nesting up to which the sizes of lists within compared lists are noted. */
const MAX_LIST_DEPTH = 8;

/**
 * The selections of one expression. They record in the facts the selections that may fail and the values that are
 * tested.
 */
export class AbstractSelections {
  readonly #facts: PresenceFacts;
  readonly #checked: CheckedAst;
  readonly #definition: (name: string) => AbstractValues;

  /** @param definition the values of a variable that has an expression */
  constructor(
    facts: PresenceFacts,
    checked: CheckedAst,
    definition: (name: string) => AbstractValues,
  ) {
    this.#facts = facts;
    this.#checked = checked;
    this.#definition = definition;
  }

  /** `operand.field`. */
  field(values: AbstractValues, operand: Expr, field: string, scope: Scope): AbstractValues {
    return this.#select(values, field, () => {
      const key = referenceKey(operand, this.#checked, scope);
      return { operand: key, selection: key === undefined ? undefined : memberKey(key, field) };
    });
  }

  /** `operand[index]`. */
  element(values: AbstractValues, operand: Expr, index: Expr, scope: Scope): AbstractValues {
    const name = stringLiteral(index);
    const keys = () => {
      const key = referenceKey(operand, this.#checked, scope);
      return { operand: key, selection: elementKey(key, index, this.#checked, scope) };
    };
    if (name !== undefined) return this.#select(values, name, keys);
    let found = NO_VALUES;
    const others: AbstractValues[number][] = [];
    const isInt = index.kind === 'const' && index.value.type === 'int';
    for (const one of values) {
      if (one.kind !== 'path') {
        others.push(one);
        continue;
      }
      const { path } = one;
      const { kind, nullable } = path.shape;
      // Only absent fields and keys are failures, not an index that is out of range.
      if (isInt && (kind === 'list' || kind === 'any')) {
        if (kind === 'list') this.#facts.noteSize(path);
        if (nullable === true) others.push(one);
        else found = join(found, [{ kind: 'path', path: path.element('0', 'always') }]);
      } else if (kind === 'list' || kind === 'map' || isUnknown(path)) others.push(one);
      else return this.#facts.abort();
    }
    return join(found, this.#select(others, undefined, keys));
  }

  /** The result of a selection by a key, or by any key. */
  #select(
    values: AbstractValues,
    key: string | undefined,
    keys: () => SelectionKeys,
  ): AbstractValues {
    let found = NO_VALUES;
    for (const one of values) {
      switch (one.kind) {
        case 'path':
          found = join(found, this.#facts.select(one.path, key, keys()));
          break;
        case 'list':
        case 'map':
          found = join(found, one.content);
          break;
        case 'record':
          if (key !== undefined) found = join(found, this.#definition(key));
          break;
        case 'optional':
          this.#facts.noteTest([one], key);
          found = join(found, this.#selectOptionally(one.content, key));
      }
    }
    return found;
  }

  /** `operand.?field` and `operand[?index]`. */
  optional(values: AbstractValues, index: Expr | undefined): AbstractValues {
    const key = index === undefined ? undefined : stringLiteral(index);
    this.#facts.noteTest(values, key);
    return this.#selectOptionally(values, key);
  }

  #selectOptionally(values: AbstractValues, key: string | undefined): AbstractValues {
    let content = NO_VALUES;
    for (const one of values) {
      if (one.kind === 'path') {
        const { path } = one;
        const found = key === undefined ? path.element('0', 'always') : path.member(key);
        content = join(content, [{ kind: 'path', path: found }]);
      } else if (one.kind === 'optional') {
        const inner = this.#selectOptionally(one.content, key);
        content = join(content, contentOf(inner, 'optional') ?? NO_VALUES);
      } else if (one.kind === 'record') {
        if (key !== undefined) content = join(content, this.#definition(key));
      } else content = join(content, one.content);
    }
    return [{ kind: 'optional', content }];
  }

  /** `key in container`: a presence test, unless the container is a list. */
  membership(container: AbstractValues, key: string | undefined): void {
    for (const one of container) {
      if (one.kind !== 'path') continue;
      const { kind } = one.path.shape;
      if (kind === 'map' || kind === 'object' || key !== undefined) {
        this.#facts.noteTest([one], key);
      }
    }
  }

  /** The result of a comparison or another function depends on the sizes of the lists in its arguments. */
  sizes(values: AbstractValues, depth = 0): void {
    for (const one of values) {
      if ('content' in one) this.sizes(one.content, depth + 1);
      else if (one.kind === 'path' && one.path.shape.kind === 'list') {
        this.#facts.noteSize(one.path);
        const element = one.path.element('0', 'always');
        if (depth < MAX_LIST_DEPTH) this.sizes([{ kind: 'path', path: element }], depth + 1);
      }
    }
  }
}

/** Reports whether nothing is known of a value. */
function isUnknown({ shape }: SymbolicPath): boolean {
  return shape.kind === 'any' && shape.member === ANY_SHAPE.member;
}
