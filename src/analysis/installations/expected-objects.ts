import { onceForEach } from '../../base/once-for-each.ts';
import { MOST_COMPARED } from '../../result/suggestion.ts';
import type { Installation, InstalledObject, RelatedPlace } from '../../rule/installation.ts';
import { editDistance } from '../../server/kubernetes/edit-distance.ts';
import { findKind } from '../../server/kubernetes/kinds.ts';
import { isMapping, type Value } from '../../yaml/index.ts';
import { NamespaceIndex } from './namespace-index.ts';

interface ObjectReference {
  readonly from: InstalledObject;
  /** Empty for the core group. */
  readonly group: string;
  readonly kind: string;
  /** Undefined if the object is cluster-scoped, or its namespace is not known. */
  readonly namespace?: string | undefined;
  readonly name: string;
}

/** An object with nearly the name that a reference has. */
interface SimilarObject {
  readonly object: InstalledObject;
  readonly name: string;
}

type ReferenceTarget =
  | { readonly is: 'found'; readonly object: InstalledObject }
  /** The input evidently should have it, and has not. */
  | {
      readonly is: 'missing';
      /** An object of the kind with nearly the same name, and that name; undefined if there is none. */
      readonly similar: SimilarObject | undefined;
    }
  /** The input has it, but only in another namespace. */
  | { readonly is: 'in other namespace'; readonly object: InstalledObject }
  /** The object may exist in the cluster, or come from elsewhere. */
  | { readonly is: 'unknown' };

/**
 * Finds the object that a reference names.
 *
 * It is in another namespace if an object with the name is applied together with the referring object, and no file of
 * the input has one in the namespace that the reference names. It counts as missing only if all of these conditions are
 * met, because most inputs are only a part of a cluster:
 *
 * - the input has everything that is applied with the installation, as far as its files show;
 * - no file of the input has an object of that kind and name, in any namespace;
 * - the installation has evidence that the object belongs to it: an object of the kind with nearly the same name, or,
 *   with `siblings`, any objects of the kind. For an object of a namespace, only objects in that namespace count. The
 *   files of a folder may be unrelated examples, so an object in another file of a folder is only evidence by its name.
 *
 * @param evidence `siblings` if users who apply some objects of the kind apply all objects that are referred to;
 * `typos` if only a similar name proves it
 */
export function findReferenced(
  installation: Installation,
  { from, group, kind, namespace, name }: ObjectReference,
  evidence: 'siblings' | 'typos',
): ReferenceTarget {
  const named = installation.named(group, kind, name);
  const object = firstIn(named, namespace);
  if (object !== undefined) return { is: 'found', object };
  if (!installation.isComplete || installation.isInInput(group, kind, name, namespace)) {
    return { is: 'unknown' };
  }
  const isAppliedTogether = (other: InstalledObject) => installation.areTogether(from, other);
  const elsewhere = named.find(isAppliedTogether);
  if (elsewhere !== undefined) return { is: 'in other namespace', object: elsewhere };
  if (installation.isInInput(group, kind, name)) return { is: 'unknown' };
  const inNamespace = indexed(installation.find(group, kind)).in(namespace);
  const compared = inNamespace.length > MOST_COMPARED ? [] : inNamespace;
  const [similar] = compared.flatMap((other) => {
    const own = other.names.find((one) => isMistakenFor(one, name));
    return own === undefined ? [] : [{ object: other, name: own }];
  });
  const isExpected =
    similar !== undefined || (evidence === 'siblings' && inNamespace.some(isAppliedTogether));
  return isExpected ? { is: 'missing', similar } : { is: 'unknown' };
}

/**
 * The object with nearly the name that a reference has, if the input evidently should have the object that it names,
 * and nothing shows that a controller makes it.
 */
export function findSimilar(
  installation: Installation,
  reference: ObjectReference,
): SimilarObject | undefined {
  const target = findReferenced(installation, reference, 'typos');
  if (target.is !== 'missing' || target.similar === undefined) return undefined;
  return mayBeMade(reference.name, installation) ? undefined : target.similar;
}

/** The place of an object that a message names, such as the Service 'shop'. */
export function namedPlace(kind: string, { object, name }: SimilarObject): RelatedPlace {
  return { object, message: `the ${kind} '${name}'` };
}

/**
 * Reports whether a kustomization generates an object, or a custom resource names it, which a controller may make it
 * for.
 */
function mayBeMade(name: string, installation: Installation): boolean {
  return installation.generates(name) || textsOfCustomResources(installation).has(name);
}

const textsOfCustomResources = onceForEach(({ objects }: Installation): ReadonlySet<string> => {
  const texts = new Set<string>();
  const addAll = (value: Value): void => {
    if (typeof value === 'string') texts.add(value);
    else if (Array.isArray(value)) value.forEach(addAll);
    else if (isMapping(value)) Object.values(value).forEach(addAll);
  };
  for (const object of objects) {
    if (findKind(object.kind)?.group !== object.group) addAll(object.value);
  }
  return texts;
});

/**
 * Reports whether an object is, or may be, in a namespace. The namespace of some objects depends on the command that
 * applies them.
 */
export function isIn(object: InstalledObject, namespace: string | undefined): boolean {
  const { namespaces } = object;
  return namespace === undefined || namespaces.length === 0 || namespaces.includes(namespace);
}

/** The first of some objects that is, or may be, in a namespace. */
function firstIn(
  objects: readonly InstalledObject[],
  namespace: string | undefined,
): InstalledObject | undefined {
  if (namespace === undefined) return objects[0];
  const { indexes, anywhere } = placesOf(objects);
  return objects[Math.min(indexes.get(namespace) ?? anywhere, anywhere)];
}

/**
 * The index of the first object in each namespace, and of the first one that may be in any; infinite if there is none.
 */
const placesOf = onceForEach((objects: readonly InstalledObject[]) => {
  const indexes = new Map<string, number>();
  let anywhere = Number.POSITIVE_INFINITY;
  for (const [index, { namespaces }] of objects.entries()) {
    if (namespaces.length === 0) anywhere = Math.min(anywhere, index);
    for (const namespace of namespaces) {
      if (!indexes.has(namespace)) indexes.set(namespace, index);
    }
  }
  return { indexes, anywhere };
});

const indexed = onceForEach(
  (objects: readonly InstalledObject[]) => new NamespaceIndex(objects, (object) => object),
);

/** Reports whether a name is probably a typing error of another: one letter in ten differs, and not only a number. */
export function isMistakenFor(one: string, other: string): boolean {
  const distance = editDistance(one, other);
  if (distance === 0 || distance > Math.max(1, other.length / 10)) return false;
  return one.replace(/\d+/g, '') !== other.replace(/\d+/g, '');
}
