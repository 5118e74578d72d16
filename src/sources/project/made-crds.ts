import { isMapping, type Value, valueAt } from '../../yaml/index.ts';

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
    const name = valueAt(metadata ?? null, ['name']);
    return typeof name === 'string' ? [nameOfOldCrd(name)] : [];
  }
  if (kind === 'APIService') {
    const [group, version] = [valueAt(spec, ['group']), valueAt(spec, ['version'])];
    return isMapping(valueAt(spec, ['service'])) ? [nameOfExtension(`${group}`, `${version}`)] : [];
  }
  if (kind === 'ConstraintTemplate') {
    const made = valueAt(spec, ['crd', 'spec', 'names', 'kind']);
    return typeof made === 'string' ? [`${made.toLowerCase()}.constraints.gatekeeper.sh`] : [];
  }
  if (kind !== 'CompositeResourceDefinition') return [];
  const claims = valueAt(spec, ['claimNames', 'plural']);
  const group = valueAt(spec, ['group']);
  const ofClaims = typeof claims === 'string' ? `${claims}.${group}` : undefined;
  const names = [valueAt(metadata ?? null, ['name']), ofClaims];
  return names.filter((name) => typeof name === 'string');
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
