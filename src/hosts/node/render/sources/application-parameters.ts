import { isMapping, type Mapping, type Path, type Value, valueAt } from '../../../../yaml/index.ts';
import { mergePatch } from '../../../../yaml/merge-patch.ts';
import { createMapping } from '../../../../yaml/tree.ts';
import type { ObjectPlace } from './stated-objects.ts';
import { UnknownApplications, type WorkLimit } from './work-limit.ts';

/** A value that a generator of an ApplicationSet gives to the template, and its place if a file has it. */
interface Parameter {
  readonly value: Value;
  readonly place?: ObjectPlace;
}

/** The parameters of an Application by their names. Without `goTemplate`, values are texts, and names have dots. */
export type Parameters = ReadonlyMap<string, Parameter>;

/** The parameters of two generators. Of two with the same name, the second one counts, and all members of mappings. */
export function mergedParameters(first: Parameters, second: Parameters): Parameters {
  const merged = new Map(first);
  for (const [name, { value, ...place }] of second) {
    const other = first.get(name)?.value;
    const isMerged = isMapping(other) && isMapping(value);
    merged.set(name, { value: isMerged ? mergePatch(other, value) : value, ...place });
  }
  return merged;
}

/** Writes texts with expressions in braces, as an ApplicationSet has them. */
export class ApplicationTemplates {
  /** True if the expressions are actions of Go's templates, and not only names. */
  readonly isGo: boolean;
  /** True if unknown expressions stay as they are. */
  readonly #leavesUnknown: boolean;
  readonly #work: WorkLimit;

  constructor(isGo: boolean, work: WorkLimit, leavesUnknown = !isGo) {
    this.isGo = isGo;
    this.#leavesUnknown = leavesUnknown;
    this.#work = work;
  }

  /** The templates of generators within others, whose expressions may be about their own parameters. */
  get ofGenerators(): ApplicationTemplates {
    return new ApplicationTemplates(this.isGo, this.#work, true);
  }

  /** The parameters that the members of a mapping are. */
  parametersIn(mapping: Mapping, place?: ObjectPlace): Parameters {
    const named = Object.entries(mapping).map(([name, value]): [string, Parameter] => [
      name,
      { value, ...placeBelow(place, [name]) },
    ]);
    return new Map(this.isGo ? named : named.flatMap(([name, one]) => flattened(name, one)));
  }

  /**
   * A value with parameters in all texts and keys of it.
   *
   * @throws UnknownApplications if an expression needs more than parameters, unless it is left as it is
   */
  write(value: Value, parameters: Parameters): Value {
    this.#work.spend(1);
    if (typeof value === 'string') return this.#writeText(value, parameters);
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((item) => this.write(item, parameters));
    return this.writeMapping(value as Mapping, parameters);
  }

  /** @throws UnknownApplications if an expression needs more than parameters */
  writeMapping(mapping: Mapping, parameters: Parameters): Mapping {
    const written = createMapping();
    for (const [key, member] of Object.entries(mapping)) {
      written[this.#writeText(key, parameters)] = this.write(member, parameters);
    }
    return written;
  }

  /** The place of the parameter that is the whole of a text; undefined if there is none. */
  placeOf(text: Value | undefined, parameters: Parameters): ObjectPlace | undefined {
    const [, expression] = typeof text === 'string' ? (/^\{\{([^{}]*)\}\}$/.exec(text) ?? []) : [];
    return expression === undefined ? undefined : this.#find(expression, parameters)?.place;
  }

  #writeText(text: string, parameters: Parameters): string {
    this.#work.spend(text.length);
    let written = '';
    let end = 0;
    for (;;) {
      const start = text.indexOf('{{', end);
      const close = start < 0 ? -1 : text.indexOf('}}', start);
      if (close < 0) return written + text.slice(end);
      const expression = text.slice(start, close + 2);
      written += text.slice(end, start) + this.#writeExpression(expression, parameters);
      end = close + 2;
    }
  }

  /** @param expression with its braces */
  #writeExpression(expression: string, parameters: Parameters): string {
    const value = this.#find(expression.slice(2, -2), parameters)?.value ?? null;
    if (value === null || typeof value === 'object') {
      if (this.#leavesUnknown) return expression;
      throw new UnknownApplications(`it has no parameter for ${expression}`);
    }
    const text = String(value);
    this.#work.spend(text.length);
    return text;
  }

  #find(expression: string, parameters: Parameters): Parameter | undefined {
    const [name = '', ...rest] = this.isGo ? fieldIn(expression) : [expression.trim()];
    const found = parameters.get(String(name));
    const value = valueAt(found?.value, rest);
    return value === undefined ? undefined : { value, ...placeBelow(found?.place, rest) };
  }
}

/** The texts in a value, by names with dots. */
function flattened(name: string, { value, place }: Parameter): readonly [string, Parameter][] {
  if (typeof value !== 'object' || value === null) {
    return [[name, { value: String(value ?? '<nil>'), ...placeBelow(place, []) }]];
  }
  const members: readonly (readonly [string | number, Value])[] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value);
  return members.flatMap(([key, member]) =>
    flattened(`${name}.${key}`, { value: member, ...placeBelow(place, [key]) }),
  );
}

/** A field of the parameters: `.path.basename`, or `index .path.segments 1`. */
const FIELD = /^\s*(index\s+)?((?:\.\w+)+)((?:\s+(?:"[^"\\]*"|\d+))*)\s*$/;

/** The path of the field that an action of a template of Go is; empty if it is anything else. */
function fieldIn(action: string): Path {
  const [, index, names = '', items = ''] = FIELD.exec(action) ?? [];
  const keys = [...items.matchAll(/"([^"]*)"|\d+/g)].map(([item, key]) => key ?? Number(item));
  const isField = (index === undefined) === (keys.length === 0);
  return isField ? [...names.split('.').slice(1), ...keys] : [];
}

function placeBelow(place: ObjectPlace | undefined, path: Path): Pick<Parameter, 'place'> {
  return place === undefined ? {} : { place: { ...place, path: [...place.path, ...path] } };
}
