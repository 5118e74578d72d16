import type { Field } from '../../rule/field.ts';
import type { Resource } from '../../rule/resource.ts';
import {
  type DeclaredCheck,
  type DeclaredField,
  declaredFields,
} from '../../server/kubernetes/declared-checks.ts';
import { definitionNameOf } from '../../server/kubernetes/definition-name.ts';
import { definitionOf } from '../../server/kubernetes/definitions.ts';
import type { FieldType } from '../../server/kubernetes/field-type.ts';
import { hasGate, type Server } from '../../server/kubernetes/server.ts';
import { asMapping, type Mapping, type Value } from '../../server/kubernetes/value.ts';
import { createMapping, isMapping } from '../../yaml/tree.ts';
import {
  reportInvalid,
  requireCount,
  requireOneOf,
  requireRange,
  requireUnique,
  type ValueFinding,
  type ValueReport,
  valueTexts,
} from '../fields/value-checks.ts';
import { isSameMember, isSameStruct } from '../updates/same-value.ts';
import { type ChangeError, fixedValue } from '../updates/server-error.ts';
import { declaredFormat } from './formats.ts';

export type DeclaredMessage =
  | 'required'
  | 'invalid'
  | 'unsupported'
  | 'duplicate'
  | 'tooLong'
  | 'tooMany';

/** The errors of the declared checks of an object. */
export interface DeclaredErrors {
  readonly values: readonly ValueFinding<DeclaredMessage>[];
  /** The changes that the server refuses in an update. */
  readonly changes: readonly ChangeError[];
}

/**
 * Makes the checks that the types of an object declare.
 *
 * Source: the functions `Validate_...` in `zz_generated.validations.go` of Kubernetes.
 *
 * @param stored the object before an update, whose values are not validated again; undefined for a new object
 */
export function declaredErrors(sent: Resource, stored?: Resource): DeclaredErrors {
  const walk = new Walk(sent.server);
  const definition = definitionNameOf(sent.apiVersion, sent.kind);
  const [field] = fieldsOf(definition).filter(({ declared }) => declared.name === 'spec');
  const [at, before] = [sent, stored].map((one) => {
    const seen = one && withoutDropped(definition, asMapping(one.root.value), sent.server);
    return seen && (one.root as Field).with(seen);
  });
  if (field === undefined || at === undefined) return walk;
  walk.checkField(definition, field, at, before && { at: before, exists: true });
  return walk;
}

/**
 * Reports the errors of declared checks in the values of an object. The rule has the messages of all checks of its
 * kinds.
 */
export function reportDeclared<Id extends DeclaredMessage>(
  resource: Resource,
  report: ValueReport<Id>,
): void {
  for (const finding of declaredErrors(resource).values) {
    (report as ValueReport<DeclaredMessage>)(finding);
  }
}

/** A struct without the fields that the server drops, because they need a feature that it has disabled. */
function withoutDropped(definition: string, struct: Mapping, server: Server): Mapping {
  const kept = createMapping();
  for (const { declared, type } of fieldsOf(definition)) {
    const { name, gate } = declared;
    const value = struct[name];
    if (value === undefined || (gate !== undefined && hasGate(server, gate, false))) continue;
    kept[name] = withoutDroppedIn(type, value, server);
  }
  return kept;
}

function withoutDroppedIn(type: FieldType, value: Value, server: Server): Value {
  if (type.shape === 'object' && isMapping(value)) {
    return withoutDropped(type.definition, value, server);
  }
  if (type.shape === 'list' && Array.isArray(value)) {
    return value.map((item) => withoutDroppedIn(type.of, item, server));
  }
  return value;
}

interface CheckedField {
  readonly declared: DeclaredField;
  readonly type: FieldType;
}

/** A value of the object before an update. */
interface Stored {
  readonly at: Field;
  /** False if the stored object has no such struct, so that the server validates all of the new one. */
  readonly exists: boolean;
}

function fieldsOf(definition: string): readonly CheckedField[] {
  const declared = new Map(declaredFields(definition).map((field) => [field.name, field]));
  return [...definitionOf(definition).fields].map(([name, { type }]) => ({
    declared: declared.get(name) ?? { name, isPointer: false, gate: undefined, checks: [] },
    type,
  }));
}

function memberOf(struct: Field, name: string): Field {
  // The names are those of fields of the type.
  return struct.get(name as never);
}

/** Reports whether a field has no value to the server: a pointer that is absent, or an empty text, list or zero. */
function isUnset({ value }: Field, isPointer: boolean): boolean {
  if (value === undefined) return true;
  return (
    !isPointer && (value === '' || value === 0 || (Array.isArray(value) && value.length === 0))
  );
}

class Walk implements DeclaredErrors {
  readonly values: ValueFinding<DeclaredMessage>[] = [];
  readonly changes: ChangeError[] = [];
  readonly #server: Server;
  readonly #report = (finding: ValueFinding<DeclaredMessage>): void => {
    this.values.push(finding);
  };

  constructor(server: Server) {
    this.#server = server;
  }

  /** Checks a field of a struct, and all that is in it. */
  checkField(
    definition: string,
    { declared, type }: CheckedField,
    struct: Field,
    storedStruct: Stored | undefined,
  ): void {
    const { name, isPointer } = declared;
    const at = memberOf(struct, name);
    if (at.pruned) return;
    const { minor } = this.#server;
    const isKept =
      storedStruct?.exists === true &&
      isSameMember(
        definition,
        asMapping(storedStruct.at.value),
        asMapping(struct.value),
        name,
        minor,
      );
    if (isKept) return;
    const before = storedStruct && memberOf(storedStruct.at, name);
    const checks = declared.checks.filter(({ gate }) => this.#isActive(gate));
    const stopping = checks.filter((check) => this.#stops(check, declared, at, before));
    if (stopping.length > 0) return;
    if (at.value !== undefined) for (const check of checks) this.#checkValue(check, at);
    if (type.shape === 'object') {
      const exists = storedStruct?.exists === true && !(isPointer && before?.value === undefined);
      this.#checkStruct(type.definition, at, before && { at: before, exists });
    } else if (type.shape === 'list' && type.of.shape === 'object') {
      this.#checkItems(type.of.definition, checks, at, before);
    }
  }

  #isActive(gate: DeclaredCheck['gate']): boolean {
    return gate === undefined || hasGate(this.#server, gate.name, gate.isEnabled);
  }

  /** Makes a check that ends the checks of a field; true if it does. */
  #stops(
    { name, value }: DeclaredCheck,
    { isPointer, checks }: DeclaredField,
    at: Field,
    before: Field | undefined,
  ): boolean {
    const unset = isUnset(at, isPointer);
    switch (name) {
      case 'optional':
        return unset;
      case 'required':
        if (unset) {
          const values = valueTexts(at, expectedOf(checks));
          this.#report({ message: 'required', at, values });
        }
        return unset;
      case 'maxItems':
        return !requireCount(this.#report, at as Field<readonly unknown[]>, Number(value));
      case 'immutable':
        if (before !== undefined) this.changes.push(fixedValue(before, at));
        return before !== undefined;
      case 'update':
        return before !== undefined && this.#refusesChange(value, keyOf(checks), at, before);
      default:
        return false;
    }
  }

  /** Reports a change that the constraint of a field does not allow; true if there is one. */
  #refusesChange(constraint: string, key: string, at: Field, before: Field): boolean {
    const known = this.changes.length;
    const refuse = (reason: string, field = at, cause?: 'FieldValueForbidden'): void => {
      this.changes.push(fixedValue(before, field, cause, { reason }));
    };
    const isSet = [before, at].map(({ value }) => value !== undefined);
    if (constraint === 'NoSet' && !isSet[0] && isSet[1]) refuse('it cannot be added later');
    if (constraint === 'NoUnset' && isSet[0] && !isSet[1]) refuse('it cannot be removed later');
    if (constraint === 'NoAddItem') {
      for (const item of itemsWithout(before, at, key)) {
        refuse('items cannot be added later', item, 'FieldValueForbidden');
      }
    }
    if (constraint === 'NoRemoveItem') {
      for (const _ of itemsWithout(at, before, key)) {
        refuse('items cannot be removed later', at, 'FieldValueForbidden');
      }
    }
    return this.changes.length > known;
  }

  #checkValue({ name, value }: DeclaredCheck, at: Field): void {
    switch (name) {
      case 'format':
        declaredFormat(value).check(this.#report, at as Field<string>, this.#server.minor);
        break;
      case 'minimum':
        requireRange(this.#report, at as Field<number>, { least: Number(value) });
        break;
      case 'maximum':
        if (Number(at.value) > Number(value)) {
          reportInvalid(this.#report, at, `it must be at most ${value}`);
        }
        break;
      case 'enum':
        requireOneOf(this.#report, at as Field<string>, value.split(','));
        break;
      case 'listMapKey':
        requireUnique(
          this.#report,
          at.items() as readonly Field[],
          (item) => keyText(item, value),
          `each ${value} can occur once`,
        );
        break;
    }
  }

  #checkItems(
    definition: string,
    checks: readonly DeclaredCheck[],
    at: Field,
    before: Field | undefined,
  ): void {
    const key = keyOf(checks);
    const known = new Map<string, Field>();
    for (const item of key === '' ? [] : (before?.items() ?? []).toReversed()) {
      known.set(keyText(item, key), item);
    }
    for (const item of at.items() as readonly Field[]) {
      const old = known.get(keyText(item, key));
      const stored = before && { at: old ?? before.with(undefined), exists: old !== undefined };
      const [one, other] = [old, item].map((field) => field && asMapping(field.value));
      const isKept = old && isSameStruct(definition, one, other, this.#server.minor);
      if (!isKept) this.#checkStruct(definition, item, stored);
    }
  }

  #checkStruct(definition: string, at: Field, stored: Stored | undefined): void {
    const fields = fieldsOf(definition);
    this.#checkUnion(fields, at, stored);
    for (const field of fields) this.checkField(definition, field, at, stored);
  }

  /** Reports a struct that has not exactly one of the members of its union. An update may keep a wrong choice. */
  #checkUnion(fields: readonly CheckedField[], at: Field, stored: Stored | undefined): void {
    const members = fields.flatMap(({ declared }) =>
      declared.checks.some(({ name }) => name === 'unionMember') ? [declared] : [],
    );
    const setIn = (struct: Field): readonly string[] =>
      members.flatMap(({ name, isPointer }) =>
        isUnset(memberOf(struct, name), isPointer) ? [] : [name],
      );
    const chosen = setIn(at);
    if (members.length === 0 || chosen.length === 1) return;
    if (stored?.exists && setIn(stored.at).join() === chosen.join()) return;
    const names = members.map(({ name }) => name).join(', ');
    reportInvalid(this.#report, at, `exactly one of these must be set: ${names}`);
  }
}

/** The name of the field that identifies the items of a list; empty if there is none. */
function keyOf(checks: readonly DeclaredCheck[]): string {
  return checks.find(({ name }) => name === 'listMapKey')?.value ?? '';
}

function keyText(item: Field, key: string): string {
  return String(asMapping(item.value)[key] ?? '');
}

/** The items of a list whose key no item of another list has. */
function itemsWithout(other: Field, list: Field, key: string): readonly Field[] {
  const known = new Set((other.items() as readonly Field[]).map((item) => keyText(item, key)));
  return (list.items() as readonly Field[]).filter((item) => !known.has(keyText(item, key)));
}

/** The value that the checks of a required field expect, for its message. */
function expectedOf(checks: readonly DeclaredCheck[]): string {
  for (const { name, value } of checks) {
    if (name === 'format') return declaredFormat(value).expected;
    if (name === 'enum') return value.split(',').join(' or ');
    if (name === 'minimum') return `a number of at least ${value}`;
  }
  return 'it cannot be left out';
}
