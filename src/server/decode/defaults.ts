import { toLower } from '../../base/go/lower-case.ts';
import { isMapping } from '../../yaml/index.ts';
import { isList, mappingIn } from '../../yaml/tree.ts';
import { definitionNameOf } from '../kubernetes/definition-name.ts';
import { definitionOf, isFrequent } from '../kubernetes/definitions.ts';
import type { FieldType } from '../kubernetes/field-type.ts';
import type { KindName } from '../kubernetes/kinds.ts';
import type { Minor } from '../kubernetes/minors.ts';
import type { KindTypes } from '../kubernetes/types.generated.ts';
import type { Mapping, Value } from '../kubernetes/value.ts';
import {
  type Defaulter,
  isAbsent,
  isZero,
  withField,
  within,
  withZeroDefault,
} from './defaulter.ts';
import { otherDefaulter } from './defaults/other-kinds.ts';
import { mappingOf } from './settle.ts';

/** Defaults of validated kinds that depend on other fields of the struct, by definition. */
const COMPUTED: ReadonlyMap<string, Defaulter> = new Map([
  ['apiextensions.v1.CustomResourceDefinitionSpec', defaultNames],
  ['networking.v1.NetworkPolicySpec', defaultPolicyTypes],
  ['core.v1.LimitRangeItem', defaultLimits],
  ['flowcontrol.v1beta3.PriorityLevelConfiguration', defaultZeroShares],
]);

/** In flowcontrol v1beta3, zero shares counted as absent unless this annotation is present. */
export const PRESERVE_ZERO_SHARES = 'flowcontrol.k8s.io/v1beta3-preserve-zero-concurrency-shares';

interface StructDefaults {
  readonly constant: readonly ConstantDefault[];
  readonly computed: Defaulter | undefined;
  /** The fields with structs, or lists of structs, that have defaults. */
  readonly nested: readonly NestedDefaults[];
}

/** A field whose default is always the same. These are not tuples, because V8 takes longer to take those apart. */
interface ConstantDefault {
  readonly field: string;
  readonly value: Value;
  readonly isPlain: boolean;
}

interface NestedDefaults {
  readonly field: string;
  readonly type: FieldType;
  readonly isPlain: boolean;
}

/**
 * Applies the defaults of the server to a decoded object of a built-in kind. They are the defaults of its version, and
 * the server applies them before it validates anything, to a struct first and then to the structs in it. The given
 * value does not change, and changed parts are copied.
 *
 * Source: `SetDefaults_*` in `pkg/apis/<group>/<version>/defaults.go` of Kubernetes.
 *
 * @param value the result of `decode`, without nulls and values of a wrong type
 */
export function withServerDefaults(
  kind: string,
  apiVersion: string,
  value: Mapping,
  minor: Minor,
): Mapping {
  return defaultStruct(definitionNameOf(apiVersion, kind), value, minor);
}

/** Applies the defaults of the server to an object of a validated kind, and returns it with the type of its kind. */
export function applyDefaults<K extends KindName>(
  kind: K,
  apiVersion: string,
  value: Mapping,
  minor: Minor,
): KindTypes[K] {
  // This is the boundary between the values of a text and the types of the API. The decoder has checked the value
  // before.
  return withServerDefaults(kind, apiVersion, value, minor) as unknown as KindTypes[K];
}

const NOTHING: Mapping = {};

const known = new Map<string, StructDefaults | undefined>();

/**
 * Returns the defaults of a definition; undefined if neither it nor a definition in it has any, as in the schemas of
 * CRDs.
 */
function defaultsOf(name: string): StructDefaults | undefined {
  if (known.has(name)) return known.get(name);
  // A pack that is not loaded ends the run here, so the result is not known yet.
  const fields = [...definitionOf(name).fields];
  const computed = COMPUTED.get(name) ?? (isFrequent(name) ? undefined : otherDefaulter(name));
  // Until the result is known, a definition that refers to itself counts as having no defaults.
  known.set(name, undefined);
  const constant = fields.flatMap(([field, { default: value, isPlain }]) =>
    value === undefined ? [] : [{ field, value, isPlain }],
  );
  const nested = fields.flatMap(([field, { type, isPlain }]) =>
    reachesDefaults(type) ? [{ field, type, isPlain }] : [],
  );
  if (computed !== undefined || constant.length > 0 || nested.length > 0) {
    known.set(name, { constant, computed, nested });
  }
  return known.get(name);
}

function reachesDefaults(type: FieldType): boolean {
  if (type.shape === 'object') return defaultsOf(type.definition) !== undefined;
  return type.shape === 'list' && reachesDefaults(type.of);
}

function defaultStruct(name: string, given: Mapping, minor: Minor): Mapping {
  const defaults = defaultsOf(name);
  if (defaults === undefined) return given;
  let changed: { [key: string]: Value } | undefined;
  for (const { field, value, isPlain } of defaults.constant) {
    if (isPlain ? !isZero(given[field]) : !isAbsent(given[field])) continue;
    changed ??= mappingOf(given);
    changed[field] = value;
  }
  const own = changed ?? given;
  const struct = defaults.computed?.(own, minor) ?? own;
  let result = struct === changed ? changed : undefined;
  for (const { field, type, isPlain } of defaults.nested) {
    const old = struct[field];
    const next = defaultField(type, isPlain, old, minor);
    if (next === old || next === NOTHING) continue;
    result ??= mappingOf(struct);
    result[field] = next;
  }
  return result ?? struct;
}

/** Returns a field with its defaults. An absent struct has defaults too if the server's type has no pointer there. */
function defaultField(
  type: FieldType,
  isPlain: boolean,
  value: Value | undefined,
  minor: Minor,
): Value {
  if (!isAbsent(value)) return defaultValue(type, value, minor);
  return isPlain && type.shape === 'object'
    ? defaultStruct(type.definition, NOTHING, minor)
    : NOTHING;
}

function defaultValue(type: FieldType, value: Value, minor: Minor): Value {
  if (type.shape === 'object' && isMapping(value)) {
    return defaultStruct(type.definition, value, minor);
  }
  if (type.shape === 'list' && isList(value)) {
    const items = value.map((item) => defaultValue(type.of, item, minor));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  return value;
}

/** The singular is the kind in lower case, the List's kind the kind and `List`; not so in `status.acceptedNames`. */
function defaultNames(spec: Mapping): Mapping {
  const { kind } = mappingIn(spec, 'names');
  if (typeof kind !== 'string' || kind === '') return spec;
  return within(spec, 'names', (names) =>
    withZeroDefault(withZeroDefault(names, 'singular', toLower(kind)), 'listKind', `${kind}List`),
  );
}

/** Adds Ingress, and Egress if there are egress rules. */
function defaultPolicyTypes(spec: Mapping): Mapping {
  const { policyTypes, egress } = spec;
  if (Array.isArray(policyTypes) && policyTypes.length > 0) return spec;
  const hasEgress = Array.isArray(egress) && egress.length > 0;
  return withField(spec, 'policyTypes', hasEgress ? ['Ingress', 'Egress'] : ['Ingress']);
}

/**
 * For containers, the default of the limit is the largest allowed value. The default of the request is the limit, or
 * otherwise the smallest allowed value.
 */
function defaultLimits(item: Mapping): Mapping {
  if (item.type !== 'Container') return item;
  const limits = mappingOf({ ...mappingIn(item, 'max'), ...mappingIn(item, 'default') });
  const requests = mappingOf({
    ...mappingIn(item, 'min'),
    ...limits,
    ...mappingIn(item, 'defaultRequest'),
  });
  return withField(withField(item, 'default', limits), 'defaultRequest', requests);
}

function defaultZeroShares(level: Mapping): Mapping {
  const annotations = mappingIn(mappingIn(level, 'metadata'), 'annotations');
  if (Object.hasOwn(annotations, PRESERVE_ZERO_SHARES)) return level;
  const standard = definitionOf('flowcontrol.v1beta3.LimitedPriorityLevelConfiguration').fields.get(
    'nominalConcurrencyShares',
  );
  const { limited } = mappingIn(level, 'spec');
  if (!isMapping(limited)) return level;
  return within(level, 'spec', (spec) =>
    within(spec, 'limited', (shares) =>
      withZeroDefault(shares, 'nominalConcurrencyShares', standard?.default ?? 0),
    ),
  );
}
