import { indexBy } from '../../../../base/index-by.ts';
import { isMapping, type Mapping, type Path, type Value, valueAt } from '../../../../yaml/index.ts';
import { createMapping, memberOf } from '../../../../yaml/tree.ts';

/** The most values that are replaced. */
const MOST = 100;

/** The most scalars for which values are searched. */
const MOST_SEARCHED = 500;

/** The most values of a chart. Aliases can repeat them. */
const MOST_VALUES = 100_000;

/** The fewest characters of a value that may be a part of what is rendered. */
const SHORTEST_PART = 3;

/** The most characters of what is rendered in which values are searched, once for each value. */
const MOST_COMPARED = 1e9;

/** A scalar of a rendered object for which the value that renders it is searched. */
export interface SearchedValue {
  readonly key: string | number | undefined;
  readonly text: string;
}

/**
 * Values of a chart in whose places there are tokens, which show in the rendered text where each value is. Only values
 * are replaced that may render what is searched.
 */
export class ValueTokens {
  /** The paths of the values, by their tokens. */
  readonly #paths = new Map<string, Path>();
  readonly #values: Value;

  /** @param values all values with which a chart is rendered */
  constructor(values: Value, searched: readonly SearchedValue[]) {
    this.#values = values;
    const scalars = indexBy(scalarsIn(values), ({ text }) => [text]);
    let left = MOST_COMPARED;
    const paths = searched.slice(0, MOST_SEARCHED).flatMap((one) => {
      left -= scalars.size * one.text.length;
      return mayRender(scalars, one, left > 0);
    });
    for (const path of new Set(paths)) {
      if (this.#paths.size < MOST) this.#paths.set(this.#nextTokenFor(path), path);
    }
  }

  /** The values that have tokens instead, as Helm merges them into all values; undefined if there are none. */
  replaced(): Mapping | undefined {
    let result: Value | undefined;
    for (const [token, path] of this.#paths) {
      const isText = typeof valueAt(this.#values, path) === 'string';
      result = withToken(result, this.#values, path, isText ? token : Number(token));
    }
    return isMapping(result) ? result : undefined;
  }

  /** The path of the only value that is in a rendered scalar. */
  pathIn(rendered: Value | undefined): Path | undefined {
    if (rendered === undefined || rendered === null || typeof rendered === 'object') return;
    const text = String(rendered);
    const [found, ...others] = [...this.#paths].filter(([token]) => text.includes(token));
    return others.length === 0 ? found?.[1] : undefined;
  }

  /** A number stays a number, which is too small for Go to write it with an exponent. */
  #nextTokenFor(path: Path): string {
    const number = 731_000 + this.#paths.size;
    const value = valueAt(this.#values, path);
    return typeof value === 'string' && !/^\d+$/.test(value) ? `kubeadmit${number}` : `${number}`;
  }
}

interface Scalar {
  readonly path: Path;
  readonly text: string;
}

function scalarsIn(values: Value): readonly Scalar[] {
  const scalars: Scalar[] = [];
  const open: { readonly value: Value; readonly path: Path }[] = [{ value: values, path: [] }];
  for (const { value, path } of open) {
    const members = Array.isArray(value) ? value.entries() : Object.entries(value ?? {});
    for (const [key, member] of members) {
      const own = [...path, key];
      const isText = typeof member === 'string' && member !== '';
      if (isText || typeof member === 'number') scalars.push({ path: own, text: String(member) });
      else if (isMapping(member) || Array.isArray(member)) {
        if (open.length < MOST_VALUES) open.push({ value: member, path: own });
      }
    }
  }
  return scalars;
}

/**
 * The paths of the values that may render a scalar: those with the same key, if there are any.
 *
 * @param searchesParts true if values are searched that are a part of it
 */
function mayRender(
  scalars: ReadonlyMap<string, readonly Scalar[]>,
  { key, text }: SearchedValue,
  searchesParts: boolean,
): readonly Path[] {
  const found = scalars.get(text) ?? (searchesParts ? partsOf(scalars, text) : []);
  const named = found.filter(({ path }) => path.at(-1) === key);
  return (named.length > 0 ? named : found).map(({ path }) => path);
}

function partsOf(scalars: ReadonlyMap<string, readonly Scalar[]>, text: string): readonly Scalar[] {
  return [...scalars].flatMap(([part, own]) =>
    part.length >= SHORTEST_PART && text.includes(part) ? own : [],
  );
}

/**
 * Values with a token at a path.
 *
 * @param target the values that are there already. Helm takes a list as a whole, so all of it is there with its first
 * token
 * @param values all values, for the path
 */
function withToken(
  target: Value | undefined,
  values: Value | undefined,
  path: Path,
  token: Value,
): Value {
  const [step, ...rest] = path;
  if (step === undefined) return token;
  const own = memberOf(values, step);
  if (Array.isArray(values)) {
    const items: readonly Value[] = Array.isArray(target) ? target : values;
    return items.map((item, index) => (index === step ? withToken(item, own, rest, token) : item));
  }
  const members = createMapping();
  if (isMapping(target)) Object.assign(members, target);
  members[step] = withToken(memberOf(target, step), own, rest, token);
  return members;
}
