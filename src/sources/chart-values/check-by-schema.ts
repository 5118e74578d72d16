import { compileRegularExpression, matchesWithinLimit } from '../../base/go/regular-expression.ts';
import { onceForEach } from '../../base/once-for-each.ts';
import { jsonText } from '../../server/crd/values/json-text.ts';
import { segmentsOf } from '../../server/crd/values/trail.ts';
import {
  isList,
  isMapping,
  itemsOf,
  type Mapping,
  mappingFrom,
  memberOf,
  stringsIn,
  type Value,
} from '../../yaml/tree.ts';
import type { JsonSchema, SchemaAt } from './json-schema.ts';
import { isMultipleOf } from './multiples.ts';
import { Outcome, type Place, problemAt, problemsOfAlternatives } from './outcome.ts';
import { hasFormat } from './schema-formats.ts';
import type { ValuesFault, ValuesProblem } from './values-problem.ts';

/** The most work of one check, in schemas, patterns and pieces of text that are compared. It takes about a second. */
const MOST_WORK = 200_000;

/** The characters of a text whose comparison counts as much as a schema. */
const TEXT_OF_STEP = 100;

/** The most schemas around a schema. */
const DEEPEST = 200;

/** The longest pattern that is compiled. */
const LONGEST_PATTERN = 1000;

/**
 * Checks the values of a chart by the schema of the chart as Helm does. A problem is only in the result if Helm refuses
 * the values for it.
 *
 * Source: `validator.go` of github.com/santhosh-tekuri/jsonschema/v6.
 *
 * @param dependencies the keys whose values are completed with those of other charts
 */
export function checkBySchema(
  values: Value,
  schema: JsonSchema,
  dependencies: ReadonlySet<string>,
): readonly ValuesProblem[] {
  return new Check(schema, dependencies).run(values);
}

/** A place with the schema that checks it, and the result to which problems are added. */
interface Checked<V extends Value = Value> extends Place {
  readonly value: V;
  readonly keywords: Mapping;
  readonly schema: SchemaAt;
  readonly out: Outcome;
}

class Check {
  readonly #document: JsonSchema;
  readonly #dependencies: ReadonlySet<string>;
  #left = MOST_WORK;

  constructor(document: JsonSchema, dependencies: ReadonlySet<string>) {
    this.#document = document;
    this.#dependencies = dependencies;
  }

  run(value: Value): readonly ValuesProblem[] {
    const { problems } = this.#check({ value, trail: undefined, depth: 0 }, this.#document.root);
    return this.#left < 0 ? [] : problems;
  }

  #check(place: Place, schema: SchemaAt): Outcome {
    const out = new Outcome();
    const { json } = schema;
    this.#left--;
    if (this.#left < 0 || place.depth > DEEPEST) out.isUnknown = true;
    else if (json === false)
      add(place, out, { kind: 'invalid', reason: 'no value is allowed here' });
    else if (isMapping(json)) {
      const checked = { ...place, depth: place.depth + 1, keywords: json, schema, out };
      this.#checkKeywords(checked);
    }
    return out;
  }

  #checkKeywords(at: Checked): void {
    const { keywords, out } = at;
    const { draft } = this.#document;
    const isReference = keywords.$ref !== undefined;
    // Helm ignores the keywords next to such a reference, except `const`.
    const isReplaced = isReference && draft < 2019;
    // The others are not checked if one of these has a problem, as in Helm.
    if (!isReplaced) this.#checkType(at);
    if (out.problems.length === 0) this.#checkConst(at);
    if (out.problems.length === 0 && !isReplaced) this.#checkEnum(at);
    if (out.problems.length === 0 && draft < 2019 && !isReplaced) this.#checkFormat(at);
    if (out.problems.length > 0) return;
    if (isReference) this.#checkReference(at);
    if (isReplaced) return;
    const { value } = at;
    if (isMapping(value)) this.#checkMapping({ ...at, value });
    else if (isList(value)) this.#checkList({ ...at, value });
    else if (typeof value === 'string') this.#checkString({ ...at, value });
    else if (isNumber(value)) checkNumber({ ...at, value });
    this.#checkJunctors(at);
    if (draft >= 2019 && UNKNOWN_KEYWORDS.some((name) => keywords[name] !== undefined))
      out.isUnknown = true;
  }

  #checkReference({ keywords, schema, out, ...place }: Checked): void {
    const target = this.#document.resolve(keywords.$ref ?? null, schema);
    if (target === undefined) out.isUnknown = true;
    else out.merge(this.#check(place, target));
  }

  #checkType(at: Checked): void {
    const { type } = at.keywords;
    const types = typeof type === 'string' ? [type] : stringsIn(type);
    const actual = typeOf(at.value);
    if (types.length === 0 || types.includes(actual)) return;
    if (actual === 'integer' && types.includes('number')) return;
    add(at, at.out, { kind: 'type', expected: types.join(' or '), actual });
  }

  #checkConst(at: Checked): void {
    const { const: only } = at.keywords;
    if (this.#document.draft >= 6 && only !== undefined) this.#checkAmong(at, [only]);
  }

  #checkEnum(at: Checked): void {
    if (isList(at.keywords.enum)) this.#checkAmong(at, at.keywords.enum);
  }

  #checkAmong(at: Checked, values: readonly Value[]): void {
    if (textsOf(values).has(this.#textOf(at.value))) return;
    // Helm compares the value with the defaults of the dependency in it.
    if (isMapping(at.value) && this.#mayHaveMore(at)) at.out.isUnknown = true;
    else add(at, at.out, { kind: 'enum', values });
  }

  /** A text that is the same for equal values. */
  #textOf(value: Value): string {
    const text = jsonText(value, 'by key');
    this.#left -= text.length / TEXT_OF_STEP;
    return text;
  }

  #checkFormat(at: Checked): void {
    const { format } = at.keywords;
    if (typeof at.value !== 'string' || typeof format !== 'string') return;
    if (!hasFormat(at.value, format)) addReason(at, `it does not have the format ${format}`);
  }

  #checkMapping(at: Checked<Mapping>): void {
    const { value, keywords, out } = at;
    const { minProperties, maxProperties } = keywords;
    const count = Object.keys(value).length;
    if (isNumber(minProperties) && count < minProperties) {
      addReason(at, `it has fewer properties than minProperties ${minProperties}`);
    }
    if (isNumber(maxProperties) && count > maxProperties) {
      addReason(at, `it has more properties than maxProperties ${maxProperties}`);
    }
    this.#checkRequired(at, keywords.required);
    this.#checkDependencies(at);
    for (const key of Object.keys(value)) this.#checkMember(at, key);
    // The keys that a dependency adds may not fit.
    if (ABOUT_KEYS.some((name) => keywords[name] !== undefined) && this.#mayHaveMore(at))
      out.isUnknown = true;
  }

  #checkRequired(at: Checked<Mapping>, required: Value | undefined): void {
    for (const key of stringsIn(required)) {
      if (Object.hasOwn(at.value, key)) continue;
      if (this.#mayHaveMore(at, key)) at.out.isUnknown = true;
      else add(at, at.out, { kind: 'missing' });
    }
  }

  #checkDependencies(at: Checked<Mapping>): void {
    const { draft } = this.#document;
    const { dependencies, dependentRequired, dependentSchemas } = at.keywords;
    const dependents =
      draft < 2019 ? [dependencies] : [dependencies, dependentRequired, dependentSchemas];
    for (const dependent of dependents) {
      for (const [key, needed] of Object.entries(mappingFrom(dependent))) {
        if (!Object.hasOwn(at.value, key)) at.out.isUnknown ||= this.#mayHaveMore(at, key);
        else if (isList(needed)) this.#checkRequired(at, needed);
        else at.out.merge(this.#below(at, needed));
      }
    }
  }

  #checkMember(at: Checked<Mapping>, key: string): void {
    const { keywords, out } = at;
    const { properties, patternProperties, additionalProperties, propertyNames } = keywords;
    const value = at.value[key] ?? null;
    const member = { value, trail: { parent: at.trail, segment: key } };
    const schemas = [memberOf(properties, key)].filter((one) => one !== undefined);
    let isEvaluated: boolean | undefined = schemas.length > 0;
    for (const [pattern, json] of Object.entries(mappingFrom(patternProperties))) {
      const isMatch = this.#matches(key, pattern);
      if (isMatch === true) schemas.push(json);
      if (isMatch === undefined) out.isUnknown = true;
      if (isMatch !== false && isEvaluated !== true) isEvaluated = isMatch;
    }
    if (isEvaluated === false && additionalProperties !== undefined) {
      schemas.push(additionalProperties);
    }
    for (const json of schemas) {
      if (json === false) add(at, out, { kind: 'unknown', key });
      else out.merge(this.#below(at, json, member));
    }
    if (propertyNames === undefined || this.#document.draft < 6) return;
    const { fits } = this.#below(at, propertyNames, { value: key, trail: undefined });
    if (fits === false) add(at, out, { kind: 'unknown', key });
    else out.isUnknown ||= fits === undefined;
  }

  #checkList(at: Checked<readonly Value[]>): void {
    const { value, keywords, out } = at;
    const { minItems, maxItems, uniqueItems } = keywords;
    if (isNumber(minItems) && value.length < minItems) {
      addReason(at, `it has fewer items than minItems ${minItems}`);
    }
    if (isNumber(maxItems) && value.length > maxItems) {
      addReason(at, `it has more items than maxItems ${maxItems}`);
    }
    if (
      uniqueItems === true &&
      new Set(value.map((item) => this.#textOf(item))).size < value.length
    ) {
      addReason(at, 'it has equal items');
    }
    const { first, others } = this.#itemSchemas(keywords);
    for (const [index, item] of value.entries()) {
      const json = index < first.length ? first[index] : others;
      const trail = { parent: at.trail, segment: index };
      if (json !== undefined) out.merge(this.#below(at, json, { value: item, trail }));
    }
    this.#checkContains(at);
  }

  /** The schemas of the first items, and the one of all others. */
  #itemSchemas({ items, prefixItems, additionalItems }: Mapping): {
    readonly first: readonly Value[];
    readonly others: Value | undefined;
  } {
    if (this.#document.draft >= 2020) return { first: itemsOf(prefixItems), others: items };
    return isList(items) ? { first: items, others: additionalItems } : { first: [], others: items };
  }

  #checkContains(at: Checked<readonly Value[]>): void {
    const { draft } = this.#document;
    const { contains, minContains, maxContains } = at.keywords;
    if (contains === undefined || draft < 6) return;
    const results = at.value.map((value, index) => {
      const trail = { parent: at.trail, segment: index };
      return this.#below(at, contains, { value, trail }).fits;
    });
    const sure = results.filter((fits) => fits === true).length;
    const possible = results.filter((fits) => fits !== false).length;
    const fewest = draft >= 2019 && isNumber(minContains) ? minContains : 1;
    const most = draft >= 2019 && isNumber(maxContains) ? maxContains : Number.POSITIVE_INFINITY;
    if (possible < fewest) addReason(at, `fewer than ${fewest} of its items fit contains`);
    else if (sure > most) addReason(at, `more than ${most} of its items fit contains`);
    else if (sure < possible) at.out.isUnknown = true;
  }

  #checkString(at: Checked<string>): void {
    const { value, keywords, out } = at;
    const { minLength, maxLength, pattern } = keywords;
    const length = [...value].length;
    if (isNumber(minLength) && length < minLength) {
      addReason(at, `it is shorter than minLength ${minLength}`);
    }
    if (isNumber(maxLength) && length > maxLength) {
      addReason(at, `it is longer than maxLength ${maxLength}`);
    }
    if (typeof pattern !== 'string') return;
    const isMatch = this.#matches(value, pattern);
    if (isMatch === false) addReason(at, `it does not match the pattern ${pattern}`);
    else out.isUnknown ||= isMatch === undefined;
  }

  /** Reports whether a pattern matches. Undefined if Go cannot compile it, or if that takes too much work. */
  #matches(text: string, pattern: string): boolean | undefined {
    this.#left -= 1 + text.length / TEXT_OF_STEP;
    if (pattern.length > LONGEST_PATTERN) return undefined;
    const compiled = compileRegularExpression(pattern);
    return compiled.ok ? matchesWithinLimit(compiled.expression, text) : undefined;
  }

  #checkJunctors(at: Checked): void {
    const { keywords, out } = at;
    if (keywords.not !== undefined) {
      const { fits } = this.#below(at, keywords.not);
      if (fits === true) addReason(at, 'it fits the schema of not');
      else out.isUnknown ||= fits === undefined;
    }
    for (const one of itemsOf(keywords.allOf)) out.merge(this.#below(at, one));
    this.#checkAlternatives(at, 'anyOf');
    this.#checkAlternatives(at, 'oneOf');
    if (keywords.if !== undefined && this.#document.draft >= 7) {
      const { fits } = this.#below(at, keywords.if);
      const branch = fits === true ? keywords.then : keywords.else;
      if (fits === undefined) out.isUnknown = true;
      else if (branch !== undefined) out.merge(this.#below(at, branch));
    }
  }

  #checkAlternatives(at: Checked, keyword: 'anyOf' | 'oneOf'): void {
    const alternatives = itemsOf(at.keywords[keyword]);
    if (alternatives.length === 0) return;
    const outcomes: Outcome[] = [];
    for (const alternative of alternatives) {
      const outcome = this.#below(at, alternative);
      if (outcome.fits === true && keyword === 'anyOf') return;
      outcomes.push(outcome);
    }
    const fitting = outcomes.filter(({ fits }) => fits === true).length;
    if (fitting > 1) addReason(at, 'it fits more than one schema of oneOf');
    else if (outcomes.some(({ fits }) => fits === undefined)) at.out.isUnknown = true;
    else if (fitting === 0) {
      const problems = outcomes.map((outcome) => outcome.problems);
      for (const problem of problemsOfAlternatives(at, keyword, problems)) {
        at.out.problems.push(problem);
      }
    }
  }

  /** Checks a value by a schema in the one of a place: the same value if none is given. */
  #below(
    { value, trail, depth, schema }: Checked,
    json: Value,
    member: Pick<Place, 'value' | 'trail'> = { value, trail },
  ): Outcome {
    return this.#check({ ...member, depth }, this.#document.below(json, schema));
  }

  /** Reports whether a mapping may have more keys, or a key, when Helm has added the values of dependencies. */
  #mayHaveMore({ trail, value }: Place, key?: string): boolean {
    if (trail !== undefined) {
      const [first] = segmentsOf(trail);
      return this.#dependencies.has(String(first));
    }
    const added = key === undefined ? [...this.#dependencies] : [key];
    return added.some((one) => this.#dependencies.has(one) && memberOf(value, one) === undefined);
  }
}

/** The keywords about all keys of a mapping, so that further keys may change their result. */
const ABOUT_KEYS = [
  'additionalProperties',
  'patternProperties',
  'propertyNames',
  'minProperties',
  'maxProperties',
];

const UNKNOWN_KEYWORDS = [
  'unevaluatedProperties',
  'unevaluatedItems',
  '$recursiveRef',
  '$dynamicRef',
];

/** The texts of the values that a schema lists. */
const textsOf = onceForEach(
  (values: readonly Value[]): ReadonlySet<string> =>
    new Set(values.map((value) => jsonText(value, 'by key'))),
);

function checkNumber(at: Checked<number | bigint>): void {
  const { value, keywords } = at;
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = keywords;
  // In draft 4, the exclusive ones say whether the bounds are exclusive.
  const above = exclusiveMinimum === true ? minimum : exclusiveMinimum;
  const below = exclusiveMaximum === true ? maximum : exclusiveMaximum;
  if (isNumber(above) && value <= above) addReason(at, `it must be greater than ${above}`);
  else if (isNumber(minimum) && value < minimum) addReason(at, `it must be at least ${minimum}`);
  if (isNumber(below) && value >= below) addReason(at, `it must be less than ${below}`);
  else if (isNumber(maximum) && value > maximum) addReason(at, `it must be at most ${maximum}`);
  if (isNumber(multipleOf) && multipleOf > 0 && !isMultipleOf(value, multipleOf)) {
    addReason(at, `it must be a multiple of ${multipleOf}`);
  }
}

function addReason(at: Checked, reason: string): void {
  add(at, at.out, { kind: 'invalid', reason });
}

function add(place: Place, out: Outcome, fault: ValuesFault): void {
  out.problems.push(problemAt(place, fault));
}

function isNumber(value: Value | undefined): value is number | bigint {
  return typeof value === 'bigint' || (typeof value === 'number' && Number.isFinite(value));
}

function typeOf(value: Value): string {
  if (value === null) return 'null';
  if (isList(value)) return 'array';
  if (isMapping(value)) return 'object';
  if (typeof value === 'bigint' || Number.isInteger(value)) return 'integer';
  return typeof value;
}
