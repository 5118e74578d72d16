import { indexBy } from '../../../base/index-by.ts';
import { groupAndVersion } from '../../../server/kubernetes/api-version.ts';
import {
  isMapping,
  mappingAt,
  type Path,
  stringAt,
  type Value,
  valueAt,
} from '../../../yaml/index.ts';
import type { TextObject } from '../text/open-text.ts';
import { REFERENCE_FIELDS, RULE_LISTS } from './reference-table.ts';

/** An object that a place names. */
export interface ObjectTarget {
  readonly kind: string;
  readonly name: string;
  /** Empty if the place says none. */
  readonly namespace: string;
}

/** A kind, as CRDs define it. */
export interface KindTarget {
  readonly group: string;
  readonly kind: string;
}

/** The target of a place: an object, params of a policy, a kind, or a resource of one of some groups. */
export type Target =
  | ({ readonly by: 'name' } & ObjectTarget)
  | ({ readonly by: 'policy'; readonly policy: ObjectTarget } & Omit<ObjectTarget, 'kind'>)
  | ({ readonly by: 'kind' } & KindTarget)
  | { readonly by: 'resource'; readonly groups: readonly string[]; readonly plural: string };

/** A place in an object that names another one, from the object. */
interface PlacedReference {
  readonly field: Path;
  readonly target: Target;
}

/** The places in an object that name other ones. */
export function referencesIn(object: TextObject): readonly PlacedReference[] {
  const found: PlacedReference[] = [];
  const visit = (value: Value, field: Path) => {
    if (typeof value === 'string') {
      const target = targetAt(object, field);
      if (target !== undefined) found.push({ field, target });
    } else if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) visit(item, [...field, index]);
    } else if (isMapping(value)) {
      for (const [key, member] of Object.entries(value)) {
        // The schemas of CRDs are large, and name no objects.
        if (key !== 'openAPIV3Schema') visit(member, [...field, key]);
      }
    }
  };
  visit(object.value, []);
  return found;
}

/**
 * The target of a field. Undefined if it names nothing.
 *
 * @param field from the object
 */
export function targetAt(object: TextObject, field: Path): Target | undefined {
  const name = stringAt(object.value, ...field);
  if (name === undefined) return undefined;
  const place = field.join('.');
  const reference = referenceAt(object, field);
  if (reference !== undefined) {
    const { kind, namespaceField } = reference;
    const namespace =
      namespaceField === undefined ? object.namespace : neighborText(object, field, namespaceField);
    return { by: 'name', kind, name, namespace };
  }
  if (place === 'spec.paramKind.kind' || place === 'spec.paramKind.apiVersion') {
    const param = paramKindOf(object.value);
    return param && { by: 'kind', ...param };
  }
  const policy = paramsPolicyAt(object, field);
  if (policy !== undefined) {
    return { by: 'policy', policy, name, namespace: neighborText(object, field, 'namespace') };
  }
  return resourceAt(object, field, name);
}

const POLICY_BINDING = /AdmissionPolicyBinding$/;

function policyOf({ kind, value }: TextObject): ObjectTarget {
  const name = stringAt(value, 'spec', 'policyName') ?? '';
  return { kind: kind.replace(/Binding$/, ''), name, namespace: '' };
}

/** The policy whose params a field of a binding names; undefined for other fields. */
export function paramsPolicyAt(object: TextObject, field: Path): ObjectTarget | undefined {
  const isParams = POLICY_BINDING.test(object.kind) && field.join('.') === 'spec.paramRef.name';
  return isParams ? policyOf(object) : undefined;
}

/** A field of the same mapping, as a text; empty if it is absent. */
function neighborText({ value }: TextObject, field: Path, name: string): string {
  return stringAt(value, ...field.slice(0, -1), name) ?? '';
}

/** The resource that an item of a rule names, or of which it names a subresource. */
function resourceAt({ value }: TextObject, field: Path, name: string): Target | undefined {
  if (!RULE_LISTS.some((list) => endsWith(field, [list, '*', 'resources', '*']))) return undefined;
  const groups = valueAt(value, [...field.slice(0, -2), 'apiGroups']);
  const [plural = ''] = name.split('/');
  if (!Array.isArray(groups) || plural === '*') return undefined;
  return { by: 'resource', groups: groups.filter((group) => typeof group === 'string'), plural };
}

/** The kind of the objects that a field names; undefined if it names none. */
export function kindNamedAt(object: TextObject, field: Path): string | undefined {
  return referenceAt(object, field)?.kind;
}

const REFERENCES_BY_NAME = indexBy(REFERENCE_FIELDS, ({ name }) => [name]);

/** The reference at a field: the kind of its objects, and the name of the field with their namespace. */
function referenceAt(
  { kind: own, value }: TextObject,
  field: Path,
): { readonly kind: string; readonly namespaceField: string | undefined } | undefined {
  const last = field.at(-1) ?? '';
  const reference = REFERENCES_BY_NAME.get(typeof last === 'number' ? '*' : last)?.find(
    ({ kinds, at, name }) =>
      (kinds === undefined || kinds.has(own)) && endsWith(field, [...at, name]),
  );
  if (reference === undefined) return undefined;
  const { kind: from, namespace: namespaceField } = reference;
  const kind = 'is' in from ? from.is : valueAt(value, [...field.slice(0, -1), from.field]);
  return typeof kind === 'string' ? { kind, namespaceField } : undefined;
}

/** Reports whether a path ends with a pattern, in which `*` is any item of a list. */
export function endsWith(path: Path, pattern: readonly string[]): boolean {
  const end = path.length - pattern.length;
  return (
    end >= 0 &&
    pattern.every((step, at) =>
      step === '*' ? typeof path[end + at] === 'number' : step === path[end + at],
    )
  );
}

/** The group and kind of the params of a policy; undefined if it takes none. */
export function paramKindOf(policy: Value): KindTarget | undefined {
  const { apiVersion, kind } = mappingAt(policy, 'spec', 'paramKind');
  if (typeof apiVersion !== 'string' || typeof kind !== 'string') return undefined;
  return { group: groupAndVersion(apiVersion).group, kind };
}
