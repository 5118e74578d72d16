import { compareCodePoints } from '../../../../base/compare.ts';
import { indexBy } from '../../../../base/index-by.ts';
import { onceForEach } from '../../../../base/once-for-each.ts';
import { isMapping, type Mapping, type Path, type Value, valueAt } from '../../../../yaml/index.ts';
import { createMapping, memberOf } from '../../../../yaml/tree.ts';

/** The most values that are replaced. */
const MOST = 100;

/** The most rendered values for which values are searched. */
const MOST_SEARCHED = 500;

/** The most values of a chart. Aliases can repeat them. */
const MOST_VALUES = 100_000;

/** The fewest characters of a value that may be a part of what is rendered. */
const SHORTEST_PART = 3;

/** The most characters of a list or mapping, as Go prints it, that is searched. */
const LONGEST_COLLECTION = 1000;

/** The most characters of what is rendered in which values are searched, once for each value. */
const MOST_COMPARED = 1e9;

/** A value of a rendered object for which the value of the chart that renders it is searched. */
export interface SearchedValue {
  readonly key: string | number | undefined;
  /** The value as Go prints it. */
  readonly text: string;
}

/**
 * Values of a chart in whose places there are tokens, which show in the rendered text where each value is. Only values
 * are replaced that may render what is searched. Lists and mappings get an item or a key that is a token.
 */
export class ValueTokens {
  readonly #paths = new Map<string, Path>();
  readonly #values: Value;

  /** @param values all values with which a chart is rendered */
  constructor(values: Value, searched: readonly SearchedValue[]) {
    this.#values = values;
    const byText = indexBy(printedIn(values), ({ text }) => [text]);
    let left = MOST_COMPARED;
    const paths = searched.slice(0, MOST_SEARCHED).flatMap((one) => {
      left -= byText.size * one.text.length;
      return mayRender(byText, one, left > 0);
    });
    for (const path of new Set(paths)) {
      if (this.#paths.size < MOST) this.#paths.set(this.#nextTokenFor(path), path);
    }
  }

  /**
   * The values that have tokens, as Helm merges them into all values; none if there are none. A template may fail for
   * some of them, so there are also those with the tokens of scalars only, and of lists and mappings only.
   */
  replaced(): readonly Mapping[] {
    const all = [...this.#paths];
    const scalars = all.filter(([, path]) => !isCollection(valueAt(this.#values, path)));
    const others = all.filter(([, path]) => isCollection(valueAt(this.#values, path)));
    const isMixed = scalars.length > 0 && others.length > 0;
    return [all, ...(isMixed ? [scalars, others] : [])].flatMap((some) => {
      const values = this.#withTokens(some);
      return isMapping(values) ? [values] : [];
    });
  }

  /** The path of the only value that is a rendered value, or a part of a rendered scalar. */
  pathIn(rendered: Value | undefined): Path | undefined {
    if (rendered === undefined || rendered === null) return undefined;
    const has = Array.isArray(rendered)
      ? (token: string) => rendered.some((item) => item === token || hasKey(item, token))
      : (token: string) =>
          isMapping(rendered) ? hasKey(rendered, token) : String(rendered).includes(token);
    const [found, ...others] = [...this.#paths].filter(([token]) => has(token));
    return others.length === 0 ? found?.[1] : undefined;
  }

  #withTokens(paths: readonly (readonly [string, Path])[]): Value | undefined {
    let result: Value | undefined;
    for (const [token, path] of paths) {
      const isNumber = typeof valueAt(this.#values, path) === 'number';
      result = withToken(result, this.#values, path, isNumber ? Number(token) : token);
    }
    return result;
  }

  /** A number stays a number, which is too small for Go to write it with an exponent. */
  #nextTokenFor(path: Path): string {
    const number = 731_000 + this.#paths.size;
    const value = valueAt(this.#values, path);
    const isNumber =
      typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value));
    return isNumber ? `${number}` : `kubeadmit${number}`;
  }
}

function isCollection(value: Value | undefined): boolean {
  return isMapping(value) || Array.isArray(value);
}

function hasKey(value: Value, key: string): boolean {
  return isMapping(value) && Object.hasOwn(value, key);
}

/**
 * A value as Go prints it where a template joins it with other texts, such as `map[a:b c:[d]]`; undefined if it is a
 * long list or mapping.
 */
export function printedByGo(value: Value): string | undefined {
  if (value === null) return '<nil>';
  return typeof value === 'object' ? printedCollection(value) : String(value);
}

const printedCollection = onceForEach((value: Mapping | readonly Value[]): string | undefined => {
  const isList = Array.isArray(value);
  const keys = Object.keys(value).sort(compareCodePoints);
  const items = isList ? value : keys.map((key) => memberOf(value, key) ?? null);
  const texts = items.map(printedByGo);
  if (texts.includes(undefined)) return undefined;
  const text = isList
    ? `[${texts.join(' ')}]`
    : `map[${keys.map((key, at) => `${key}:${texts[at]}`).join(' ')}]`;
  return text.length > LONGEST_COLLECTION ? undefined : text;
});

interface Printed {
  readonly path: Path;
  readonly text: string;
}

function printedIn(values: Value): readonly Printed[] {
  const printed: Printed[] = [];
  const open: { readonly value: Value; readonly path: Path }[] = [{ value: values, path: [] }];
  for (const { value, path } of open) {
    const members = Array.isArray(value) ? value.entries() : Object.entries(value ?? {});
    for (const [key, member] of members) {
      const own = [...path, key];
      const text = typeof member === 'boolean' || member === null ? '' : printedByGo(member);
      if (text !== undefined && text !== '') printed.push({ path: own, text });
      if (isCollection(member) && open.length < MOST_VALUES)
        open.push({ value: member, path: own });
    }
  }
  return printed;
}

/**
 * The paths of the values that may render a value: those with the same key, if there are any.
 *
 * @param searchesParts true if values are searched that are a part of it
 */
function mayRender(
  byText: ReadonlyMap<string, readonly Printed[]>,
  { key, text }: SearchedValue,
  searchesParts: boolean,
): readonly Path[] {
  const found = byText.get(text) ?? (searchesParts ? partsOf(byText, text) : []);
  const named = found.filter(({ path }) => path.at(-1) === key);
  return (named.length > 0 ? named : found).map(({ path }) => path);
}

function partsOf(
  byText: ReadonlyMap<string, readonly Printed[]>,
  text: string,
): readonly Printed[] {
  return [...byText].flatMap(([part, own]) =>
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
  if (step === undefined) return marked(target, values, token);
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

/** A value with a token: in its place, or in a list or mapping an item or a key of it, as its items are. */
function marked(target: Value | undefined, value: Value | undefined, token: Value): Value {
  if (Array.isArray(value)) {
    const items: readonly Value[] = Array.isArray(target) ? target : value;
    const at = items.findIndex(isMapping);
    return at < 0
      ? [...items, token]
      : items.map((item, index) => (index === at ? marked(item, item, token) : item));
  }
  if (!isMapping(value)) return token;
  const members = createMapping();
  if (isMapping(target)) Object.assign(members, target);
  members[String(token)] = '';
  return members;
}
