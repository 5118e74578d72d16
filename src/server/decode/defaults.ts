import { toLower } from '../../base/go/lower-case.ts';
import { isMapping } from '../../yaml/index.ts';
import { definitionNameOf } from '../kubernetes/definition-name.ts';
import { definitionOf } from '../kubernetes/definitions.ts';
import type { FieldType } from '../kubernetes/field-type.ts';
import type { KindName } from '../kubernetes/kinds.ts';
import type { KindTypes } from '../kubernetes/types.generated.ts';
import type { Mapping, Value } from '../kubernetes/value.ts';
import { isList } from './scalars.ts';
import { mappingOf } from './settle.ts';

/**
 * Defaults that depend on other fields of the object, by definition. Each function returns the object with its
 * defaults.
 */
const COMPUTED: ReadonlyMap<string, (value: Mapping) => Mapping> = new Map([
  ['apiextensions.v1.CustomResourceDefinitionSpec', defaultNames],
  ['networking.v1.NetworkPolicySpec', defaultPolicyTypes],
  ['core.v1.LimitRangeItem', defaultLimits],
]);

/**
 * Fields for which the server cannot distinguish zero from an absent field, because they are not pointers in its types.
 * A 0 gets the default too.
 */
const DEFAULTED_ZEROS: ReadonlySet<string> = new Set([
  'FlowSchemaSpec.matchingPrecedence',
  'QueuingConfiguration.handSize',
  'QueuingConfiguration.queues',
  'QueuingConfiguration.queueLengthLimit',
]);

/** In flowcontrol v1beta3, zero shares counted as absent unless this annotation is present. */
const PRESERVE_ZERO = 'flowcontrol.k8s.io/v1beta3-preserve-zero-concurrency-shares';

/**
 * Applies the defaults of the server to a decoded object, which are the defaults of its version, before the server
 * validates anything. They are the same in all supported minors. The given value does not change, and changed parts are
 * copied.
 *
 * @param value the result of `decode`, without nulls and values of a wrong type
 * @returns the object, of the type of its kind
 */
export function applyDefaults<K extends KindName>(
  kind: K,
  apiVersion: string,
  value: Mapping,
): KindTypes[K] {
  const definition = definitionNameOf(apiVersion, kind);
  let defaulted = defaultObject(definition, withSpec(definition, value));
  if (definition === 'flowcontrol.v1beta3.PriorityLevelConfiguration') {
    defaulted = defaultZeroShares(defaulted);
  }
  return typed<K>(defaulted);
}

/** The boundary between the values of a text and the types of the API. The decoder has checked the value before. */
function typed<K extends KindName>(value: Mapping): KindTypes[K] {
  return value as unknown as KindTypes[K];
}

/** To the server an absent spec is an empty one, and gets its defaults. */
function withSpec(definition: string, root: Mapping): Mapping {
  const type = definitionOf(definition).fields.get('spec')?.type;
  if (root.spec !== undefined || type?.shape !== 'object') return root;
  const spec = defaultObject(type.definition, NOTHING);
  return spec === NOTHING ? root : { ...root, spec };
}

const NOTHING: Mapping = {};

const reaching = new Map<string, boolean>();

/**
 * Reports whether a definition, or a definition below it, has defaults. Schemas of CRDs have none and are not walked.
 */
function hasDefaults(name: string): boolean {
  const known = reaching.get(name);
  if (known !== undefined) return known;
  // Until it is known: a definition that refers to itself has no defaults on that account.
  reaching.set(name, false);
  const found =
    COMPUTED.has(name) ||
    [...definitionOf(name).fields.values()].some(
      (field) => field.default !== undefined || reachesDefaults(field.type),
    );
  reaching.set(name, found);
  return found;
}

function reachesDefaults(type: FieldType): boolean {
  if (type.shape === 'object') return hasDefaults(type.definition);
  return (type.shape === 'list' || type.shape === 'map') && reachesDefaults(type.of);
}

function defaultObject(name: string, value: Mapping): Mapping {
  if (!hasDefaults(name)) return value;
  let changed: { [key: string]: Value } | undefined;
  for (const [field, { type, default: standard }] of definitionOf(name).fields) {
    const old = value[field];
    const given = isZero(name, field, old) ? undefined : old;
    const next = given === undefined ? standard : defaultValue(type, given);
    if (next === undefined || next === old) continue;
    changed ??= mappingOf(value);
    changed[field] = next;
  }
  const computed = COMPUTED.get(name);
  return computed === undefined ? (changed ?? value) : computed(changed ?? value);
}

function isZero(name: string, field: string, value: Value | undefined): boolean {
  return value === 0 && DEFAULTED_ZEROS.has(`${name.slice(name.lastIndexOf('.') + 1)}.${field}`);
}

function defaultValue(type: FieldType, value: Value): Value {
  if (!reachesDefaults(type)) return value;
  if (type.shape === 'object' && isMapping(value)) return defaultObject(type.definition, value);
  if (type.shape === 'list' && isList(value)) {
    const items = value.map((item) => defaultValue(type.of, item));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  return value;
}

/** The singular is the kind in lower case, the List's kind the kind and `List`; not so in `status.acceptedNames`. */
function defaultNames(spec: Mapping): Mapping {
  const names = entries(spec.names);
  const { kind, singular, listKind } = names;
  if (typeof kind !== 'string' || kind === '') return spec;
  const wants = (name: Value | undefined): boolean => name === undefined || name === '';
  if (!wants(singular) && !wants(listKind)) return spec;
  const changed = mappingOf(names);
  if (wants(singular)) changed.singular = toLower(kind);
  if (wants(listKind)) changed.listKind = `${kind}List`;
  return { ...spec, names: changed };
}

/** Adds Ingress, and Egress if there are egress rules. */
function defaultPolicyTypes(spec: Mapping): Mapping {
  const { policyTypes, egress } = spec;
  if (isList(policyTypes ?? null) && (policyTypes as readonly Value[]).length > 0) return spec;
  const hasEgress = egress !== undefined && isList(egress) && egress.length > 0;
  return { ...spec, policyTypes: hasEgress ? ['Ingress', 'Egress'] : ['Ingress'] };
}

/**
 * For containers, the default of the limit is the largest allowed value. The default of the request is the limit, or
 * otherwise the smallest allowed value.
 */
function defaultLimits(item: Mapping): Mapping {
  if (item.type !== 'Container') return item;
  const limits = mappingOf({ ...entries(item.max), ...entries(item.default) });
  const requests = mappingOf({ ...entries(item.min), ...limits, ...entries(item.defaultRequest) });
  return { ...item, default: limits, defaultRequest: requests };
}

function entries(value: Value | undefined): Mapping {
  return value !== undefined && isMapping(value) ? value : {};
}

function defaultZeroShares(root: Mapping): Mapping {
  const { metadata, spec } = root;
  const annotations =
    metadata !== undefined && isMapping(metadata) ? entries(metadata.annotations) : {};
  const limited = entries(spec).limited;
  if (Object.hasOwn(annotations, PRESERVE_ZERO) || limited === undefined || !isMapping(limited)) {
    return root;
  }
  if (limited.nominalConcurrencyShares !== 0) return root;
  const standard = definitionOf('flowcontrol.v1beta3.LimitedPriorityLevelConfiguration').fields.get(
    'nominalConcurrencyShares',
  );
  const nominalConcurrencyShares = standard?.default ?? 0;
  return { ...root, spec: { ...entries(spec), limited: { ...limited, nominalConcurrencyShares } } };
}
