import { suggestion } from '../result/suggestion.ts';
import type { JsonSchema } from '../server/kubernetes/schema.ts';
import { isMapping, type Path, type Value } from '../yaml/index.ts';

/** The context of the place that a value comes from. It also receives the errors. */
export interface ValueContext {
  /** Reports that something is wrong with the value at a path, or with its key. */
  report(at: Path, problem: string, side?: 'key' | 'value'): void;
  /** The scalar at a path as it is written: `1.30`, which YAML reads as the number 1.3. */
  written(at: Path): string;
  /** A path that is relative to the place, as a path from the working folder. */
  pathOf(path: string): string;
}

/** The type of a value in a configuration or on the command line. */
export interface ValueType<T> {
  readonly schema: JsonSchema;
  /** True if an option may be repeated, which adds to the list. */
  readonly isList?: true;
  /** Reads a value; undefined if a problem has been reported. */
  read(value: Value, at: Path, context: ValueContext): T | undefined;
  /** Writes the value in the form of a configuration, if that form differs. */
  write?(value: T): unknown;
}

export const BOOLEAN: ValueType<boolean> = {
  schema: { type: 'boolean' },
  read: (value, at, context) =>
    typeof value === 'boolean' ? value : refuse(at, context, 'must be true or false'),
};

export const STRING: ValueType<string> = {
  schema: { type: 'string', minLength: 1 },
  read: (value, at, context) =>
    typeof value === 'string' && value !== ''
      ? value
      : refuse(at, context, 'must be a string that is not empty'),
};

/** A number of things, at least one; as a number or in digits. */
export const COUNT: ValueType<number> = {
  schema: { type: 'integer', minimum: 1 },
  read: (value, at, context) => {
    const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
    return typeof number === 'number' && Number.isSafeInteger(number) && number > 0
      ? number
      : refuse(at, context, 'must be a number above 0');
  },
};

/** A path, relative to the file that it is in. */
export const PATH: ValueType<string> = {
  schema: STRING.schema,
  read: (value, at, context) => {
    const path = STRING.read(value, at, context);
    return path === undefined ? undefined : context.pathOf(path);
  },
};

/**
 * A value that is one of some words.
 *
 * @param noun the name for such a word in messages
 */
export function choice<T extends string>(noun: string, choices: readonly T[]): ValueType<T> {
  return {
    schema: { enum: choices },
    read: (value, at, context) => {
      const found = choices.find((word) => word === value);
      return found ?? refuse(at, context, unknownWord(wordOf(value), noun, choices));
    },
  };
}

/** The message for a word that is not one of the known ones. */
export function unknownWord(word: string, noun: string, choices: readonly string[]): string {
  const meant = suggestion(word, choices);
  return meant === ''
    ? `unknown ${noun} ${word}; use one of: ${choices.join(', ')}`
    : `unknown ${noun} ${word}${meant}`;
}

/** A list. A single value is a list of one. */
export function listOf<T>(type: ValueType<T>): ValueType<readonly T[]> {
  return {
    schema: { anyOf: [type.schema, { type: 'array', items: type.schema }] },
    isList: true,
    read: (value, at, context) => {
      const read = Array.isArray(value)
        ? value.map((item: Value, index) => type.read(item, [...at, index], context))
        : [type.read(value, at, context)];
      const items = read.filter((item) => item !== undefined);
      return items.length === read.length ? items : undefined;
    },
    write: (items) => items.map((item) => type.write?.(item) ?? item),
  };
}

/** Reports a problem with the value at a path. */
export function refuse(at: Path, context: ValueContext, problem: string): undefined {
  const name = at.findLast((segment) => typeof segment === 'string');
  context.report(
    at,
    problem.startsWith('must') && name !== undefined ? `${name} ${problem}` : problem,
  );
}

/** A value in a message about it. */
function wordOf(value: Value): string {
  if (Array.isArray(value)) return 'a list';
  return isMapping(value) ? 'a mapping' : String(value);
}
