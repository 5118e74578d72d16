import { isMapping } from '../../../yaml/tree.ts';
import { definitionNameOf } from '../../kubernetes/definition-name.ts';
import { findDefinition } from '../../kubernetes/definitions.ts';
import { emptyFieldsIn } from '../../kubernetes/empty-values.ts';
import type { FieldType } from '../../kubernetes/field-type.ts';
import type { Minor } from '../../kubernetes/minors.ts';
import type { Value } from '../../kubernetes/value.ts';
import { CORE_DEFAULTS } from './core-defaults.ts';
import { type Draft, ensureStruct } from './draft.ts';
import { WORKLOAD_DEFAULTS } from './workload-defaults.ts';

/** Sets the defaults of one struct, but not of the structs within it. */
export type Defaulter = (object: Draft, minor: Minor) => void;

/**
 * Applies the defaults of the server to an object of a kind whose values are not validated: first the defaults of an
 * object, then those of the objects within it.
 *
 * Source: `SetDefaults_*` in `pkg/apis/<group>/<version>/defaults.go` of Kubernetes.
 */
export function applyServerDefaults(
  apiVersion: string,
  kind: string,
  object: Draft,
  minor: Minor,
): void {
  setDefaults(definitionNameOf(apiVersion, kind), object, minor);
}

function setDefaults(name: string, object: Draft, minor: Minor): void {
  if (!reachesDefaults(name)) return;
  defaulterOf(name)?.(object, minor);
  for (const [field, { type }] of findDefinition(name)?.fields ?? []) {
    const value = object[field] ?? null;
    if (value !== null) setWithin(type, value, minor);
    else if (type.shape === 'object' && reachesDefaults(type.definition)) {
      // A struct that is not a pointer in the server's types exists, and has defaults, even if it is absent.
      if (isAlwaysWritten(name, field, minor)) {
        setDefaults(type.definition, ensureStruct(object, field), minor);
      }
    }
  }
}

function isAlwaysWritten(definition: string, field: string, minor: Minor): boolean {
  return emptyFieldsIn(definition, minor).some(
    ({ name, is }) => name === field && is === 'always-written',
  );
}

function setWithin(type: FieldType, value: Value, minor: Minor): void {
  if (type.shape === 'object') {
    // Everything in a draft is a draft.
    if (isMapping(value)) setDefaults(type.definition, value as Draft, minor);
  } else if (type.shape === 'list' && Array.isArray(value)) {
    for (const item of value) setWithin(type.of, item, minor);
  }
}

function defaulterOf(name: string): Defaulter | undefined {
  return CORE_DEFAULTS.get(name) ?? WORKLOAD_DEFAULTS.get(name);
}

const reaching = new Map<string, boolean>();

/** Reports whether a definition, or a definition within it, has defaults. */
function reachesDefaults(name: string): boolean {
  const known = reaching.get(name);
  if (known !== undefined) return known;
  reaching.set(name, false);
  const fields = [...(findDefinition(name)?.fields.values() ?? [])];
  const found = defaulterOf(name) !== undefined || fields.some(({ type }) => typeReaches(type));
  reaching.set(name, found);
  return found;
}

function typeReaches(type: FieldType): boolean {
  if (type.shape === 'object') return reachesDefaults(type.definition);
  return type.shape === 'list' && typeReaches(type.of);
}
