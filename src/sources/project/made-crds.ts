import { isMapping, stringAt, type Value, valueAt } from '../../yaml/index.ts';

/**
 * The name under which a CRD of an old release counts, whose own version was removed. The objects next to it fit this
 * CRD, and no later one.
 */
export const nameOfOldCrd = (name: string) => `${name}/`;

/** The name under which a version of a group counts that an extension server serves, whatever a CRD says. */
export const nameOfExtension = (group: string, version: string) => `*.${group}/${version}`;

/**
 * The names of the CRDs that a controller makes for an object: Gatekeeper for a ConstraintTemplate, Crossplane for a
 * CompositeResourceDefinition. A CRD of an old release is one too, and so are the kinds of an extension server.
 */
export function crdsMadeFor(object: Value): readonly string[] {
  if (!isMapping(object)) return [];
  const { apiVersion, kind, metadata, spec = null } = object;
  if (kind === 'CustomResourceDefinition' && apiVersion === 'apiextensions.k8s.io/v1beta1') {
    const name = stringAt(metadata, 'name');
    return name === undefined ? [] : [nameOfOldCrd(name)];
  }
  if (kind === 'APIService') {
    const [group, version] = [stringAt(spec, 'group'), stringAt(spec, 'version')];
    const isExtension = isMapping(valueAt(spec, ['service']));
    return isExtension && group !== undefined && version !== undefined
      ? [nameOfExtension(group, version)]
      : [];
  }
  if (kind === 'ConstraintTemplate') {
    const made = stringAt(spec, 'crd', 'spec', 'names', 'kind');
    return made === undefined ? [] : [`${made.toLowerCase()}.constraints.gatekeeper.sh`];
  }
  if (kind !== 'CompositeResourceDefinition') return [];
  const [claims, group] = [stringAt(spec, 'claimNames', 'plural'), stringAt(spec, 'group')];
  const ofClaims = claims === undefined || group === undefined ? undefined : `${claims}.${group}`;
  return [stringAt(metadata, 'name'), ofClaims].filter((name) => name !== undefined);
}

/** The name of a CRD: `plural.group`, where the group has a dot. */
const CRD_NAME = /^[ \t]+name:[ \t]*"?([a-z][a-z\d]*(?:\.[a-z\d-]+){2,})"?[ \t]*$/gm;

const VERSION_NAME = /^[ \t-]+name:[ \t]*(v\d+(?:(?:alpha|beta)\d+)?)[ \t]*$/gm;

/** A template of a chart has fewer versions of CRDs; more would need much memory. */
const MOST_MADE = 10_000;

const DEFINES = /^kind:[ \t]*CustomResourceDefinition\b/m;

/**
 * The versions of the CRDs in the text of a chart template, which only Helm can read, after the names of the CRDs:
 * `plural.group/version`.
 */
export function crdVersionsInTemplate(text: string): readonly string[] {
  if (!DEFINES.test(text)) return [];
  const namesBy = (pattern: RegExp) => [
    ...new Set(Array.from(text.matchAll(pattern), ([, name = '']) => name)),
  ];
  const [names, versions] = [namesBy(CRD_NAME), namesBy(VERSION_NAME)];
  if (names.length * versions.length > MOST_MADE) return [];
  return names.flatMap((name) => versions.map((version) => `${name}/${version}`));
}
