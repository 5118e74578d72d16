import { segmentsOfFieldPath } from '../../base/field-path.ts';
import { itemSchema, mapValueSchema, propertySchema } from '../../server/crd/structural.ts';
import { decodeStored } from '../../server/custom-resources/decoding.ts';
import { objectsOf } from '../../server/decode/index.ts';
import type { ExpressionInput } from '../../server/expressions/evaluation.ts';
import { groupAndVersion } from '../../server/kubernetes/api-version.ts';
import type { Minor } from '../../server/kubernetes/minors.ts';
import { decodeText, readParts } from '../../yaml/index.ts';
import { isMapping, type Mapping, memberOf, type Value } from '../../yaml/tree.ts';
import type { CustomVersionOfKind } from '../custom-versions.ts';

/** A value that was read, or the problem with the input. */
export type ReadInput<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: string };

/** The environments of expressions of policies and webhooks. */
export const ADMISSION_ENVIRONMENTS = ['vap', 'map', 'webhook'] as const;

/** The objects that an expression of a policy or a webhook can use. */
export interface AdmissionObjects {
  readonly object?: Mapping | undefined;
  readonly old?: Mapping | undefined;
  readonly params?: Mapping | undefined;
}

/** The input of an expression of a policy or a webhook, for a request that an administrator sends. */
export function admissionInput(
  environment: (typeof ADMISSION_ENVIRONMENTS)[number],
  { object, old, params }: AdmissionObjects,
): ExpressionInput {
  const request = requestOf(object, old);
  return { kind: 'admission', environment, object, oldObject: old, params, request };
}

/** The place of a validation rule of a CRD, and the custom resource that it is evaluated on. */
export interface RulePlace {
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

/** Reads the first object of a text of YAML or JSON. */
export function firstObject(text: string | Uint8Array): ReadInput<Mapping> {
  for (const { content } of readParts(decodeText(text))) {
    if (content.kind === 'refused') return { ok: false, problem: 'is not valid YAML' };
    for (const { value } of objectsOf(content.document.value)) {
      if (isMapping(value)) return { ok: true, value };
    }
  }
  return { ok: false, problem: 'has no object' };
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
