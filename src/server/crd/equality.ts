import { definitionOf } from '../kubernetes/definitions.ts';
import type { Value } from '../kubernetes/value.ts';

/** The way in which the members of an object are compared. */
type Shape = 'object' | 'map' | 'json';

/** Fields whose keys are chosen by users. */
const MAPS = new Set(['properties', 'definitions', 'patternProperties', 'dependencies']);

/** Fields that can contain any JSON. */
const JSON_VALUES = new Set(['default', 'example', 'enum']);

/** The fields whose presence the server can always detect, because its types use pointers for them. */
const POINTERS = new Set([
  '$ref',
  'additionalItems',
  'additionalProperties',
  'default',
  'example',
  'externalDocs',
  'items',
  'labelSelectorPath',
  'maxItems',
  'maxLength',
  'maxProperties',
  'maximum',
  'minItems',
  'minLength',
  'minProperties',
  'minimum',
  'multipleOf',
  'not',
  'openAPIV3Schema',
  'optionalOldSelf',
  'reason',
  'scale',
  'status',
  'x-kubernetes-list-type',
  'x-kubernetes-map-type',
  'x-kubernetes-preserve-unknown-fields',
]);

type Pair = readonly [a: unknown, b: unknown, shape: Shape];

/**
 * Reports whether the server considers two values of a field of a CRD equal. It cannot distinguish an empty string,
 * list or map, a false or a zero from an absent field, unless its types use a pointer. The comparison is not recursive,
 * so values of any depth are supported.
 *
 * @param a a schema, subresources, columns or selectable fields, as decoded; undefined if there are none
 */
export function areSame(a: unknown, b: unknown): boolean {
  if ((a === undefined) !== (b === undefined)) return isEmptyList(a) && isEmptyList(b);
  const left: Pair[] = [[a, b, 'object']];
  for (let pair = left.pop(); pair !== undefined; pair = left.pop()) {
    if (!compare(pair, left)) return false;
  }
  return true;
}

/** Compares two values except for their members, which are pushed onto the stack. */
function compare([a, b, shape]: Pair, left: Pair[]): boolean {
  if (a === b) return true;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    for (const [index, item] of a.entries()) left.push([item, b[index], shape]);
    return true;
  }
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const one = a as Readonly<Record<string, Value>>;
  const other = b as Readonly<Record<string, Value>>;
  for (const key in one) {
    if (other[key] === undefined && !isAbsent(key, one[key], shape)) return false;
  }
  for (const key in other) {
    if (shape === 'object' && !isField(key)) continue;
    if (one[key] === undefined) {
      if (!isAbsent(key, other[key], shape)) return false;
    } else if (other[key] !== undefined) left.push([one[key], other[key], shapeBelow(key, shape)]);
  }
  return true;
}

/** The definitions of the compared values, from the version of a CRD downward. */
const DEFINITIONS = [
  'JSONSchemaProps',
  'ValidationRule',
  'ExternalDocumentation',
  'CustomResourceValidation',
  'CustomResourceSubresources',
  'CustomResourceSubresourceScale',
  'CustomResourceColumnDefinition',
  'SelectableField',
];

/** Reports whether a key is a field of one of these definitions. The server drops unknown fields. */
function isField(key: string): boolean {
  return DEFINITIONS.some((definition) =>
    definitionOf(`apiextensions.v1.${definition}`).fields.has(key),
  );
}

function shapeBelow(key: string, shape: Shape): Shape {
  if (shape === 'map') return 'object';
  if (shape === 'json' || JSON_VALUES.has(key)) return 'json';
  return MAPS.has(key) ? 'map' : 'object';
}

/** Reports whether the server treats a member as absent. */
function isAbsent(key: string, value: unknown, shape: Shape): boolean {
  if (value === undefined) return true;
  if (shape !== 'object') return false;
  if (!isField(key)) return true;
  if (POINTERS.has(key)) return false;
  return value === '' || value === false || value === 0 || isEmpty(value);
}

function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

function isEmptyList(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.length === 0);
}
