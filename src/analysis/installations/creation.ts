import type { Installation, InstalledObject } from '../../rule/installation.ts';
import { findKind } from '../../server/kubernetes/kinds.ts';
import { builtInResources } from '../../server/kubernetes/resources.ts';
import { isMapping } from '../../yaml/index.ts';
import type { ExpectedRequest } from '../requests/certain-match.ts';
import { namespaceLabels } from './startup-requests.ts';

/** The request that creates an object of the installation; undefined if its resource or its namespace is not known. */
export function creationRequest(
  object: InstalledObject,
  installation: Installation,
): ExpectedRequest | undefined {
  const { group, version, kind, namespace, value } = object;
  const plural = pluralOf(object);
  const isNamespaced = isNamespacedKind(object, installation);
  if (plural === undefined || isNamespaced === undefined) return undefined;
  if (isNamespaced && namespace === undefined) return undefined;
  if (object.mayChange('metadata.labels')) return undefined;
  // A Namespace is in itself.
  const isNamespace = group === '' && kind === 'Namespace';
  const inNamespace = isNamespaced ? (namespace ?? '') : isNamespace ? object.name : '';
  return {
    attributes: {
      operation: 'CREATE',
      group,
      version,
      resource: plural,
      subresource: '',
      namespaced: isNamespaced,
    },
    kind,
    namespace: inNamespace,
    namespaceLabels: isNamespace
      ? object.labels
      : isNamespaced
        ? namespaceLabels(inNamespace, installation)
        : undefined,
    name: object.name,
    // Kinds of other groups have defaults, and the text of an object that no other relation depends on has been given
    // up.
    object: isMapping(value) && group === '' ? value : undefined,
    labels: object.labels,
    // The user who applies the object is not known.
    user: undefined,
  };
}

function pluralOf({ group, version, kind }: InstalledObject): string | undefined {
  return builtInResources().find(
    (known) => known.group === group && known.version === version && known.kind === kind,
  )?.resource;
}

function isNamespacedKind(
  object: InstalledObject,
  installation: Installation,
): boolean | undefined {
  const facts = findKind(object.kind);
  if (facts !== undefined && facts.group === object.group) return facts.namespaced;
  return installation.customKind(object)?.isNamespaced;
}
