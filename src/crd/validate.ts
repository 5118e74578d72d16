import { compileRegularExpression } from '../go/regular-expression.ts';
import type { Minor } from '../kubernetes/minors.ts';
import type { Mapping, Value } from '../kubernetes/value.ts';
import { isMapping, writtenAsFloat } from '../yaml/tree.ts';
import { isInEnum } from './enum.ts';
import { checkNumber, isJsonInteger, kindOfNumber } from './numbers.ts';
import { isSchemaList } from './schema-node.ts';
import { isOfStringFormat, isRecognizedFormat, isStringFormat } from './string-formats.ts';
import { isIntOrString, mapValueSchema, type StructuralSchema } from './structural.ts';

/** What is wrong with a value, as the server's validation of custom resources sees it. */
export type ValueFault =
  | { readonly kind: 'type'; readonly expected: string }
  | { readonly kind: 'required' }
  | { readonly kind: 'enum'; readonly values: readonly Value[] }
  | { readonly kind: 'too-long'; readonly most: number }
  | { readonly kind: 'too-many'; readonly most: number; readonly actual: number }
  | { readonly kind: 'invalid'; readonly reason: string };

export interface ValueProblem {
  readonly fault: ValueFault;
  /** From the value that was validated on, to what is at fault. */
  readonly segments: readonly (string | number)[];
  /** The name of the place as the server has it, such as `a.b[0]`; empty where it tells only of the whole value. */
  readonly name: string;
}

export interface ValidationOptions {
  readonly minor: Minor;
  /**
   * - `default`: a default of a CRD, which the server validates by the structural form
   * - `resource`: a custom resource, which it validates by the schema as written, less the formats it
   *   does not know; an int-or-string must be one there
   */
  readonly of: 'default' | 'resource';
}

/** How deep values and junctors may be nested below others. */
const DEEPEST = 1000;

export type ValidationResult =
  | { readonly problems: readonly ValueProblem[]; readonly tooDeep: false }
  | { readonly problems: readonly ValueProblem[]; readonly tooDeep: true };

/** Validates a value against the schema of its place. Takes time linear in their sizes. */
export function validateValue(
  value: Value,
  schema: StructuralSchema,
  options: ValidationOptions,
  { isFloat = false }: { readonly isFloat?: boolean } = {},
): ValidationResult {
  const validator = new Validator(options);
  const outcome = validator.validate(value, isFloat, schema, undefined, false);
  return { problems: outcome.problems ?? [], tooDeep: validator.tooDeep };
}

/** The way to a value, told from its end. */
interface Trail {
  readonly parent: Trail | undefined;
  readonly segment: string | number;
}

/** What became of a value: its faults, and how much of it was right, by which the best of several branches is found. */
class Outcome {
  problems: ValueProblem[] | undefined;
  matches = 0;

  merge(other: Outcome): void {
    this.matches += other.matches;
    if (other.problems === undefined) return;
    if (this.problems === undefined) this.problems = other.problems.slice();
    else for (const problem of other.problems) this.problems.push(problem);
  }

  add(
    fault: ValueFault,
    trail: Trail | undefined,
    options: { readonly unnamed?: boolean } = {},
  ): void {
    const segments = segmentsOf(trail);
    const name = options.unnamed === true ? '' : nameOf(segments);
    this.problems ??= [];
    this.problems.push({ fault, segments, name });
  }

  get isValid(): boolean {
    return this.problems === undefined;
  }
}

type Kind = 'boolean' | 'string' | 'integer' | 'number' | 'array' | 'object';

class Validator {
  readonly #options: ValidationOptions;
  /** How many schemas are being looked into; junctors count as much as steps into the value. */
  #depth = 0;
  tooDeep = false;

  constructor(options: ValidationOptions) {
    this.#options = options;
  }

  validate(
    value: Value,
    isFloat: boolean,
    schema: StructuralSchema,
    trail: Trail | undefined,
    nested: boolean,
  ): Outcome {
    const out = new Outcome();
    if (value === null) {
      this.#checkNull(schema, trail, out);
      return out;
    }
    if (this.#depth >= DEEPEST) {
      this.tooDeep = true;
      return out;
    }
    this.#depth++;
    const kind = kindOf(value, isFloat);
    this.#checkType(value, kind, schema, trail, out);
    this.#checkJunctors(value, isFloat, schema, trail, out);
    if (typeof value === 'string') this.#checkString(value, schema, trail, out);
    else if (typeof value === 'number' || typeof value === 'bigint') {
      this.#checkNumber(value, kind, schema, trail, out);
    } else if (isArray(value)) this.#checkList(value, schema, trail, nested, out);
    if ((schema.enum ?? []).length > 0 && !isInEnum(value, kind, schema.enum ?? [])) {
      out.add({ kind: 'enum', values: schema.enum ?? [] }, trail);
    }
    out.matches++;
    if (isMapping(value)) this.#checkObject(value, schema, trail, nested, out);
    out.matches++;
    this.#depth--;
    return out;
  }

  #checkNull(schema: StructuralSchema, trail: Trail | undefined, out: Outcome): void {
    const types = this.#typesOf(schema);
    if (types.length > 0 && schema.nullable !== true) {
      out.add({ kind: 'type', expected: types.join(' or ') }, trail);
    } else out.matches++;
    if ((schema.enum ?? []).length > 0) {
      out.add({ kind: 'enum', values: schema.enum ?? [] }, trail);
    }
  }

  /** The types that a value may have; the server does not see an int-or-string where it validates defaults. */
  #typesOf(schema: StructuralSchema): readonly string[] {
    if (this.#options.of === 'resource' && isIntOrString(schema)) return ['integer', 'string'];
    return (schema.type ?? '') === '' ? [] : [schema.type ?? ''];
  }

  #formatOf(schema: StructuralSchema): string {
    const format = schema.format ?? '';
    if (format === '' || this.#options.of === 'default') return format;
    const types = this.#typesOf(schema);
    const type = types.length === 1 ? types[0] : '';
    return isRecognizedFormat(format, type ?? '', this.#options.minor) ? format : '';
  }

  #checkType(
    value: Value,
    kind: Kind,
    schema: StructuralSchema,
    trail: Trail | undefined,
    out: Outcome,
  ): void {
    const types = this.#typesOf(schema);
    const format = this.#formatOf(schema);
    if (types.length === 0 && format === '') return;
    out.matches++;
    const isIntegral =
      kind === 'number' && types.includes('integer') && isJsonInteger(Number(value));
    const isNumeric = isIntegral || (kind === 'integer' && types.includes('number'));
    const fits = types.includes(kind) || isNumeric;
    const isTextual = kind === 'string' || kind === 'array';
    if (!isTextual && format !== '' && !fits && format !== ownFormat(kind)) {
      out.add({ kind: 'type', expected: format }, trail);
      return;
    }
    const wantsNumber = types.includes('number') || types.includes('integer');
    if (!fits && !(isTextual && format !== '' && !wantsNumber)) {
      out.add({ kind: 'type', expected: types.length > 0 ? types.join(' or ') : format }, trail);
      return;
    }
    out.matches++;
  }

  #checkString(
    value: string,
    schema: StructuralSchema,
    trail: Trail | undefined,
    out: Outcome,
  ): void {
    out.matches++;
    const { maxLength, minLength, pattern = '' } = schema;
    const length = maxLength === undefined && minLength === undefined ? 0 : countLetters(value);
    if (maxLength !== undefined && length > maxLength) {
      out.add({ kind: 'too-long', most: Number(maxLength) }, trail);
    } else if (minLength !== undefined && length < minLength) {
      out.add(invalid(`it is shorter than minLength ${minLength}`), trail);
    } else if (pattern !== '') {
      const compiled = compileRegularExpression(pattern);
      if (!compiled.ok || !compiled.expression.matches(value)) {
        out.add(invalid(`it does not match the pattern ${pattern}`), trail);
      }
    }
    const format = this.#formatOf(schema);
    if (format === '' || !isStringFormat(format, this.#options.minor)) return;
    out.matches++;
    if (!isOfStringFormat(value, format)) out.add({ kind: 'type', expected: format }, trail);
  }

  #checkNumber(
    value: number | bigint,
    kind: Kind,
    schema: StructuralSchema,
    trail: Trail | undefined,
    out: Outcome,
  ): void {
    out.matches += 2;
    const types = this.#typesOf(schema);
    const type = types.length === 1 ? types[0] : undefined;
    const options = { minor: this.#options.minor, type, format: this.#formatOf(schema) };
    for (const { reason, unnamed } of checkNumber(value, kind === 'integer', schema, options)) {
      out.add(invalid(reason), trail, { unnamed });
    }
  }

  #checkList(
    value: readonly Value[],
    schema: StructuralSchema,
    trail: Trail | undefined,
    nested: boolean,
    out: Outcome,
  ): void {
    const { items, minItems, maxItems } = schema;
    if (items !== undefined && !isSchemaList(items)) {
      for (const [index, item] of value.entries()) {
        const below = { parent: trail, segment: index };
        out.merge(this.validate(item, writtenAsFloat(value, index), items, below, nested));
      }
    }
    if (minItems !== undefined && value.length < minItems) {
      out.add(invalid(`it has fewer items than minItems ${minItems}`), trail);
    }
    if (maxItems !== undefined && value.length > maxItems) {
      out.add({ kind: 'too-many', most: Number(maxItems), actual: value.length }, trail);
    }
    out.matches += 2;
  }

  #checkObject(
    value: Mapping,
    schema: StructuralSchema,
    trail: Trail | undefined,
    nested: boolean,
    out: Outcome,
  ): void {
    out.matches++;
    const { minProperties, maxProperties, properties } = schema;
    const keys = Object.keys(value);
    if (minProperties !== undefined && keys.length < minProperties) {
      out.add(invalid(`it has fewer properties than minProperties ${minProperties}`), trail);
    }
    if (maxProperties !== undefined && keys.length > maxProperties) {
      out.add({ kind: 'too-many', most: Number(maxProperties), actual: keys.length }, trail);
    }
    // The structural form has no additionalProperties where values are only narrowed down.
    const isClosed =
      schema.additionalProperties === false && !(nested && this.#options.of === 'default');
    const others = mapValueSchema(schema);
    for (const key of keys) {
      const inner = value[key];
      const declared = properties?.[key] ?? others;
      if (inner === undefined) continue;
      if (isClosed && properties?.[key] === undefined) {
        out.add(invalid(`it must not have a property '${key}'`), trail);
      }
      if (declared === undefined) continue;
      const below = { parent: trail, segment: key };
      out.merge(this.validate(inner, writtenAsFloat(value, key), declared, below, nested));
    }
    for (const key of schema.required ?? []) {
      if (value[key] !== undefined) continue;
      out.add({ kind: 'required' }, { parent: trail, segment: key });
    }
  }

  #checkJunctors(
    value: Value,
    isFloat: boolean,
    schema: StructuralSchema,
    trail: Trail | undefined,
    out: Outcome,
  ): void {
    out.matches += 2;
    const { anyOf = [], oneOf = [], allOf = [], not } = schema;
    const judge = (branch: StructuralSchema) => this.validate(value, isFloat, branch, trail, true);
    if (anyOf.length > 0) checkAnyOf(anyOf, judge, trail, out);
    if (oneOf.length > 0) checkOneOf(oneOf, judge, trail, out);
    if (allOf.length > 0) {
      let valid = 0;
      for (const branch of allOf) {
        const outcome = judge(branch);
        if (outcome.isValid) valid++;
        out.merge(outcome);
      }
      if (valid < allOf.length) {
        out.add(invalid('it does not fit all schemas of allOf'), trail, { unnamed: true });
      }
    }
    if (not !== undefined && judge(not).isValid) {
      out.add(invalid('it fits the schema of not'), trail, { unnamed: true });
    }
  }
}

function checkAnyOf(
  branches: readonly StructuralSchema[],
  judge: (branch: StructuralSchema) => Outcome,
  trail: Trail | undefined,
  out: Outcome,
): void {
  let best: Outcome | undefined;
  for (const branch of branches) {
    const outcome = judge(branch);
    if (outcome.isValid) {
      out.merge(outcome);
      return;
    }
    if (best === undefined || outcome.matches > best.matches) best = outcome;
  }
  out.add(invalid('it fits no schema of anyOf'), trail, { unnamed: true });
  if (best !== undefined) out.merge(best);
}

function checkOneOf(
  branches: readonly StructuralSchema[],
  judge: (branch: StructuralSchema) => Outcome,
  trail: Trail | undefined,
  out: Outcome,
): void {
  let best: Outcome | undefined;
  const valid: Outcome[] = [];
  for (const branch of branches) {
    const outcome = judge(branch);
    if (outcome.isValid) valid.push(outcome);
    else if (best === undefined || outcome.matches > best.matches) best = outcome;
  }
  const [first, second] = valid;
  if (first !== undefined && second === undefined) {
    out.merge(first);
    return;
  }
  const reason = `it fits ${valid.length} schemas of oneOf, not exactly one`;
  out.add(invalid(reason), trail, { unnamed: true });
  if (first === undefined && best !== undefined) out.merge(best);
}

function invalid(reason: string): ValueFault {
  return { kind: 'invalid', reason };
}

function kindOf(value: Exclude<Value, null>, isFloat: boolean): Kind {
  switch (typeof value) {
    case 'boolean':
      return 'boolean';
    case 'string':
      return 'string';
    case 'number':
    case 'bigint':
      return kindOfNumber(value, isFloat);
    default:
      return isArray(value) ? 'array' : 'object';
  }
}

/** What the server takes the format of a number for, whatever the schema says. */
function ownFormat(kind: Kind): string | undefined {
  if (kind === 'integer') return 'int64';
  return kind === 'number' ? 'float64' : undefined;
}

function countLetters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

function isArray(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

function segmentsOf(trail: Trail | undefined): readonly (string | number)[] {
  const segments: (string | number)[] = [];
  for (let step = trail; step !== undefined; step = step.parent) segments.push(step.segment);
  return segments.reverse();
}

function nameOf(segments: readonly (string | number)[]): string {
  const steps = segments.map((segment) =>
    typeof segment === 'number' ? `[${segment}]` : `.${segment}`,
  );
  return steps.join('').replace(/^\./, '');
}
