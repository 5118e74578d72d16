import type { Overload } from '../../../src/cel/declarations.ts';
import { overloadsOf } from '../../../src/cel/library/library.ts';
import { BOOL, type Type, withParameters } from '../../../src/cel/types.ts';
import { LIBRARIES } from '../../../src/server/expressions/libraries/versioned-libraries.ts';
import { NEWEST_MINOR } from '../../../src/server/kubernetes/minors.ts';
import type { Question } from '../../../test/cel/checker-answer.ts';
import { Random } from '../random.ts';
import {
  ADMISSION_ENVIRONMENTS,
  ATOMS,
  NAMED,
  SCHEMA,
  SIMPLE,
  VARIABLES,
  WORDS,
} from './material.ts';
import { writtenCall } from './written-call.ts';

const TOKEN = /[A-Za-z_]\w*|\d[\w.]*|"[^"]*"|'[^']*'|[=!<>&|]{1,2}|\s+|./gsu;

let overloads: readonly Overload[] | undefined;

/** The overloads of all libraries; collecting them takes longer than making up an expression. */
function allOverloads(): readonly Overload[] {
  overloads ??= LIBRARIES.flatMap(({ create }) =>
    overloadsOf(create(NEWEST_MINOR), 'optional_type'),
  );
  return overloads;
}

/** Makes up expressions that go by the declared overloads, the same ones for a seed each time. */
export class Inventor {
  readonly random: Random;
  readonly #overloads = allOverloads();

  constructor(seed: number) {
    this.random = new Random(seed);
  }

  /** An expression of any type, or probably a condition. */
  expression(): string {
    const type = this.random.below(2) === 0 ? BOOL : this.random.pick(this.#overloads).result;
    return this.made(type, 1 + this.random.below(3));
  }

  made(type: Type, depth: number): string {
    const roll = this.random.below(20);
    if (roll === 0 && this.random.below(3) === 0)
      return this.atom(this.random.pick(Object.keys(ATOMS)));
    if (depth <= 0 || roll < 5) return this.atomOf(type);
    if (roll < 8) return this.macro(type, depth - 1);
    if (roll === 8)
      return `(${this.made(BOOL, depth - 1)} ? ${this.made(type, depth - 1)} : ${this.made(type, depth - 1)})`;
    if (roll === 9) return `${this.made(type, depth - 1)}.orValue(${this.made(type, depth - 1)})`;
    const fitting = this.#overloads.filter(
      ({ result }) =>
        result.kind === type.kind &&
        ((type.kind !== 'struct' && type.kind !== 'opaque') || result.name === type.name),
    );
    const anyResult = this.#overloads.filter(({ result }) => result.kind === 'type-param');
    const candidates = fitting.length > 0 && this.random.below(4) > 0 ? fitting : anyResult;
    return this.called(
      this.random.pick(candidates.length > 0 ? candidates : this.#overloads),
      depth - 1,
    );
  }

  private atomOf(type: Type): string {
    const [first, second] = type.parameters;
    if (first !== undefined && this.random.below(3) > 0) {
      if (type.kind === 'list') return `[${this.atomOf(first)}, ${this.atomOf(first)}]`;
      if (type.kind === 'map') return `{${this.atomOf(first)}: ${this.atomOf(second ?? first)}}`;
      if (type.kind === 'opaque') return `optional.of(${this.atomOf(first)})`;
    }
    if (type.kind === 'type-param') return this.atom(this.random.pick(Object.keys(ATOMS)));
    return this.random.pick(NAMED[type.name] ?? ATOMS[type.kind] ?? ['object']);
  }

  private atom(kind: string): string {
    return this.random.pick(ATOMS[kind] ?? ['object']);
  }

  /** A type with each of its parameters replaced by one and the same simple type. */
  private concrete(type: Type, simple: Type): Type {
    if (this.random.below(12) === 0) return type;
    if (type.kind === 'type-param') return simple;
    return withParameters(
      type,
      type.parameters.map((parameter) => this.concrete(parameter, simple)),
    );
  }

  private called(overload: Overload, depth: number): string {
    const simple = this.random.pick(SIMPLE);
    const args = overload.params.map((param) => this.made(this.concrete(param, simple), depth));
    if (this.random.below(25) === 0) args.push(this.atom('int'));
    return writtenCall(overload, args) ?? args[0] ?? 'object';
  }

  private macro(type: Type, depth: number): string {
    const range =
      this.random.below(3) === 0
        ? this.atom('map')
        : this.random.below(6) === 0
          ? this.made(type, depth)
          : this.atom('list');
    const variable = this.random.pick(['x', 'y', 'self', 'i']);
    const body = this.made(BOOL, depth).replaceAll(/\b(object|self|request)\b/g, (name) =>
      this.random.below(2) === 0 ? variable : name,
    );
    switch (this.random.below(12)) {
      case 0:
      case 1:
        return `${range}.all(${variable}, ${body})`;
      case 2:
        return `${range}.exists(${variable}, ${body})`;
      case 3:
        return `${range}.exists_one(${variable}, ${body})`;
      case 4:
        return `${range}.filter(${variable}, ${body})`;
      case 5:
        return `${range}.map(${variable}, ${this.made(type, depth)})`;
      case 6:
        return `${this.atom('opaque')}.optMap(${variable}, ${variable} == ${this.atomOf(type)})`;
      case 7:
        return `${range}.all(i, ${variable}, ${body})`;
      case 8:
        return `${range}.transformList(k, ${variable}, ${this.made(type, depth)})`;
      case 9:
        return `${range}.transformMap(k, ${variable}, ${this.made(type, depth)})`;
      case 10:
        return `${range}.sortBy(${variable}, ${variable})`;
      default:
        return `has(${this.atom('struct')}.${this.random.pick(['name', 'spec', 'metadata', 'kind', 'x'])})`;
    }
  }

  /** An expression with one or two of its tokens changed. */
  mutated(text: string): string {
    const tokens = text.match(TOKEN) ?? [];
    for (let times = 1 + this.random.below(2); times > 0 && tokens.length > 0; times--) {
      const at = this.random.below(tokens.length);
      switch (this.random.below(5)) {
        case 0:
          tokens.splice(at, 1);
          break;
        case 1:
          tokens.splice(at, 0, this.random.pick(WORDS));
          break;
        case 2:
          tokens[at] = this.random.pick(WORDS);
          break;
        case 3:
          tokens[at] = tokens[this.random.below(tokens.length)] ?? '';
          break;
        default: {
          const word = tokens[at] ?? '';
          if (/^\w/.test(word)) tokens[at] = this.random.below(2) === 0 ? `${word}x` : `"${word}"`;
        }
      }
    }
    return tokens.join('');
  }

  /** A question about an expression in a place by chance. */
  placed(expression: string): Question {
    const stored = this.random.below(8) === 0;
    if (this.random.below(2) === 0) {
      const optionalOldSelf = this.random.below(4) === 0;
      const env = this.random.below(6) === 0 ? 'crd-message' : 'crd';
      return {
        env,
        expression,
        schema: SCHEMA,
        root: this.random.below(3) === 0,
        optionalOldSelf,
        stored,
      };
    }
    const env =
      this.random.below(3) === 0 ? this.random.pick(ADMISSION_ENVIRONMENTS) : 'vap-variable';
    if (env === 'webhook') return { env, expression, stored };
    return {
      env,
      expression,
      stored,
      params: this.random.below(2) === 0,
      variables: this.random.below(3) === 0 ? VARIABLES : [],
    };
  }
}
