import {
  compileRegularExpression,
  matchesWithinLimit,
} from '../../../base/go/regular-expression.ts';
import { isMapping, writtenAsFloat } from '../../../yaml/tree.ts';
import type { Minor } from '../../kubernetes/minors.ts';
import type { Mapping, Value } from '../../kubernetes/value.ts';
import { isSchemaList } from '../schema-node.ts';
import { isIntOrString, mapValueSchema, type StructuralSchema } from '../structural.ts';
import type { CorrelatedValue, MarkedValue } from './correlated-value.ts';
import { isInEnum } from './enum.ts';
import { checkJunctors } from './junctors.ts';
import { checkNumber, isJsonInteger, kindOfNumber } from './numbers.ts';
import { isOfStringFormat, isRecognizedFormat, isStringFormat } from './string-formats.ts';
import type { Trail } from './trail.ts';
import { invalid, type JsonType, Outcome, type ValueProblem } from './validation-outcome.ts';

interface ValidationOptions {
  readonly minor: Minor;
  /**
   * - `default`: a default of a CRD, which the server validates by the structural form
   * - `resource`: a custom resource, which it validates by the schema as written, without unknown
   *   formats; `x-kubernetes-int-or-string` is enforced
   */
  readonly of: 'default' | 'resource';
  /** The value and the value that it replaces. Errors about unchanged values are ignored. */
  readonly update?: CorrelatedValue;
}

/** The depth to which values and junctors can be nested. */
const MAX_DEPTH = 1000;

interface ValidationResult {
  readonly problems: readonly ValueProblem[];
  /** True if values are nested too deeply to be validated. */
  readonly tooDeep: boolean;
  /** The strings that were not matched with their patterns, because that takes too much time. */
  readonly unmatched: readonly ValueProblem[];
}

/** Validates a value against the schema of its place, in time linear in their sizes. */
export function validateValue(
  value: Value,
  schema: StructuralSchema,
  options: ValidationOptions,
  { isFloat = false }: { readonly isFloat?: boolean } = {},
): ValidationResult {
  const validator = new Validator(options);
  const { update } = options;
  const place = { schema, trail: undefined, isNested: false, update };
  const outcome =
    update === undefined
      ? validator.validate({ value, isFloat }, place)
      : validator.validateUpdated(place, update);
  return {
    problems: validator.isUncertain ? [] : (outcome.problems ?? []),
    tooDeep: validator.tooDeep,
    unmatched: validator.unmatched.problems ?? [],
  };
}

type Kind = Exclude<JsonType, 'null'>;

/** A place where a value is validated, and the schema that it is validated against. */
interface Place {
  readonly schema: StructuralSchema;
  readonly trail: Trail | undefined;
  /** True if the schema is at or below a logical junctor. */
  readonly isNested: boolean;
  /**
   * The correlation of the value, if an update is validated. Values below a value that is not correlated, and values
   * that are validated below a logical junctor, have none.
   */
  readonly update: CorrelatedValue | undefined;
}

class Validator {
  readonly #options: ValidationOptions;
  /** The number of schemas that are being validated. A junctor counts like a step into the value. */
  #depth = 0;
  tooDeep = false;
  readonly unmatched = new Outcome();
  /** True if a logical junctor has a string that was not matched, so that its result is unknown. */
  isUncertain = false;

  constructor(options: ValidationOptions) {
    this.#options = options;
  }

  /**
   * Validates a value that may be unchanged by an update: its errors do not count then. The server validates the value
   * that the correlation has.
   *
   * Source: `pkg/apiserver/validation/ratcheting.go` of apiextensions-apiserver.
   */
  validateUpdated(place: Place, update: CorrelatedValue): Outcome {
    const outcome = this.validate(update.now, { ...place, update });
    if (outcome.isValid || !update.isUnchanged()) return outcome;
    const ratcheted = new Outcome();
    ratcheted.matches = outcome.matches;
    return ratcheted;
  }

  validate({ value, isFloat }: MarkedValue, place: Place): Outcome {
    const { schema } = place;
    const out = new Outcome();
    if (value === null) {
      this.#checkNull(place, out);
      return out;
    }
    if (this.#depth >= MAX_DEPTH) {
      this.tooDeep = true;
      return out;
    }
    this.#depth++;
    const kind = kindOf(value, isFloat);
    this.#checkType(value, kind, place, out);
    const validateBranch = (branch: StructuralSchema) =>
      this.validate(
        { value, isFloat },
        { ...place, schema: branch, isNested: true, update: undefined },
      );
    checkJunctors(place, validateBranch, out);
    if (typeof value === 'string') this.#checkString(value, place, out);
    else if (typeof value === 'number' || typeof value === 'bigint') {
      this.#checkNumber(value, kind, place, out);
    } else if (isArray(value)) this.#checkList(value, place, out);
    if ((schema.enum ?? []).length > 0 && !isInEnum(value, kind, schema.enum ?? [])) {
      out.add({ kind: 'enum', values: schema.enum ?? [] }, { ...place, keyword: 'enum' });
    }
    out.matches++;
    if (isMapping(value)) this.#checkObject(value, place, out);
    out.matches++;
    this.#depth--;
    return out;
  }

  /** Validates a member or an item of a value: with the one that it replaces, if that can be correlated. */
  #validateBelow(
    value: MarkedValue,
    segment: string | number,
    schema: StructuralSchema,
    { trail: parent, isNested, update }: Place,
  ): Outcome {
    const below = update === undefined ? undefined : this.#correlate(update, segment);
    const place = { schema, trail: { parent, segment }, isNested, update: below };
    return below === undefined ? this.validate(value, place) : this.validateUpdated(place, below);
  }

  /** The correlation of a member or an item. */
  #correlate(update: CorrelatedValue, segment: string | number): CorrelatedValue | undefined {
    if (typeof segment === 'number') return update.index(segment);
    const isTypeOfObject = segment === 'apiVersion' || segment === 'kind';
    return isTypeOfObject && update === this.#options.update ? undefined : update.key(segment);
  }

  #checkNull(place: Place, out: Outcome): void {
    const { schema } = place;
    const types = this.#typesOf(schema);
    if (types.length > 0 && schema.nullable !== true) {
      out.add(
        { kind: 'type', expected: types.join(' or '), actual: 'null' },
        { ...place, keyword: 'type' },
      );
    } else out.matches++;
    if ((schema.enum ?? []).length > 0) {
      out.add({ kind: 'enum', values: schema.enum ?? [] }, { ...place, keyword: 'enum' });
    }
  }

  /** The types that a value may have. The server ignores `x-kubernetes-int-or-string` when it validates defaults. */
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

  #checkType(value: Value, kind: Kind, place: Place, out: Outcome): void {
    const { schema } = place;
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
      out.add({ kind: 'type', expected: format, actual: kind }, { ...place, keyword: 'type' });
      return;
    }
    const wantsNumber = types.includes('number') || types.includes('integer');
    if (!fits && !(isTextual && format !== '' && !wantsNumber)) {
      const expected = types.length > 0 ? types.join(' or ') : format;
      out.add({ kind: 'type', expected, actual: kind }, { ...place, keyword: 'type' });
      return;
    }
    out.matches++;
  }

  #checkString(value: string, place: Place, out: Outcome): void {
    const { schema } = place;
    out.matches++;
    const { maxLength, minLength, pattern = '' } = schema;
    const length = maxLength === undefined && minLength === undefined ? 0 : countCharacters(value);
    if (maxLength !== undefined && length > maxLength) {
      out.add({ kind: 'too-long', most: Number(maxLength) }, { ...place, keyword: 'maxLength' });
    } else if (minLength !== undefined && length < minLength) {
      const reason = `it is shorter than minLength ${minLength}`;
      out.add(invalid(reason), { ...place, keyword: 'minLength' });
    } else if (pattern !== '') {
      this.#checkPattern(value, pattern, place, out);
    }
    const format = this.#formatOf(schema);
    if (format === '' || !isStringFormat(format, this.#options.minor)) return;
    out.matches++;
    if (!isOfStringFormat(value, format)) {
      const fault = { kind: 'type', expected: format, actual: 'string' } as const;
      out.add(fault, { ...place, keyword: 'format' });
    }
  }

  #checkPattern(value: string, pattern: string, place: Place, out: Outcome): void {
    const compiled = compileRegularExpression(pattern);
    const isMatch = compiled.ok && matchesWithinLimit(compiled.expression, value);
    if (isMatch === true) return;
    if (isMatch === undefined) this.isUncertain ||= place.isNested;
    const reason = `it does not match the pattern ${pattern}`;
    const to = isMatch === undefined ? this.unmatched : out;
    to.add(invalid(reason), { ...place, keyword: 'pattern' });
  }

  #checkNumber(value: number | bigint, kind: Kind, place: Place, out: Outcome): void {
    const { schema } = place;
    out.matches += 2;
    const types = this.#typesOf(schema);
    const type = types.length === 1 ? types[0] : undefined;
    const options = { minor: this.#options.minor, type, format: this.#formatOf(schema) };
    for (const fault of checkNumber(value, kind === 'integer', schema, options)) {
      const { reason, keyword, unnamed } = fault;
      out.add(invalid(reason), { ...place, keyword, unnamed });
    }
  }

  #checkList(value: readonly Value[], place: Place, out: Outcome): void {
    const { items, minItems, maxItems } = place.schema;
    if (items !== undefined && !isSchemaList(items)) {
      for (const [index, item] of value.entries()) {
        const marked = { value: item, isFloat: writtenAsFloat(value, index) };
        out.merge(this.#validateBelow(marked, index, items, place));
      }
    }
    if (minItems !== undefined && value.length < minItems) {
      const reason = `it has fewer items than minItems ${minItems}`;
      out.add(invalid(reason), { ...place, keyword: 'minItems' });
    }
    if (maxItems !== undefined && value.length > maxItems) {
      const fault = { kind: 'too-many', most: Number(maxItems), actual: value.length } as const;
      out.add(fault, { ...place, keyword: 'maxItems' });
    }
    out.matches += 2;
  }

  #checkObject(value: Mapping, place: Place, out: Outcome): void {
    const { schema, isNested } = place;
    out.matches++;
    const { minProperties, maxProperties, properties } = schema;
    const keys = Object.keys(value);
    if (minProperties !== undefined && keys.length < minProperties) {
      const reason = `it has fewer properties than minProperties ${minProperties}`;
      out.add(invalid(reason), { ...place, keyword: 'minProperties' });
    }
    if (maxProperties !== undefined && keys.length > maxProperties) {
      const fault = { kind: 'too-many', most: Number(maxProperties), actual: keys.length } as const;
      out.add(fault, { ...place, keyword: 'maxProperties' });
    }
    // In the structural form, schemas inside of junctors have no `additionalProperties`.
    const isClosed =
      schema.additionalProperties === false && !(isNested && this.#options.of === 'default');
    const others = mapValueSchema(schema);
    for (const key of keys) {
      const inner = value[key];
      const declared = properties?.[key] ?? others;
      if (inner === undefined) continue;
      if (isClosed && properties?.[key] === undefined) {
        const fault = { kind: 'forbidden', property: key } as const;
        out.add(fault, { ...place, keyword: 'additionalProperties' });
      }
      if (declared === undefined) continue;
      const marked = { value: inner, isFloat: writtenAsFloat(value, key) };
      out.merge(this.#validateBelow(marked, key, declared, place));
    }
    for (const key of schema.required ?? []) {
      if (value[key] !== undefined) continue;
      const trail = { parent: place.trail, segment: key };
      out.add({ kind: 'required' }, { schema, trail, keyword: 'required' });
    }
  }
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

/** The format that the server assumes for a number, even if the schema has another one. */
function ownFormat(kind: Kind): string | undefined {
  if (kind === 'integer') return 'int64';
  return kind === 'number' ? 'float64' : undefined;
}

function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

function isArray(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}
