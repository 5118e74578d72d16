import { isMapping, type Value, valueAt } from '../../yaml/index.ts';

/**
 * The names of the CRDs that a controller makes for an object: Gatekeeper for a ConstraintTemplate, Crossplane for a
 * CompositeResourceDefinition.
 */
export function crdsMadeFor(object: Value): readonly string[] {
  if (!isMapping(object)) return [];
  const { kind, metadata, spec = null } = object;
  if (kind === 'ConstraintTemplate') {
    const made = valueAt(spec, ['crd', 'spec', 'names', 'kind']);
    return typeof made === 'string' ? [`${made.toLowerCase()}.constraints.gatekeeper.sh`] : [];
  }
  if (kind !== 'CompositeResourceDefinition') return [];
  const claims = valueAt(spec, ['claimNames', 'plural']);
  const names = [valueAt(metadata ?? null, ['name']), `${claims}.${valueAt(spec, ['group'])}`];
  return names.filter((name) => typeof name === 'string');
}

/** The name of a CRD: `plural.group`, where the group has a dot. */
const CRD_NAME = /^[ \t]+name:[ \t]*"?([a-z][a-z\d]*(?:\.[a-z\d-]+){2,})"?[ \t]*$/gm;

const VERSION_NAME = /^[ \t-]+name:[ \t]*(v\d+(?:(?:alpha|beta)\d+)?)[ \t]*$/gm;

const DEFINES = /^kind:[ \t]*CustomResourceDefinition\b/m;

/**
 * The versions of the CRDs in the text of a chart template, which only Helm can read, after the names of the CRDs:
 * `plural.group/version`.
 */
export function crdVersionsInTemplate(text: string): readonly string[] {
  if (!DEFINES.test(text)) return [];
  const versions = Array.from(text.matchAll(VERSION_NAME), ([, name = '']) => name);
  return Array.from(text.matchAll(CRD_NAME), ([, name = '']) => name).flatMap((name) =>
    versions.map((version) => `${name}/${version}`),
  );
}
