import { isMapping, type Value } from '../../yaml/index.ts';
import { stepsOfField } from './field-path.ts';

/**
 * A text that other tools replace before a manifest is sent: `${NAME}` and `${NAME:=default}` (Flux, envsubst),
 * `$(NAME)` (kustomize), `{{ name }}` (templates), and a text that is an expression as a whole, such as `($name)`
 * (chainsaw). A second `$` makes it ordinary text: `$${NAME}`.
 */
const PLACEHOLDER =
  /(?<!\$)(?:\$\$)*\$(?:\{[\w#][^{}]*\}|\([A-Za-z_][\w.-]*\))|\{\{[^{}]*\}\}|^\([^$]*\$[A-Za-z_].*\)$/s;

/**
 * Fields whose values may contain such texts without being templates: patterns and expressions have `${` and `$(` of
 * their own, and descriptions may show them.
 */
const VERBATIM = new Set([
  'description',
  'expression',
  'jsonPath',
  'messageExpression',
  'pattern',
  'rule',
  'valueExpression',
]);

/** Reports whether a text contains a placeholder. */
export function hasPlaceholder(text: string): boolean {
  return PLACEHOLDER.test(text);
}

/**
 * Reports whether a text differs from the text that the server gets, because the text or its keys contain a
 * placeholder.
 *
 * @param field the path of the field that has the text, as the API server writes it
 */
export function isUnrendered(text: string, field: string | null): boolean {
  return hasPlaceholder(field ?? '') || (hasPlaceholder(text) && !isVerbatim(field ?? ''));
}

/**
 * Reports whether a field of an object has a value with a placeholder. The path of the field may contain `[*]` for the
 * items of a list.
 */
export function isUnrenderedAt(object: Value, field: string): boolean {
  return valuesAt(object, field).some(
    (value) => typeof value === 'string' && hasPlaceholder(value),
  );
}

/** Reports whether a field of an object has a placeholder in a key or a value, at any depth. */
export function isUnrenderedBelow(object: Value, field: string): boolean {
  const left = [...valuesAt(object, field)];
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    if (typeof value === 'string' && hasPlaceholder(value)) return true;
    if (typeof value !== 'object' || value === null) continue;
    if (isMapping(value) && Object.keys(value).some(hasPlaceholder)) return true;
    left.push(...Object.values(value));
  }
  return false;
}

/** The values of a field of an object: several if the path has `[*]`. */
function valuesAt(object: Value, field: string): readonly Value[] {
  let values: readonly Value[] = [object];
  for (const step of stepsOfField(field, null)) {
    values = values.flatMap((value) => {
      if (step.kind === 'key') return isMapping(value) ? [value[step.key] ?? null] : [];
      if (!Array.isArray(value)) return [];
      return step.index === undefined ? value : [value[step.index] ?? null];
    });
  }
  return values;
}

function isVerbatim(field: string): boolean {
  return VERBATIM.has(field.slice(field.lastIndexOf('.') + 1).replace(/\[\d+\]$/, ''));
}
