import { isMapping, type Mapping, type Path, type Value } from '../../../yaml/tree.ts';
import { withValueAt } from '../../../yaml/with-value.ts';
import { boundaryValues } from './boundary-values.ts';
import type { ExampleValues } from './example-values.ts';
import type { RuleHints } from './rule-hints.ts';
import { memberSchemas, type ValueSchemas } from './value-schemas.ts';

/** A change of one field of a value. */
export interface ValueEdit {
  readonly path: Path;
  /** Undefined to remove the field. */
  readonly value: Value | undefined;
}

/** The number of values that are tried for each field that a rule reads. */
const MAX_VALUES = 24;
const MAX_FIELDS = 16;
const MAX_PAIRS = 600;

/**
 * Changes of the fields that a rule reads: each is removed, or gets values at the bounds of its schema and next to the
 * constants of the rule.
 *
 * @param schemas of the value that the rule is about
 */
export function* editsOfRule(
  schemas: ValueSchemas,
  hints: RuleHints,
  values: ExampleValues,
): Iterable<ValueEdit> {
  for (const path of hints.paths.slice(0, MAX_FIELDS)) {
    // An object is changed field by field.
    if (path.length === 0 && schemas.declared.type === 'object') continue;
    if (path[0] === 'metadata') {
      // The metadata is not declared, but a rule may only allow certain names.
      if (path.length === 2) yield* hints.strings.map((value): ValueEdit => ({ path, value }));
      continue;
    }
    const member = schemasAt(schemas, path);
    if (member === undefined) continue;
    if (path.length > 0) yield { path, value: undefined };
    let tried = 0;
    for (const value of boundaryValues({ schemas: member, other: [], hints }, values)) {
      if (!values.isValid(value, member)) continue;
      yield { path, value };
      if (++tried >= MAX_VALUES) break;
    }
  }
}

/** A value with one or two changes of the fields that a rule reads. */
export function* withEditsOfRule(
  base: Value,
  schemas: ValueSchemas,
  hints: RuleHints,
  values: ExampleValues,
): Iterable<Value> {
  if (!isMapping(base)) return;
  const edits: { readonly edit: ValueEdit; readonly changed: Mapping }[] = [];
  for (const edit of editsOfRule(schemas, hints, values)) {
    const changed = withEdit(base, edit);
    edits.push({ edit, changed });
    yield changed;
  }
  let made = 0;
  for (const [index, { edit, changed }] of edits.entries()) {
    for (const { edit: other } of edits.slice(index + 1)) {
      if (edit.path.join('\u0000') === other.path.join('\u0000')) continue;
      if (++made > MAX_PAIRS) return;
      yield withEdit(changed, other);
    }
  }
}

function schemasAt(schemas: ValueSchemas, path: readonly string[]): ValueSchemas | undefined {
  let at: ValueSchemas | undefined = schemas;
  for (const name of path) at = at === undefined ? undefined : memberSchemas(at, name);
  return at;
}

/** An object with a change. */
export function withEdit(object: Mapping, { path, value }: ValueEdit): Mapping {
  return withValueAt(object, path, value);
}
