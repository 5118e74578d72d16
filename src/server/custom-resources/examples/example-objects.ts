import { areEqualLists } from '../../../base/equal-lists.ts';
import {
  createMapping,
  isMapping,
  type Mapping,
  type Path,
  type Value,
} from '../../../yaml/tree.ts';
import type { SchemaSteps } from '../../crd/schema-steps.ts';
import { propertySchema, type StructuralSchema } from '../../crd/structural.ts';
import { jsonText } from '../../crd/values/json-text.ts';
import type { Minor } from '../../kubernetes/minors.ts';
import { type Refusal, ResourceAcceptance } from '../acceptance.ts';
import type { CustomDefinition, CustomVersion } from '../definition.ts';
import type { RuleFault } from '../rule-faults.ts';
import { ExampleValues } from './example-values.ts';
import { editsOfRule, type ValueEdit, withEdit } from './rule-edits.ts';
import { hintsOf } from './rule-hints.ts';
import { allSchemas, itemSchemas, memberSchemas, type ValueSchemas } from './value-schemas.ts';

const EXAMPLE_NAME = 'example';
/** The key of the entry of a map that an example has. */
const MAP_KEY = 'key';
/** The number of objects that are judged to satisfy the rules of a schema. */
const MAX_JUDGED = 600;
const MAX_REPAIRS = 12;
/** The number of objects that are made around one value. */
const MAX_ROOTS = 6;

/** The part of a given value that must not change: the value, or only its presence. */
type Kept = 'value' | 'presence';

interface FixedValue {
  readonly path: Path;
  readonly keeps: Kept;
}

/** The path of the value that steps lead to in the objects made here. */
export function pathOf(steps: SchemaSteps): Path {
  return steps.map((step) =>
    step.kind === 'property' ? step.name : step.kind === 'items' ? 0 : MAP_KEY,
  );
}

/** Makes custom resources of one version that the server accepts. */
export class ExampleObjects {
  readonly values: ExampleValues;
  readonly #definition: CustomDefinition;
  readonly #version: CustomVersion;
  readonly #minor: Minor;
  #judged = 0;

  constructor(definition: CustomDefinition, version: CustomVersion, minor: Minor) {
    this.#definition = definition;
    this.#version = version;
    this.#minor = minor;
    this.values = new ExampleValues(minor);
  }

  /** A smallest custom resource; undefined if none is found that the server accepts. */
  minimal(): Mapping | undefined {
    for (const object of this.#accepted([], undefined, [], {})) return object;
    return undefined;
  }

  /**
   * Makes custom resources with a given value at a given path, and otherwise only with what they need.
   *
   * @param companion a schema that the rest of the object should satisfy too
   * @param options.ofStatus true if the status is validated even if it is a subresource
   * @param options.keeps the part that must not change to satisfy the rules of the kind: the value, or only its
   * presence
   */
  *containing(
    steps: SchemaSteps,
    value: Value,
    companion: StructuralSchema | undefined,
    options: { readonly ofStatus: boolean; readonly keeps?: Kept },
  ): Iterable<Mapping> {
    // The companion is about a part of the object, so it does not apply to the whole object.
    if (companion !== undefined && steps.length > 0) {
      yield* this.#accepted(steps, value, [companion], options);
    }
    yield* this.#accepted(steps, value, [], options);
  }

  *#accepted(
    steps: SchemaSteps,
    value: Value | undefined,
    constraints: readonly StructuralSchema[],
    { keeps = 'value', ...options }: { readonly ofStatus?: boolean; readonly keeps?: Kept },
  ): Iterable<Mapping> {
    const { schema = {} } = this.#version;
    const acceptance = new ResourceAcceptance(this.#version, this.#minor, options);
    const fixed = { path: pathOf(steps), keeps };
    let tried = 0;
    for (const root of this.#roots({ declared: schema, constraints }, steps, value)) {
      if (++tried > MAX_ROOTS) return;
      const accepted = this.#repaired(root, fixed, acceptance);
      if (accepted !== undefined) yield accepted;
    }
  }

  *#roots(schemas: ValueSchemas, steps: SchemaSteps, value: Value | undefined): Iterable<Mapping> {
    const head = new Map(Object.entries(this.#head()));
    const [first, ...rest] = steps;
    if (first === undefined || value === undefined) {
      const given = isMapping(value) ? Object.entries(value) : [];
      yield* ordered(this.values.objects(schemas, new Map([...given, ...head])));
      return;
    }
    if (first.kind === 'items') return;
    const name = first.kind === 'property' ? first.name : MAP_KEY;
    const member = memberSchemas(schemas, name);
    const inner = member && this.#around(member, rest, value, 1);
    if (inner === undefined) return;
    yield* ordered(this.values.objects(schemas, head.set(name, inner)));
  }

  #head(): Mapping {
    const { group, kind, isNamespaced } = this.#definition;
    const metadata = { name: this.#name(), ...(isNamespaced ? { namespace: 'default' } : {}) };
    return { apiVersion: `${group}/${this.#version.name}`, kind, metadata };
  }

  /** A name that the schema allows. Of the metadata, a CRD can restrict only the names. */
  #name(): Value {
    const { schema = {} } = this.#version;
    const metadata = propertySchema(schema, 'metadata');
    const declared = metadata && propertySchema(metadata, 'name');
    if (declared === undefined) return EXAMPLE_NAME;
    const schemas = { declared, constraints: [] };
    if (this.values.isValid(EXAMPLE_NAME, schemas)) return EXAMPLE_NAME;
    return this.values.first(schemas) ?? EXAMPLE_NAME;
  }

  /** A value of some schemas with the given value at the end of the steps. */
  #around(
    schemas: ValueSchemas,
    steps: SchemaSteps,
    value: Value,
    depth: number,
  ): Value | undefined {
    const [step, ...rest] = steps;
    if (step === undefined) return value;
    if (step.kind === 'items') {
      const items = itemSchemas(schemas);
      const inner = items && this.#around(items, rest, value, depth + 1);
      if (inner === undefined) return undefined;
      const least = Math.max(1, ...allSchemas(schemas).map(({ minItems = 0 }) => Number(minItems)));
      return this.values.list(schemas, least, [inner], depth);
    }
    const name = step.kind === 'property' ? step.name : MAP_KEY;
    const member = memberSchemas(schemas, name);
    const inner = member && this.#around(member, rest, value, depth + 1);
    if (inner === undefined) return undefined;
    for (const object of this.values.objects(schemas, new Map([[name, inner]]), depth))
      return object;
    return undefined;
  }

  /** Changes an object, but not the value at one path, until no rule refuses it. */
  #repaired(
    object: Mapping,
    fixed: FixedValue,
    acceptance: ResourceAcceptance,
  ): Mapping | undefined {
    let current = object;
    let refusals = acceptance.refusals(current);
    for (let repair = 0; repair < MAX_REPAIRS; repair++) {
      if (refusals.length === 0) return current;
      const faults = refusals.flatMap((refusal) =>
        refusal.kind === 'rule' ? [refusal.fault] : [],
      );
      const [fault] = faults;
      if (fault === undefined || faults.length < refusals.length) return undefined;
      const better = this.#better(current, refusals, fault, fixed, acceptance);
      if (better === undefined) return undefined;
      [current, refusals] = better;
    }
    return refusals.length === 0 ? current : undefined;
  }

  #better(
    object: Mapping,
    refusals: readonly Refusal[],
    fault: RuleFault,
    fixed: FixedValue,
    acceptance: ResourceAcceptance,
  ): readonly [Mapping, readonly Refusal[]] | undefined {
    const edits: ValueEdit[] = [];
    const judge = (changes: readonly ValueEdit[]) => {
      this.#judged++;
      const changed = changes.reduce(withEdit, object);
      const left = acceptance.refusals(changed);
      const isGone = !left.some(
        (refusal) => refusal.kind !== 'rule' || refusal.fault.found.rule === fault.found.rule,
      );
      return isGone && left.length <= refusals.length ? ([changed, left] as const) : undefined;
    };
    for (const edit of this.#edits(fault, fixed)) {
      if (this.#judged > MAX_JUDGED) return undefined;
      const better = judge([edit]);
      if (better !== undefined) return better;
      edits.push(edit);
    }
    for (const [index, edit] of edits.entries()) {
      for (const other of edits.slice(index + 1)) {
        if (this.#judged > MAX_JUDGED) return undefined;
        if (areEqualLists(edit.path, other.path)) continue;
        const better = judge([edit, other]);
        if (better !== undefined) return better;
      }
    }
    return undefined;
  }

  /** Changes of the fields that a rule reads, except the fixed value. */
  *#edits({ found }: RuleFault, fixed: FixedValue): Iterable<ValueEdit> {
    const { condition, schema, segments } = found;
    if (condition?.compiled.ok !== true) return;
    const hints = hintsOf(condition.compiled.checked);
    for (const edit of editsOfRule({ declared: schema, constraints: [] }, hints, this.values)) {
      const path = [...segments, ...edit.path];
      if (!isFixed(path, fixed)) yield { path, value: edit.value };
    }
  }
}

/** Reports whether a change at a path would change the fixed value. */
function isFixed(path: Path, { path: fixed, keeps }: FixedValue): boolean {
  if (fixed.length === 0) return false;
  if (keeps === 'presence' && path.length > fixed.length) return false;
  const length = Math.min(path.length, fixed.length);
  return areEqualLists(path.slice(0, length), fixed.slice(0, length));
}

const HEAD = ['apiVersion', 'kind', 'metadata'];

/** The objects with the members that all objects have first, without repetition. */
function* ordered(objects: Iterable<Mapping>): Iterable<Mapping> {
  const seen = new Set<string>();
  for (const object of objects) {
    const copy = createMapping();
    for (const name of HEAD) if (object[name] !== undefined) copy[name] = object[name];
    for (const name in object) copy[name] = object[name] ?? null;
    const text = jsonText(copy, 'by key');
    if (!seen.has(text)) yield copy;
    seen.add(text);
  }
}
