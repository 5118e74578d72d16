import { segmentsOfFieldPath } from '../../base/field-path.ts';
import {
  newObject,
  storedObject,
  updatedObject,
} from '../../server/admission/objects/stored-object.ts';
import { itemSchema, mapValueSchema, propertySchema } from '../../server/crd/structural.ts';
import { decodeStored } from '../../server/custom-resources/decoding.ts';
import { decode, objectsOf } from '../../server/decode/index.ts';
import type { ExpressionInput } from '../../server/expressions/evaluation.ts';
import { groupAndVersion } from '../../server/kubernetes/api-version.ts';
import { definitionNameOf } from '../../server/kubernetes/definition-name.ts';
import { type KindFacts, resolveKind } from '../../server/kubernetes/kinds.ts';
import type { Minor } from '../../server/kubernetes/minors.ts';
import { defaultServer } from '../../server/kubernetes/server.ts';
import { decodeText, readParts } from '../../yaml/index.ts';
import { isMapping, type Mapping, memberOf, type Value } from '../../yaml/tree.ts';
import type { CustomVersionOfKind } from '../custom-versions.ts';

export type ReadInput<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: string };

/** The environments of expressions of policies and webhooks. */
export const ADMISSION_ENVIRONMENTS = ['vap', 'map', 'webhook'] as const;

/** The objects that an expression of a policy or a webhook can use. */
interface AdmissionObjects {
  readonly object?: Mapping | undefined;
  readonly old?: Mapping | undefined;
  readonly params?: Mapping | undefined;
}

/**
 * The input of an expression of a policy or a webhook, for a request that an administrator sends. Objects of built-in
 * kinds get their defaults first.
 */
export function admissionInput(
  environment: (typeof ADMISSION_ENVIRONMENTS)[number],
  { params, ...written }: AdmissionObjects,
  minor: Minor,
): ExpressionInput {
  const { object, old } = inAdmission(written, minor);
  const request = requestOf(object, old);
  return { kind: 'admission', environment, object, oldObject: old, params, request };
}

/** The objects of a request as admission sees them. Those of kinds that are not built in are as they are written. */
function inAdmission(
  { object, old }: Pick<AdmissionObjects, 'object' | 'old'>,
  minor: Minor,
): Pick<AdmissionObjects, 'object' | 'old'> {
  const server = defaultServer(minor);
  const stored = old && decodeBuiltIn(old, minor);
  const storedForm =
    stored && storedObject(stored.facts, stored.apiVersion, stored.decoded, server);
  const sent = object && decodeBuiltIn(object, minor);
  if (sent === undefined) return { object, old: storedForm ?? old };
  const { facts, apiVersion, decoded } = sent;
  if (storedForm === undefined || stored?.facts !== facts) {
    return { object: newObject(facts, apiVersion, decoded, server), old: storedForm ?? old };
  }
  const update = updatedObject(facts, apiVersion, decoded, storedForm, server);
  return { object: update.object, old: update.stored };
}

/** An object of a built-in kind. Undefined if its kind is not served, or the server cannot read it. */
function decodeBuiltIn(
  object: Mapping,
  minor: Minor,
):
  | { readonly facts: KindFacts; readonly apiVersion: string; readonly decoded: Mapping }
  | undefined {
  const { apiVersion, kind } = object;
  if (typeof apiVersion !== 'string' || typeof kind !== 'string') return undefined;
  const resolution = resolveKind(apiVersion, kind, minor);
  if (resolution.outcome !== 'served') return undefined;
  const { undecodable, value } = decode(definitionNameOf(apiVersion, kind), object, minor);
  const { facts } = resolution;
  return undecodable ? undefined : { facts, apiVersion, decoded: { ...value, apiVersion, kind } };
}

/** The place of a validation rule of a CRD, and the custom resource that it is evaluated on. */
interface RulePlace {
  readonly object: Mapping;
  readonly old?: Mapping | undefined;
  /** The field that `self` is, such as `spec.ports[0]`; empty for the whole object. */
  readonly at: string;
}

/** The input of a validation rule of a CRD. The custom resource gets its defaults first. */
export function ruleInput(
  { definition, version }: CustomVersionOfKind,
  { object, old, at }: RulePlace,
  minor: Minor,
): ReadInput<ExpressionInput> {
  const { schema: root = {} } = version;
  const apiVersion = `${definition.group}/${version.name}`;
  const decode = (one: Mapping) =>
    decodeStored({ ...one, apiVersion, kind: definition.kind }, root, minor);
  let schema = root;
  let self: Value | undefined = decode(object);
  let oldSelf: Value | undefined = old && decode(old);
  for (const segment of segmentsOfFieldPath(at)) {
    const below =
      typeof segment === 'number'
        ? itemSchema(schema)
        : (propertySchema(schema, segment) ?? mapValueSchema(schema));
    if (below === undefined) return { ok: false, problem: `the CRD does not declare ${at}` };
    schema = below;
    self = memberOf(self, segment);
    oldSelf = memberOf(oldSelf, segment);
  }
  if (self === undefined) return { ok: false, problem: `the object has no ${at}` };
  const isRoot = at === '';
  return {
    ok: true,
    value: { kind: 'crd', schema, isRoot, self, oldSelf, optionalOldSelf: false },
  };
}

/** The first object of a text, and how many the text has. */
export interface FirstObject {
  readonly object: Mapping;
  readonly count: number;
}

/** Reads the first object of a text of YAML or JSON. */
export function firstObject(text: string | Uint8Array): ReadInput<FirstObject> {
  const objects: Mapping[] = [];
  for (const { content } of readParts(decodeText(text))) {
    if (content.kind === 'refused') {
      if (objects.length === 0) return { ok: false, problem: 'is not valid YAML' };
    } else {
      for (const { value } of objectsOf(content.document.value)) {
        if (isMapping(value)) objects.push(value);
      }
    }
  }
  const [object] = objects;
  return object === undefined
    ? { ok: false, problem: 'has no object' }
    : { ok: true, value: { object, count: objects.length } };
}

/** The request that an administrator would send with these objects. */
function requestOf(object: Mapping | undefined, old: Mapping | undefined): Mapping {
  const { apiVersion, kind = '', metadata } = object ?? old ?? {};
  const { group, version } = groupAndVersion(typeof apiVersion === 'string' ? apiVersion : '');
  const { name = '', namespace = '' } = isMapping(metadata) ? metadata : {};
  return {
    kind: { group, version, kind },
    requestKind: { group, version, kind },
    name,
    namespace,
    operation: object === undefined ? 'DELETE' : old === undefined ? 'CREATE' : 'UPDATE',
    userInfo: { username: 'admin', groups: ['system:masters', 'system:authenticated'] },
    dryRun: false,
  };
}
