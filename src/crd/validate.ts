import { compileRegularExpression } from '../go/regular-expression.ts';
import type { Minor } from '../kubernetes/minors.ts';
import type { Mapping, Value } from '../kubernetes/value.ts';
import { isMapping, writtenAsFloat } from '../yaml/tree.ts';
import { isInEnum } from './enum.ts';
import { checkJunctors } from './junctors.ts';
import { checkNumber, isJsonInteger, kindOfNumber } from './numbers.ts';
import { isSchemaList } from './schema-node.ts';
import { isOfStringFormat, isRecognizedFormat, isStringFormat } from './string-formats.ts';
import { isIntOrString, mapValueSchema, type StructuralSchema } from './structural.ts';
import { invalid, Outcome, type Trail, type ValueProblem } from './validation-outcome.ts';

export interface ValidationOptions {
  readonly minor: Minor;
  /**
   * - `default`: a default of a CRD, which the server validates by the structural form
   * - `resource`: a custom resource, which it validates by the schema as written, without unknown
   * formats; `x-kubernetes-int-or-string` is enforced
   */
  readonly of: 'default' | 'resource';
}

/** How deeply values and junctors can be nested. */
const MAX_DEPTH = 1000;

export type ValidationResult =
  | { readonly problems: readonly ValueProblem[]; readonly tooDeep: false }
  | { readonly problems: readonly ValueProblem[]; readonly tooDeep: true };

/** Validates a value against the schema of its place, in time linear in their sizes. */
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

type Kind = 'boolean' | 'string' | 'integer' | 'number' | 'array' | 'object';

class Validator {
  readonly #options: ValidationOptions;
  /** How many schemas are being validated; junctors count like steps into the value. */
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
    if (this.#depth >= MAX_DEPTH) {
      this.tooDeep = true;
      return out;
    }
    this.#depth++;
    const kind = kindOf(value, isFloat);
    this.#checkType(value, kind, schema, trail, out);
    checkJunctors(
      schema,
      (branch) => this.validate(value, isFloat, branch, trail, true),
      trail,
      out,
    );
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

  /**
   * The types that a value may have. The server ignores `x-kubernetes-int-or-string` when it
   * validates defaults.
   */
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
    const length = maxLength === undefined && minLength === undefined ? 0 : countCharacters(value);
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
    // In the structural form, schemas inside of junctors have no `additionalProperties`.
    const isClosed =
      schema.additionalProperties === false && !(nested && this.#options.of === 'default');
    const others = mapValueSchema(schema);
    for (const key of keys) {
      const inner = value[key];
      const declared = properties?.[key] ?? others;
      if (inner === undefined) continue;
      if (isClosed && properties?.[key] === undefined) {
        out.add(invalid(`the property '${key}' is not allowed`), trail);
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

/** The format that the server assumes for a number, whatever the schema says. */
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
